import { PasswordField } from './form';
import { useWords } from './words';

/** Choosing a password: once, and once more against a slip of the finger. */
export function NewPasswordFields() {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        name="password"
        label={t('signup.passwordLabel')}
        hint={t('signup.passwordHint')}
        autoComplete="new-password"
      />
      <PasswordField
        name="confirmPassword"
        label={t('signup.confirmPasswordLabel')}
        autoComplete="new-password"
      />
    </>
  );
}
