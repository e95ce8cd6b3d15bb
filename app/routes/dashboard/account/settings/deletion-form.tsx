import { deletionWord } from '~/domain/identity/account-constants';
import { PasswordField } from '~/ui/fields/password-field';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';

/** The end of an account; `leads` say what becomes of what is in it. */
export function DeletionForm({ leads, ...form }: PartFormProps & { leads: string[] }) {
  const { t } = useWords();
  return (
    <>
      {leads.map((lead) => (
        <p key={lead} className="mb-4 text-muted">
          {lead}
        </p>
      ))}
      <OperationForm {...form} order={['confirmation', 'password']}>
        <TextField
          name="confirmation"
          label={t('deleteAccount.confirmationLabel', { word: deletionWord })}
          autoComplete="off"
        />
        <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
        <SubmitRow icon="trash" variant="danger" action={form.action}>
          {t('deleteAccount.submit')}
        </SubmitRow>
      </OperationForm>
    </>
  );
}
