import { useActionData, useLoaderData } from '@remix-run/react';
import { readFirstPassword } from '~/domain/front-desk/issue-slip.server';
import { chooseFirstPassword } from '~/domain/log-in/first-password.server';
import { canHavePasskeys } from '~/domain/log-in/passkey-ceremony.server';
import { translate } from '~/i18n/translate';
import { NewPasswordFields } from '~/ui/fields/account-fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { usePasskeySupport } from '~/ui/forms/passkey-support';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { readCookie, writeCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(readFirstPassword, {
  refusedPath: paths.dashboard,
  extraData: () => ({
    required: formRules(chooseFirstPassword, requestLanguage()),
    helpline: contactDetails().helpline,
    passkeyLead: canHavePasskeys() ? translate(requestLanguage(), 'passkeysPage.lead') : undefined,
  }),
});

export const action = pageAction(chooseFirstPassword, {
  routeInput: async ({ request }) => ({ token: (await readCookie(request, 'session')) ?? '' }),
  onSuccess: async ({ value }) => ({
    path: paths.dashboard,
    headers: [await writeCookie('session', value.token), await writeCookie('device', value.device)],
  }),
  refusedPath: paths.dashboard,
});

export const meta = pageTitle('firstPassword.title');

/** The page after a log-in with a slip. Each way to replace the one-time password is a section of it. */
export default function FirstPassword() {
  const { t } = useWords();
  const { slip } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <PageHead title={t('firstPassword.title')} lead={t('firstPassword.lead')} />
      {slip && <SlipNotice {...slip} />}
      <PasswordForm />
      <PasskeyInstead />
    </div>
  );
}

/** Says who made the slip, so that its owner learns of one they did not ask for. */
function SlipNotice({ by, at }: { by: string | null; at: string }) {
  const { t, moment } = useWords();
  const { helpline } = useLoaderData<typeof loader>();
  return (
    <Notice icon="info" variant="mb-5">
      {by
        ? t('firstPassword.issued', { name: by, moment: moment(at) })
        : t('firstPassword.issuedUnnamed', { moment: moment(at) })}{' '}
      {t('firstPassword.notYou')} {helpline && <bdi dir="ltr">{helpline}</bdi>}
    </Notice>
  );
}

/** The other way to replace the one-time password, for devices that can. */
function PasskeyInstead() {
  const { t } = useWords();
  const { passkeyLead } = useLoaderData<typeof loader>();
  if (!usePasskeySupport() || !passkeyLead) return null;
  return (
    <section className="sheet mt-6" aria-label={t('passkeys.title')}>
      <p className="mb-4">{passkeyLead}</p>
      <ButtonLink to={paths.passkeys} icon="key" variant="plain">
        {t('passkeys.title')}
      </ButtonLink>
    </section>
  );
}

function PasswordForm() {
  const { t } = useWords();
  const { required } = useLoaderData<typeof loader>();
  return (
    <section className="sheet">
      <OperationForm
        id="first-password"
        operation="account.chooseFirstPassword"
        answer={useActionData<typeof action>()}
        required={required}
        order={['newPassword', 'confirmNewPassword']}
        same={{ field: 'confirmNewPassword', as: 'newPassword', words: t('signup.mismatch') }}
      >
        <NewPasswordFields isChange />
        <SubmitRow icon="lock">{t('firstPassword.submit')}</SubmitRow>
      </OperationForm>
    </section>
  );
}
