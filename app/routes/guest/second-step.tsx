import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { finishLogIn, isPendingLogin } from '~/domain/log-in/second-step.server';
import { CodeField } from '~/ui/fields/code-field';
import { TextField } from '~/ui/fields/fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { withLostCookie } from '~/web/pages/refusal-redirect.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { readCookie } from '~/web/request/cookies.server';
import { readNext, withNext } from '~/web/request/next-path.server';
import { readReferrerPath } from '~/web/request/origin.server';
import { logInHeaders, pathAfterLogIn } from '~/web/session/session-answers.server';

/**
 * Loads the second step of a log-in. The address says where the user wanted to go; the cookie holds
 * the key of the first step.
 */
export async function loader({ request }: LoaderFunctionArgs) {
  await requireGuest(request);
  const next = readNext(request);
  const back = withNext(paths.login, next);
  const stepKey = await readCookie(request, 'step');
  if (!(await isPendingLogin(stepKey))) {
    const isLost = !stepKey && readReferrerPath(request)?.split('?')[0] === paths.login;
    throw redirect(isLost ? withLostCookie(back) : back);
  }
  const isRecovery = new URL(request.url).searchParams.has('recovery');
  const otherWay = withNext(paths.secondStep, next, isRecovery ? {} : { recovery: '1' });
  return { isRecovery, other: otherWay, back, required: requiredFields(finishLogIn, 'otp') };
}

export const action = pageAction(finishLogIn, {
  routeInput: async ({ request }) => ({ key: (await readCookie(request, 'step')) ?? '' }),
  onSuccess: async ({ value, request }) => ({
    path: pathAfterLogIn(value, readNext(request)),
    headers: await logInHeaders(request, value),
  }),
  refusedPath: ({ request }) => withNext(paths.login, readNext(request)),
});

export const meta = pageTitle('secondStep.title');

export default function SecondStep() {
  const { t } = useWords();
  const { isRecovery, other: otherWay, back, required } = useLoaderData<typeof loader>();
  return (
    <GuestSheet
      title={t('secondStep.title')}
      lead={t(isRecovery ? 'secondStep.recoveryLead' : 'secondStep.appLead')}
    >
      <OperationForm
        key={otherWay}
        id="step"
        operation="account.finishLogIn"
        answer={useActionData<typeof action>()}
        required={required}
      >
        {isRecovery ? (
          <TextField name="otp" label={t('secondStep.recoveryCode')} autoComplete="off" maxLength={40} />
        ) : (
          <CodeField name="otp" label={t('secondStep.code')} />
        )}
        <SubmitButton icon="login">{t('login.submit')}</SubmitButton>
      </OperationForm>
      <p className="mt-5">
        <Link to={otherWay}>{t(isRecovery ? 'secondStep.useApp' : 'secondStep.useRecovery')}</Link>
      </p>
      <p className="mt-3">
        <Link to={back}>{t('otp.backToLogin')}</Link>
      </p>
    </GuestSheet>
  );
}
