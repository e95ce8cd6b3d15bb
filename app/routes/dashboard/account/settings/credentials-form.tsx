import { CredentialFields } from '~/ui/fields/credential-fields';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';

type Credentials = Record<'registrationNumber' | 'council' | 'qualification', string | null> | null;

export function CredentialsForm({ credentials, ...form }: PartFormProps & { credentials: Credentials }) {
  const { t } = useWords();
  const defaults = {
    registrationNumber: credentials?.registrationNumber ?? '',
    council: credentials?.council ?? '',
    qualification: credentials?.qualification ?? '',
  };
  return (
    <OperationForm {...form} defaults={defaults}>
      <CredentialFields isRequired />
      <SubmitRow icon="check" action={form.action}>
        {t('profile.submit')}
      </SubmitRow>
    </OperationForm>
  );
}
