import { PasswordField } from '~/ui/fields/password-field';
import { TextField } from '~/ui/fields/text-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';
import { useOwnWords } from './own-words';

/** A form that asks for the password again, and for a code where a second factor is in force. */
export function HeldForm({
  submit,
  asksCode = false,
  isDanger = false,
  ...form
}: PartFormProps & { submit: string; asksCode?: boolean; isDanger?: boolean }) {
  const { t } = useWords();
  const say = useOwnWords();
  return (
    <OperationForm {...form} order={['password', 'otp']}>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField name="otp" label={say('otpLabel')} autoComplete="one-time-code" maxLength={40} />
      )}
      <SubmitRow action={form.action} icon="lock" variant={isDanger ? 'danger' : ''}>
        {submit}
      </SubmitRow>
    </OperationForm>
  );
}
