import { useWords } from '~/ui/sentence';
import { PasswordField } from './account-fields';
import { TextField } from './fields';

/**
 * The fields before a critical change: the password and, if a second factor is on, its code. Their
 * names are `password` and `otp`. In a file of its own, so that other forms do not load its
 * sentences.
 */
export function PasswordAndCode({ asksCode }: { asksCode: boolean }) {
  const { t } = useWords();
  return (
    <>
      <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
      {asksCode && (
        <TextField
          name="otp"
          label={t('secondStep.code')}
          hint={t('secondFactor.shape')}
          autoComplete="one-time-code"
          maxLength={40}
        />
      )}
    </>
  );
}
