import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
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

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const held = await findHeldSignup(await readCookie(request, 'signup'));
  if (!held) throw redirect(paths.signup);
  const { otp } = formFacts(verifyHeldSignup, language);
  return { email: held.email, minutes: codeLifetimeMinutes, missing: { otp: otp ?? '' } };
}

export const action = pageAction(verifyHeldSignup, {
  own: async ({ request }) => ({ heldKey: (await readCookie(request, 'signup')) ?? '' }),
  to: async () => ({ path: paths.login, headers: [await writeCookie('signup', undefined)] }),
  back: paths.signup,
});

export default function VerifyEmail() {
  const { t } = useWords();
  const { email, minutes, missing } = useLoaderData<typeof loader>();
  return (
    <GuestSheet title={t('otp.title')} lead={t('otp.lead', { email, minutes })}>
      <OperationForm
        id="code"
        action={paths.verifyEmail}
        answer={useActionData<typeof action>()}
        missing={missing}
      >
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
