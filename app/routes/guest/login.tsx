import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { logIn } from '~/domain/accounts/log-in.server';
import { canHavePasskeys } from '~/domain/accounts/passkey-ceremony.server';
import { LoginNameField, PasswordField } from '~/ui/fields/account-fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { carryEmail } from '~/ui/forms/carried-email';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { useWords } from '~/ui/sentence';
import { formRules } from '~/web/pages/form-rules.server';
import { pageAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { takeMemo, writeCookie } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { ownPath } from '~/web/request/origin.server';
import { paths } from '~/web/request/paths';
import { requestLanguage } from '~/web/request/request-language.server';
import { logInByForm } from '~/web/session/authenticator.server';
import { logInHeaders, pathAfterLogIn } from '~/web/session/session-answers.server';
import { PasskeyLogInButton } from './passkey-log-in-button';

export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const next = readNext(request);
  const { value: opened, headers } = await takeMemo(request, 'opened', null);
  const isForReport = next?.split('?')[0] === paths.uploadReport;
  return data(
    {
      next: next ?? '',
      signup: withNext(paths.signup, next),
      isForReport: isForReport && !opened,
      missing: formRules(logIn, requestLanguage()),
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
  const { next, signup, isForReport, missing, opened, hasPasskeys } = useLoaderData<typeof loader>();
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
        missing={missing}
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
