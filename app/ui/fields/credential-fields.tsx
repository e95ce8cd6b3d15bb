import { maxCredentialLength } from '~/domain/identity/account-constants';
import { useWords } from '~/ui/sentence';
import { TextField } from './text-field';

/**
 * An expert's registration number, council and qualification, as the sign-up page and the settings
 * ask for them.
 */
export function CredentialFields({ isRequired = false }: { isRequired?: boolean }) {
  const { t } = useWords();
  const optional = isRequired ? ` ${t('form.optional')}` : '';
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
        label={`${t('credentials.councilLabel')}${optional}`}
        hint={t('credentials.councilHint')}
        maxLength={maxCredentialLength.council}
        isRequired={false}
      />
      <TextField
        name="qualification"
        label={`${t('credentials.qualificationLabel')}${optional}`}
        maxLength={maxCredentialLength.qualification}
        isRequired={false}
      />
    </>
  );
}
