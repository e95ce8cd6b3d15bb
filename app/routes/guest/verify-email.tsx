import { data, type LoaderFunctionArgs, type MetaFunction, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { areCodesSent, codeLifetimeMinutes, secondsUntilCode } from '~/domain/accounts/one-time-code.server';
import { findHeldSignup, verifyHeldSignup } from '~/domain/accounts/sign-up.server';
import { ownWords } from '~/i18n/translate';
import { CodeField } from '~/ui/fields/code-field';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { useHydrated, useSecondsLeft } from '~/ui/hooks';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { PostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { withLostCookie } from '~/web/pages/refusal-redirect.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { readCookie, takeMemo, writeCookie, writeMemo } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { readReferrerPath } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';

/**
 * One screen at two paths: the code of a sign-up or, after a password reset, its confirmation
 * (docs/requirements.md#screens, docs/requirements.md#states).
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const { value: isReset, headers } = await takeMemo(request, 'reset', null);
  if (isReset) return data({ shows: 'reset' as const }, { headers });
  const next = readNext(request);
  const heldKey = await readCookie(request, 'signup');
  const heldSignup = await findHeldSignup(heldKey);
  if (!heldSignup) {
    const signup = withNext(paths.signup, next);
    const isLost = !heldKey && readReferrerPath(request)?.split('?')[0] === paths.signup;
    throw redirect(isLost ? withLostCookie(signup) : signup);
  }
  const isSent = areCodesSent();
  return data({
    shows: 'code' as const,
    email: heldSignup.email,
    minutes: codeLifetimeMinutes,
    isSent,
    required: requiredFields(verifyHeldSignup, 'otp'),
    codePath: withNext(paths.verifyEmail, next),
    resendPath: withNext(paths.resendCode, next),
    login: withNext(paths.login, next),
    resend: { secondsLeft: await secondsUntilCode(heldSignup.email) },
    ...(!isSent && ownWords(requestLanguage(), 'codePage')),
  });
}

export const meta: MetaFunction<typeof loader> = (page) =>
  pageTitle(page.data?.shows === 'reset' ? 'reset.done' : 'otp.title')(page);

export const action = pageAction(verifyHeldSignup, {
  routeInput: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  onSuccess: async ({ value, request }) => ({
    path: withNext(paths.login, readNext(request)),
    headers: [await writeCookie('signup', undefined), await writeMemo('opened', value.email, null)],
  }),
  // A user who has to wait stays on the page for the code.
  refusedPath: ({ refused, request }) =>
    refused === 'tooMany' ? undefined : withNext(paths.signup, readNext(request)),
  failedPath: ({ request }) => withNext(paths.signup, readNext(request), { again: '' }),
});

export default function VerifyEmail() {
  const { t } = useWords();
  const details = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (details.shows === 'reset') {
    return (
      <GuestSheet title={t('reset.done')}>
        <p className="mb-5">{t('reset.doneText')}</p>
        <ButtonLink to={paths.login} icon="login">
          {t('nav.logIn')}
        </ButtonLink>
      </GuestSheet>
    );
  }
  const { email, minutes, isSent, required, resend, codePath, resendPath, login } = details;
  return (
    <GuestSheet title={t('otp.title')} lead={t(isSent ? 'otp.lead' : 'codePage.notSent', { email, minutes })}>
      <OperationForm
        id="code"
        operation="account.verifyHeldSignup"
        action={codePath}
        answer={answer}
        required={required}
      >
        <CodeField name="otp" label={t('otp.label')} hint={t('otp.spam')} />
        <SubmitButton icon="check" action={codePath}>
          {t('otp.submit')}
        </SubmitButton>
      </OperationForm>
      <Resend details={resend} action={resendPath} />
      <p className="mt-4">
        <Link to={login}>{t('otp.backToLogin')}</Link>
      </p>
    </GuestSheet>
  );
}

const announcedSeconds = 30;

/**
 * Requests another code. With script the button shows the remaining wait, and a screen reader hears
 * it now and then.
 */
function Resend({ details, action }: { details: { secondsLeft: number }; action: string }) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const seconds = useSecondsLeft(details);
  const isWaiting = isHydrated && seconds > 0;
  const announcedWait = Math.ceil(seconds / announcedSeconds) * announcedSeconds;
  return (
    <PostForm
      operation="account.resendCode"
      action={action}
      className="mt-6 flex flex-wrap items-center gap-3"
    >
      <p className="text-muted">{t('otp.resendLead')}</p>
      <span className="flex flex-wrap items-center gap-3">
        <SubmitButton icon="mail" variant="plain small" action={action} isDisabled={isWaiting}>
          {t('otp.resend')}
        </SubmitButton>
        {isWaiting && (
          <span aria-hidden="true" className="text-muted">
            {t('otp.resendIn', { wait: { seconds } })}
          </span>
        )}
      </span>
      <span role="status" className="sr-only">
        {isHydrated &&
          details.secondsLeft > 0 &&
          (seconds > 0 ? t('otp.resendWait', { wait: { seconds: announcedWait } }) : t('otp.resendNow'))}
      </span>
    </PostForm>
  );
}
