import { type MouseEvent, useState } from 'react';
import { PasswordField } from '~/ui/fields/account-fields';
import { loadPasskeys, sendCredential, usePasskeySupport } from '~/ui/forms/passkey-support';
import { Icon } from '~/ui/icon';
import { useFormToken } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

/**
 * The fields before a change of a way into the account: the password or, for an account that has
 * one, a passkey. Their names are `password` and `credential`.
 *
 * @param hint why they are asked for.
 */
export function OwnProof({ hasPasskeys, hint }: { hasPasskeys: boolean; hint?: string }) {
  const { t } = useWords();
  return (
    <>
      <PasswordField
        name="password"
        label={t('login.passwordLabel')}
        hint={hint}
        autoComplete="current-password"
        isRequired={false}
      />
      {hasPasskeys && <PasskeyProof />}
    </>
  );
}

/** A button that sends the form with a passkey in place of the password. Without script there is none. */
function PasskeyProof() {
  const { t } = useWords();
  const isSupported = usePasskeySupport();
  const formToken = useFormToken('passkey.beginProof');
  const [isBusy, setBusy] = useState(false);
  const [isRefused, setRefused] = useState(false);
  if (!isSupported) return null;
  const prove = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return;
    setBusy(true);
    setRefused(false);
    try {
      const body = new URLSearchParams({ formToken });
      const answer = await fetch(paths.passkeyProof, { method: 'POST', body });
      const { data } = await answer.json();
      const { startAuthentication } = await loadPasskeys();
      const credential = await startAuthentication({ optionsJSON: data });
      const password = form?.elements.namedItem('password');
      // A browser may have filled it in, and the password counts first.
      if (password instanceof HTMLInputElement) password.value = '';
      sendCredential(form, credential);
    } catch {
      setRefused(true);
    } finally {
      setBusy(false);
    }
  };
  return (
    <div>
      <input type="hidden" name="credential" />
      <button type="button" className="button plain small" aria-disabled={isBusy} onClick={prove}>
        <Icon name={isBusy ? 'wait' : 'key'} className={isBusy ? 'spin' : undefined} />
        <span>{t('ownProof.passkey')}</span>
      </button>
      <p role="alert" className={isRefused ? 'field-error mt-2' : 'sr-only'}>
        {isRefused && t('ownProof.refused')}
      </p>
    </div>
  );
}
