import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { type MouseEvent, useEffect, useState } from 'react';
import { logIn } from '~/domain/log-in/log-in.server';
import { canHavePasskeys } from '~/domain/log-in/passkey-ceremony.server';
import { isLanguage } from '~/i18n/languages';
import { LoginNameField, PasswordField } from '~/ui/fields/account-fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { carryEmail } from '~/ui/forms/carried-email';
import { OperationForm } from '~/ui/forms/operation-form';
import { loadPasskeys, sendCredential, usePasskeySupport } from '~/ui/forms/passkey-support';
import { Icon } from '~/ui/icon';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { PostForm, useFormToken } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { takeMemo, writeCookie } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { ownPath } from '~/web/request/origin.server';
import { keepLanguage, requestLanguage } from '~/web/request/request-language.server';
import { logInByForm } from '~/web/session/authenticator.server';
import { logInHeaders, pathAfterLogIn } from '~/web/session/session-answers.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const next = readNext(request);
  // The code of a slip names the language of its patient, who may hold somebody else's phone.
  const language = new URL(request.url).searchParams.get('lang');
  if (isLanguage(language) && language !== requestLanguage())
    throw redirect(withNext(paths.login, next), { headers: [keepLanguage(language)] });
  const { value: opened, headers } = await takeMemo(request, 'opened', null);
  const isForReport = next?.split('?')[0] === paths.uploadReport;
  return data(
    {
      next: next ?? '',
      signup: withNext(paths.signup, next),
      isForReport: isForReport && !opened,
      required: formRules(logIn, requestLanguage()),
      opened,
      hasPasskeys: canHavePasskeys(),
    },
    { headers },
  );
}

export const action = pageAction(logInByForm, {
  onSuccess: async ({ value, fields, request }) => {
    const next = ownPath(fields.get('next'));
    if ('token' in value)
      return { path: pathAfterLogIn(value, next), headers: await logInHeaders(request, value) };
    return {
      path: withNext(paths.secondStep, next),
      headers: [await writeCookie('step', value.stepKey)],
      toast: 'none',
    };
  },
});

export const meta = pageTitle('nav.logIn');

export default function Login() {
  const { t } = useWords();
  const { next, signup, isForReport, required, opened, hasPasskeys } = useLoaderData<typeof loader>();
  useEffect(fillInNumber, []);
  return (
    <GuestSheet title={t('login.title')} lead={t(isForReport ? 'login.toSend' : 'login.lead')}>
      {opened && (
        <Notice icon="check" variant="good mb-5">
          {t('login.opened')}
        </Notice>
      )}
      <OperationForm
        id="login"
        operation="account.logIn"
        answer={useActionData<typeof action>()}
        required={required}
        defaults={opened ? { email: opened } : undefined}
      >
        <input type="hidden" name="next" value={next} />
        <LoginNameField />
        <PasswordField name="password" label={t('login.passwordLabel')} autoComplete="current-password" />
        <p>
          <Link to={paths.forgotPassword} onClick={() => carryEmail('login-email')}>
            {t('login.forgot')}
          </Link>
        </p>
        <SubmitButton icon="login">{t('login.submit')}</SubmitButton>
      </OperationForm>
      {hasPasskeys && <PasskeyLogInButton next={next} />}
      {isForReport ? (
        <div className="mt-6 grid gap-3 border-line border-t pt-5">
          <p className="text-muted">{t('login.noAccount')}</p>
          <div>
            <ButtonLink to={signup} icon="experts" variant="plain">
              {t('signup.submit')}
            </ButtonLink>
          </div>
        </div>
      ) : (
        <p className="mt-5 text-muted">
          {t('login.noAccount')} <Link to={signup}>{t('nav.signUp')}</Link>
        </p>
      )}
    </GuestSheet>
  );
}

/**
 * Fills in the clinic number that the code of a slip has in the fragment of its address, and takes
 * it out of the address.
 */
function fillInNumber() {
  const [, number] = /^#([A-Z0-9-]{6,20})$/i.exec(window.location.hash) ?? [];
  const field = document.getElementById('login-email');
  if (!number || !(field instanceof HTMLInputElement)) return;
  field.value ||= number;
  const { pathname, search } = window.location;
  window.history.replaceState(window.history.state, '', `${pathname}${search}`);
}

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
function PasskeyLogInButton({ next }: { next: string }) {
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
