import { useWords } from '~/ui/sentence';
import { PasswordField } from './password-field';

/** A new password and the same again; `isChange` where it replaces one that is asked for too. */
export function NewPasswordFields({ isChange = false }: { isChange?: boolean }) {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        name={isChange ? 'newPassword' : 'password'}
        label={t(isChange ? 'changePassword.newLabel' : 'signup.passwordLabel')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        name={isChange ? 'confirmNewPassword' : 'confirmPassword'}
        label={t(isChange ? 'changePassword.confirmLabel' : 'signup.confirmPasswordLabel')}
        autoComplete="new-password"
      />
    </>
  );
}
