import { TextField } from '~/ui/fields/fields';
import { useWords } from '~/ui/sentence';

/** The fields of the answers of a patient, in the order of the form. */
export const identityOrder = ['fullName', 'birthYear', 'contactNumber', 'caseNumber'];

/** The fields for the answers of a patient at the front desk. */
export function IdentityFields() {
  const { t } = useWords();
  return (
    <fieldset>
      <legend className="text-[1.1rem] font-bold">{t('identity.title')}</legend>
      <p className="mt-1 mb-4 text-muted">{t('identity.lead')}</p>
      <div className="grid gap-5 sm:grid-cols-2">
        <TextField name="fullName" label={t('identity.nameLabel')} autoComplete="off" maxLength={121} />
        <TextField
          name="birthYear"
          label={t('people.birthYearLabel')}
          inputMode="numeric"
          autoComplete="off"
          maxLength={4}
        />
        <TextField
          name="contactNumber"
          label={t('upload.phoneNumberLabel')}
          type="tel"
          inputMode="tel"
          autoComplete="off"
          maxLength={24}
          isRequired={false}
        />
        <TextField
          name="caseNumber"
          label={t('report.caseNumber')}
          autoComplete="off"
          maxLength={20}
          isRequired={false}
        />
      </div>
      <p className="mt-2 text-muted">{t('identity.either')}</p>
    </fieldset>
  );
}
