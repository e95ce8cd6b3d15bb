import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { maxGuardianName, noPerson } from '~/domain/report/people-constants';
import type { PublicPerson } from '~/domain/report/present-person';
import { personRelations } from '~/platform/enums';
import { Changeable } from '~/ui/fields/changeable';
import { FieldErrorText, TextField } from '~/ui/fields/fields';
import { useOperationField } from '~/ui/forms/operation-field';
import { useWords } from '~/ui/sentence';
import { useAboutWords } from './people-words';
import { AgeFields, PersonFields, SameField } from './person-fields';

/** A person to choose, and whether a parent or guardian has to agree for them. */
export type PersonChoice = Pick<PublicPerson, '_id' | 'name' | 'age' | 'birthYear' | 'sex'> & {
  isMinor: boolean;
  isOneself: boolean;
};

/** The fields in their order on the page. */
export const whoseFieldOrder = [
  'personId',
  'ownBirthYear',
  'ownSex',
  'personName',
  'birthYear',
  'sex',
  'relation',
  'guardianName',
];

const otherRelations = personRelations.filter((relation) => relation !== 'self');

type WhoseReportProps = {
  /** The people to choose, the person of the last report first. */
  choices: PersonChoice[];
  /** True if the account holder was asked for year of birth and sex before. */
  isOneselfKnown: boolean;
  /** The account holder's details as they are. */
  ownFacts: { ownBirthYear: string; ownSex: string };
  /** True if the list is full. */
  isFull: boolean;
  /** True if the list has a person with the same name and year of birth. */
  isSame: boolean;
  peoplePath: string;
};

/**
 * Chooses the patient of a report: the account holder, a person on the list, or a new one. The
 * fields of a choice show once it is selected, or always in browsers that cannot hide them.
 */
export function WhoseReport({
  choices,
  isOneselfKnown,
  ownFacts,
  isFull,
  isSame,
  peoplePath,
}: WhoseReportProps) {
  const { t } = useWords();
  const { field, control } = useOperationField('personId', false);
  return (
    <fieldset className="whose" aria-describedby={control['aria-describedby']}>
      <legend className="field-label">{t('about.title')}</legend>
      <input type="hidden" name="choosesPerson" value="yes" />
      {choices.map((choice, at) => (
        <Fragment key={choice._id}>
          <Radio
            value={choice._id}
            label={choice.isOneself ? t('relation.self') : choice.name}
            choice={choice.isOneself && !isOneselfKnown ? undefined : choice}
            hasFocus={at === 0 && control.autoFocus}
          />
          {choice.isOneself && (
            <div className="of-self fold">
              <OwnFields isKnown={isOneselfKnown} {...ownFacts} />
            </div>
          )}
        </Fragment>
      ))}
      {!isFull && <Radio value="new" label={t('about.new')} />}
      {!isFull && (
        <div className="of-new fold">
          {isSame && <SameField />}
          <PersonFields nameField="personName" relations={otherRelations} />
        </div>
      )}
      {isFull && (
        <Link to={peoplePath} className="inline-flex min-h-11 items-center font-label">
          {t('people.title')}
        </Link>
      )}
      {/* With the fields of somebody new, as the other answer to who that is. */}
      <div className={isFull ? undefined : 'of-nobody'}>
        <Radio value={noPerson} label={t('about.notGiven')} />
      </div>
      <div className="of-minor fold">
        <TextField
          name="guardianName"
          label={t('about.guardianLabel')}
          hint={t('about.guardianHint')}
          maxLength={maxGuardianName}
          autoComplete="off"
        />
      </div>
      <FieldErrorText id={field.errorId} errors={field.errors} />
    </fieldset>
  );
}

type OwnFieldsProps = WhoseReportProps['ownFacts'] & { isKnown: boolean };

/** Year of birth and sex of the account holder, asked for once. */
function OwnFields({ isKnown, ownBirthYear, ownSex }: OwnFieldsProps) {
  const { t, list } = useWords();
  const fields = <AgeFields year="ownBirthYear" sex="ownSex" />;
  if (!isKnown) return fields;
  const words = list([t('people.birthYearLabel'), t('people.sexLabel')]);
  return (
    <Changeable words={words} values={{ ownBirthYear, ownSex }}>
      {fields}
    </Changeable>
  );
}

type RadioProps = { value: string; label: string; choice?: PersonChoice; hasFocus?: boolean };

function Radio({ value, label, choice, hasFocus }: RadioProps) {
  const { details } = useAboutWords();
  const { field, control } = useOperationField('personId', false);
  const personDetails = choice && details(choice);
  return (
    <label className="choice">
      <input
        type="radio"
        name={control.name}
        value={value}
        defaultChecked={field.initialValue === value}
        aria-invalid={control['aria-invalid']}
        {...(hasFocus && { autoFocus: true })}
        data-minor={choice?.isMinor || undefined}
      />
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi className="font-label">{label}</bdi>
        {personDetails && <span className="block text-small text-muted">{personDetails}</span>}
      </span>
    </label>
  );
}
