import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { useEffect, useState } from 'react';
import { askForResetOnPage, resetLifetimeMinutes } from '~/domain/log-in/reset-password.server';
import { LoginNameField } from '~/ui/fields/account-fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { carriedEmail, carryEmail } from '~/ui/forms/carried-email';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { takeMemo, writeMemo } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const { value: sentTo, headers } = await takeMemo(request, 'forgot', null);
  const required = formRules(askForResetOnPage, requestLanguage());
  const { helpline } = contactDetails();
  return data({ sentTo, minutes: resetLifetimeMinutes, required, helpline }, { headers });
}

export const action = pageAction(askForResetOnPage, {
  onSuccess: async ({ fields }) => {
    const sentTo = String(fields.get('email'));
    return {
      path: paths.forgotPassword,
      headers: [await writeMemo('forgot', sentTo, null)],
      // Nothing is sent for a clinic number.
      toast: sentTo.includes('@') ? undefined : 'none',
    };
  },
});

export const meta = pageTitle('forgot.title');

export default function ForgotPassword() {
  const { t } = useWords();
  const { sentTo, minutes, required, helpline } = useLoaderData<typeof loader>();
  const [email] = useState(carriedEmail);
  useEffect(() => carryEmail(''), []);
  const form = {
    operation: 'account.askForReset',
    action: paths.forgotPassword,
    answer: useActionData<typeof action>(),
  };
  const back = (
    <p className="mt-5">
      <Link to={paths.login}>{t('forgot.back')}</Link>
    </p>
  );
  if (sentTo && !sentTo.includes('@')) {
    return (
      <GuestSheet title={t('forgot.title')}>
        <p>{helpline ? t('forgot.atDeskCall', { helpline }) : t('forgot.atDesk')}</p>
        {back}
      </GuestSheet>
    );
  }
  if (sentTo) {
    return (
      <GuestSheet title={t('forgot.sentTitle')} lead={t('forgot.sentText', { email: sentTo })}>
        <p className="mb-5">{t('forgot.sentHint', { minutes })}</p>
        <OperationForm {...form} id="resend">
          <input type="hidden" name="email" value={sentTo} />
          <SubmitButton icon="mail" variant="plain">
            {t('forgot.resend')}
          </SubmitButton>
        </OperationForm>
        <p className="mt-5">
          <Link to={paths.forgotPassword}>{t('forgot.other')}</Link>
        </p>
        {back}
      </GuestSheet>
    );
  }
  return (
    <GuestSheet title={t('forgot.title')} lead={t('forgot.lead')}>
      <OperationForm {...form} id="forgot" required={required} defaults={{ email }}>
        <LoginNameField />
        <SubmitButton icon="mail">{t('forgot.submit')}</SubmitButton>
      </OperationForm>
      {back}
    </GuestSheet>
  );
}
