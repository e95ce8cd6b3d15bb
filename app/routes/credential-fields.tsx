import { maxCredentialLength } from '~/domain/accounts/constants';
import { TextField } from '~/ui/forms/form';
import { useWords } from '~/ui/sentence';

/**
 * An expert's registration number, council and qualification, as the sign-up page and the settings
 * ask for them.
 */
export function CredentialFields({ isRequired = false }: { isRequired?: boolean }) {
  const { t } = useWords();
  return (
    <>
      <TextField
        name="registrationNumber"
        label={t('credentials.numberLabel')}
        maxLength={maxCredentialLength.registrationNumber}
        isRequired={isRequired}
      />
      <TextField
        name="council"
        label={`${t('credentials.councilLabel')}${isRequired ? ` ${t('form.optional')}` : ''}`}
        hint={t('credentials.councilHint')}
        maxLength={maxCredentialLength.council}
        isRequired={false}
      />
      <TextField
        name="qualification"
        label={`${t('credentials.qualificationLabel')}${isRequired ? ` ${t('form.optional')}` : ''}`}
        maxLength={maxCredentialLength.qualification}
        isRequired={false}
      />
    </>
  );
}
