import { type MouseEvent, useState } from 'react';
import { loadPasskeys, sendCredential, usePasskeySupport } from '~/ui/forms/passkey-support';
import { Icon } from '~/ui/icon';
import { PostForm, useFormToken } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/web/request/paths';

/** Thrown with the server's sentence if it gives no options. */
class RefusedOptions extends Error {}

async function askForOptions(formToken: string) {
  const body = new URLSearchParams({ formToken });
  const answer = await fetch(paths.passkeyLogInOf('options'), { method: 'POST', body });
  const { data, message } = await answer.json();
  if (!answer.ok) throw new RefusedOptions(message);
  return data;
}

/**
 * A button that logs in with a passkey. Without script there is none. It keeps its place until it
 * is known whether the browser can use passkeys, so that nothing moves.
 */
export function PasskeyLogInButton({ next }: { next: string }) {
  const { t } = useWords();
  const isSupported = usePasskeySupport();
  const formToken = useFormToken('account.beginPasskeyLogIn');
  const [isBusy, setBusy] = useState(false);
  const [mistake, setMistake] = useState<string>();
  if (isSupported === false) return null;
  const logIn = async ({ currentTarget: { form } }: MouseEvent<HTMLButtonElement>) => {
    if (isBusy) return;
    setBusy(true);
    setMistake(undefined);
    try {
      const { startAuthentication } = await loadPasskeys();
      const credential = await startAuthentication({ optionsJSON: await askForOptions(formToken) });
      sendCredential(form, credential);
    } catch (error) {
      setMistake(error instanceof RefusedOptions ? error.message : t('login.passkeyNotUsed'));
    } finally {
      setBusy(false);
    }
  };
  return (
    <PostForm
      operation="account.logInWithPasskey"
      action={`${paths.passkeyLogInOf('finish')}${next && `?next=${encodeURIComponent(next)}`}`}
      className={`mt-4 [@media(scripting:none)]:hidden ${isSupported ? '' : 'invisible'}`}
    >
      <input type="hidden" name="credential" />
      <button type="button" className="button plain w-full" aria-disabled={isBusy} onClick={logIn}>
        <Icon name={isBusy ? 'wait' : 'key'} className={isBusy ? 'spin' : undefined} />
        <span>{t('login.passkey')}</span>
      </button>
      <p role="alert" className={mistake ? 'field-error mt-2' : 'sr-only'}>
        {mistake}
      </p>
    </PostForm>
  );
}
