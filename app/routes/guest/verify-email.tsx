import { data, type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Form, Link, useActionData, useLoaderData } from '@remix-run/react';
import { codeLifetimeMinutes } from '~/domain/accounts/oneTimeCode';
import { findHeldSignup, verifyHeldSignup } from '~/domain/accounts/signUp';
import { OperationForm, SubmitButton, TextField } from '~/ui/form';
import { GuestSheet } from '~/ui/GuestSheet';
import { useWords } from '~/ui/words';
import { readCookie, writeCookie } from '~/web/cookies.server';
import { formFacts } from '~/web/form.server';
import { language, pageAction, requireGuest } from '~/web/page.server';
import { paths } from '~/web/paths';

/** One screen at two paths: the code of a sign-up, or, right after a password was reset, that it was (specification §2, §4). */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  if (await readCookie(request, 'reset')) {
    return data({ shows: 'reset' as const }, { headers: [await writeCookie('reset', undefined)] });
  }
  const held = await findHeldSignup(await readCookie(request, 'signup'));
  if (!held) throw redirect(paths.signup);
  const { otp = '' } = formFacts(verifyHeldSignup, language);
  return data({ shows: 'code' as const, email: held.email, minutes: codeLifetimeMinutes, missing: { otp } });
}

export const action = pageAction(verifyHeldSignup, {
  own: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  to: async () => ({ path: paths.login, headers: [await writeCookie('signup', undefined)] }),
  back: paths.signup,
});

export default function VerifyEmail() {
  const { t } = useWords();
  const facts = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  if (facts.shows === 'reset') {
    return (
      <GuestSheet title={t('reset.done')} lead={t('reset.doneText')}>
        <Link to={paths.login} className="button">
          {t('nav.logIn')}
        </Link>
      </GuestSheet>
    );
  }
  const { email, minutes, missing } = facts;
  return (
    <GuestSheet title={t('otp.title')} lead={t('otp.lead', { email, minutes })}>
      <OperationForm id="code" action={paths.verifyEmail} answer={answer} missing={missing}>
        <TextField
          name="otp"
          label={t('otp.label')}
          hint={t('otp.spam')}
          autoComplete="one-time-code"
          inputMode="numeric"
          maxLength={12}
        />
        <SubmitButton action={paths.verifyEmail}>{t('otp.submit')}</SubmitButton>
      </OperationForm>
      <Form method="post" action={paths.resendCode} className="mt-6 flex flex-wrap items-center gap-3">
        <p className="text-muted">{t('otp.resendLead')}</p>
        <SubmitButton look="plain small" action={paths.resendCode}>
          {t('otp.resend')}
        </SubmitButton>
      </Form>
      <p className="mt-4">
        <Link to={paths.login}>{t('otp.backToLogin')}</Link>
      </p>
    </GuestSheet>
  );
}
