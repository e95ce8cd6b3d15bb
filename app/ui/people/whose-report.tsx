import { Link } from '@remix-run/react';
import { Fragment } from 'react';
import { maxGuardianName, noPerson } from '~/domain/report/people-constants';
import type { PublicPerson } from '~/domain/report/present-person';
import { personRelations } from '~/platform/enums';
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
  /** The place of the account holder if they are not among the choices. */
  placeOfSelf: number;
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
export function WhoseReport({ choices, placeOfSelf, isFull, isSame, peoplePath }: WhoseReportProps) {
  const { t } = useWords();
  const { field, control } = useOperationField('personId', false);
  const options = choices.map((choice, at) => (
    <Radio
      key={choice._id}
      value={choice._id}
      label={choice.isOneself ? t('relation.self') : choice.name}
      choice={choice}
      hasFocus={at === 0 && control.autoFocus}
    />
  ));
  if (!choices.some(({ isOneself }) => isOneself)) {
    options.splice(
      placeOfSelf,
      0,
      <Fragment key="self">
        <Radio value="self" label={t('relation.self')} hasFocus={placeOfSelf === 0 && control.autoFocus} />
        <div className="of-self fold">
          <AgeFields year="ownBirthYear" sex="ownSex" />
        </div>
      </Fragment>,
    );
  }
  return (
    <fieldset className="whose" aria-describedby={control['aria-describedby']}>
      <legend className="field-label">{t('about.title')}</legend>
      <input type="hidden" name="choosesPerson" value="yes" />
      {options}
      {!isFull && <Radio value="new" label={t('about.new')} />}
      {!isFull && (
        <div className="of-new fold">
          {isSame && <SameField />}
          <PersonFields nameField="personName" relations={otherRelations} />
        </div>
      )}
      <Radio value={noPerson} label={t('about.notGiven')} />
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
      {choices.length > 0 && (
        <Link to={peoplePath} className="inline-flex min-h-11 items-center font-semibold">
          {t('people.title')}
        </Link>
      )}
    </fieldset>
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
        <bdi className="font-semibold">{label}</bdi>
        {personDetails && <span className="block text-[0.95rem] text-muted">{personDetails}</span>}
      </span>
    </label>
  );
}
