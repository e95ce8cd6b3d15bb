import { Link } from '@remix-run/react';
import { maxGuardianName, noPerson } from '~/domain/report/people-constants';
import type { PublicReport } from '~/domain/report/present-report';
import { CheckField, SelectField, TextField } from '~/ui/fields/fields';
import { useWords } from '~/ui/sentence';
import { consentWords, useAboutWords } from './people-words';
import type { PersonInForm } from './use-person-in-form';
import type { PersonChoice } from './whose-report';

/** The fields in their order on the page. */
export const personFieldOrder = ['personId', 'guardianName', 'consent'];

type Props = {
  /** The current patient of the report. */
  about: PublicReport['about'];
  /** The value of that person in the form. */
  currentId: string;
  choices: PersonChoice[];
  /** The person who is selected, and the consent that they need. */
  person: PersonInForm;
  /** True if the user agreed to the current sentence before. */
  isAgreed: boolean;
  peoplePath: string;
};

/**
 * Chooses the patient of a report that was sent already. For another patient it asks for the consent
 * that fits them: without script once the form was sent.
 */
export function PersonOfCorrection({ about, currentId, choices, person, isAgreed, peoplePath }: Props) {
  const { t } = useWords();
  const options = useOptions(about, currentId, choices);
  const isChanged = person.selectedId !== currentId;
  return (
    <>
      <div className="grid gap-1">
        {options.length > 1 && (
          <SelectField
            name="personId"
            label={t('about.title')}
            hint={t('correct.personHint')}
            options={options}
          />
        )}
        <Link to={peoplePath} className="inline-flex min-h-11 items-center font-label">
          {t('correct.addPerson')}
        </Link>
      </div>
      {isChanged && (
        <div className="notice wait grid gap-4">
          <input type="hidden" name="consentTo" value={person.consentKind} />
          {person.consentKind === 'guardian' && (
            <TextField
              name="guardianName"
              label={t('about.guardianLabel')}
              maxLength={maxGuardianName}
              autoComplete="off"
            />
          )}
          <CheckField
            // Consent does not extend to another sentence, or to one about another person.
            key={`${person.consentKind} ${person.selectedId}`}
            name="consent"
            label={t(consentWords[person.consentKind], { name: person.name || t('about.thisPerson') })}
            isTicked={isAgreed}
          />
        </div>
      )}
    </>
  );
}

/** Returns the options of the select. It has the current person even if they left the list. */
function useOptions(about: PublicReport['about'], currentId: string, choices: PersonChoice[]) {
  const { t } = useWords();
  const { details } = useAboutWords();
  const options = choices.map((choice) => ({
    value: choice._id,
    label: [choice.isOneself ? t('relation.self') : choice.name, details(choice)].filter(Boolean).join(', '),
  }));
  const isListed = options.some(({ value }) => value === currentId);
  if (about && !isListed) options.unshift({ value: currentId, label: about.name });
  return [...options, { value: noPerson, label: t('about.notGiven') }];
}
