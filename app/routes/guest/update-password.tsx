import type { LoaderFunctionArgs } from '@remix-run/node';
import { Link, useActionData, useLoaderData } from '@remix-run/react';
import { findReset, resetPassword } from '~/domain/log-in/reset-password.server';
import { NewPasswordFields } from '~/ui/fields/account-fields';
import { SubmitButton } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { GuestSheet } from '~/ui/layout/guest-sheet';
import { pageTitle } from '~/ui/layout/page-title';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { requireGuest } from '~/web/pages/require-viewer.server';
import { writeCookie, writeMemo } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';

export async function loader({ request, params }: LoaderFunctionArgs) {
  await requireGuest(request);
  const { token: _ofTheAddress, ...required } = formRules(resetPassword, requestLanguage());
  return { isGood: Boolean(await findReset(params.token ?? '')), required };
}

export const action = pageAction(resetPassword, {
  routeInput: fromPath('token'),
  onSuccess: async ({ value }) => ({
    path: paths.confirmation,
    headers: [await writeMemo('reset', 'done', null), await writeCookie('device', value.device)],
  }),
});

export const meta = pageTitle('reset.title');

export default function UpdatePassword() {
  const { t } = useWords();
  const { isGood, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  return (
    <GuestSheet title={t('reset.title')} lead={isGood ? t('reset.lead') : undefined}>
      {isGood || answer ? (
        <OperationForm id="reset" operation="account.resetPassword" answer={answer} required={required}>
          <NewPasswordFields />
          <SubmitButton icon="lock">{t('reset.submit')}</SubmitButton>
        </OperationForm>
      ) : (
        <>
          <p className="notice bad mb-5">{t('reset.over')}</p>
          <ButtonLink to={`${paths.forgotPassword}?other`} icon="mail">
            {t('reset.askAgain')}
          </ButtonLink>
        </>
      )}
      <p className="mt-5">
        <Link to={paths.login}>{t('forgot.back')}</Link>
      </p>
    </GuestSheet>
  );
}
