import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { askForReset, resetLifetimeMinutes } from '~/domain/accounts/resetPassword';
import { OperationForm, SubmitButton, TextField } from '~/ui/form';
import { GuestSheet } from '~/ui/GuestSheet';
import { pageTitle } from '~/ui/pageTitle';
import { useWords } from '~/ui/words';
import { readCookie, writeCookie } from '~/web/cookies.server';
import { formRules } from '~/web/form.server';
import { language } from '~/web/language.server';
import { pageAction, requireGuest } from '~/web/page.server';
import { paths } from '~/web/paths';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const wantsOther = new URL(request.url).searchParams.has('other');
  const sentTo = wantsOther ? undefined : await readCookie(request, 'forgot');
  return { sentTo, minutes: resetLifetimeMinutes, missing: formRules(askForReset, language()) };
}

export const action = pageAction(askForReset, {
  onSuccess: async ({ fields }) => ({
    path: paths.forgotPassword,
    headers: [await writeCookie('forgot', String(fields.get('email')))],
  }),
});

export const meta = pageTitle('forgot.title');

export default function ForgotPassword() {
  const { t } = useWords();
  const { sentTo, minutes, missing } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const back = (
    <p className="mt-5">
      <Link to={paths.login}>{t('forgot.back')}</Link>
    </p>
  );
  if (sentTo) {
    return (
      <GuestSheet title={t('forgot.sentTitle')} lead={t('forgot.sentText', { email: sentTo })}>
        <p className="mb-5">{t('forgot.sentHint', { minutes })}</p>
        <OperationForm
          id="resend"
          operation="account.askForReset"
          action={paths.forgotPassword}
          answer={answer}
          missing={{}}
        >
          <input type="hidden" name="email" value={sentTo} />
          <SubmitButton icon="mail" variant="plain">
            {t('forgot.resend')}
          </SubmitButton>
        </OperationForm>
        <p className="mt-5">
          <Link to={`${paths.forgotPassword}?other`}>{t('forgot.other')}</Link>
        </p>
        {back}
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('forgot.title')} lead={t('forgot.lead')}>
      <OperationForm
        id="forgot"
        operation="account.askForReset"
        action={paths.forgotPassword}
        answer={answer}
        missing={missing}
      >
        <TextField
          name="email"
          label={t('login.emailLabel')}
          type="email"
          autoComplete="email"
          inputMode="email"
        />
        <SubmitButton icon="mail">{t('forgot.submit')}</SubmitButton>
      </OperationForm>
      {back}
    </GuestSheet>
  );
}
