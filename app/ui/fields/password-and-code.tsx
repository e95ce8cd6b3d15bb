import { useWords } from '~/ui/sentence';
import { PasswordField } from './account-fields';
import { TextField } from './fields';

type Props = { asksCode: boolean; isRequired?: boolean; hint?: string };

/**
 * The fields before a critical change: the password and, if a second factor is on, its code. Their
 * names are `password` and `otp`. In a file of its own, so that other forms do not load its
 * sentences.
 */
export function PasswordAndCode({ asksCode, isRequired = true, hint }: Props) {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        name="password"
        label={t('login.passwordLabel')}
        hint={hint}
        autoComplete="current-password"
        isRequired={isRequired}
      />
      {asksCode && (
        <TextField
          name="otp"
          label={t('secondStep.code')}
          hint={t('secondFactor.shape')}
          autoComplete="one-time-code"
          maxLength={40}
          isRequired={isRequired}
        />
      )}
    </>
  );
}
