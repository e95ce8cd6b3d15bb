import { NewPasswordFields } from '~/ui/fields/new-password-fields';
import { PasswordField } from '~/ui/fields/password-field';
import { OperationForm, type PartFormProps } from '~/ui/forms/operation-form';
import { SubmitRow } from '~/ui/forms/submit-row';
import { useWords } from '~/ui/sentence';

export function PasswordForm(form: PartFormProps) {
  const { t } = useWords();
  return (
    <OperationForm {...form} order={['oldPassword', 'newPassword', 'confirmNewPassword']}>
      <PasswordField
        name="oldPassword"
        label={t('changePassword.oldLabel')}
        autoComplete="current-password"
      />
      <NewPasswordFields isChange />
      <SubmitRow icon="lock" action={form.action}>
        {t('changePassword.submit')}
      </SubmitRow>
    </OperationForm>
  );
}
