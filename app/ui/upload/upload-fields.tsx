import type { ComponentProps } from 'react';
import type { Country } from '~/i18n/countries';
import { CheckField } from '~/ui/fields/fields';
import { consentWords } from '~/ui/people/people-words';
import type { PersonInForm } from '~/ui/people/use-person-in-form';
import { WhoseReport } from '~/ui/people/whose-report';
import { useWords } from '~/ui/sentence';
import { DangerQuestion } from './danger-question';
import { ReportFormFields } from './report-fields';
import { ReportFileField } from './report-file-field';

type WhoseProps = ComponentProps<typeof WhoseReport>;

type Props = ComponentProps<typeof ReportFileField> & {
  countries: Country[];
  maxDescriptionLength: number;
  ownPhone?: ComponentProps<typeof ReportFormFields>['ownPhone'];
  danger?: ComponentProps<typeof DangerQuestion>;
  whose: Pick<WhoseProps, 'choices' | 'isOneselfKnown' | 'isFull'>;
  ownFacts: WhoseProps['ownFacts'];
  peoplePath: string;
  person: PersonInForm;
  /** True if the user agreed to the current sentence before. */
  isAgreed: boolean;
  /** True if the list has a person with the same name and year of birth. */
  isSame: boolean;
};

/** The fields of an upload. */
export function UploadFields({ whose, ownFacts, peoplePath, person, isAgreed, isSame, ...page }: Props) {
  const { t } = useWords();
  const { countries, maxDescriptionLength: maxLength, ownPhone } = page;
  return (
    <>
      <input type="hidden" name="consentTo" value={person.consentKind} />
      <ReportFileField {...page} />
      <WhoseReport {...whose} ownFacts={ownFacts} isSame={isSame} peoplePath={peoplePath} />
      <ReportFormFields countries={countries} maxLength={maxLength} ownPhone={ownPhone} />
      {page.danger && <DangerQuestion {...page.danger} />}
      <CheckField
        // Consent does not extend to another sentence, or to one about another person.
        key={`${person.consentKind} ${person.selectedId}`}
        name="consent"
        label={
          <span className={person.name ? undefined : 'block first-letter:uppercase'}>
            {t(consentWords[person.consentKind], { name: person.name || t('about.thisPerson') })}
          </span>
        }
        isTicked={isAgreed}
      />
    </>
  );
}
