import { useActionData, useLoaderData } from '@remix-run/react';
import { changePhone } from '~/domain/front-desk/change-phone.server';
import { readFoundAccount } from '~/domain/front-desk/find-account.server';
import { PhoneField, TextField } from '~/ui/fields/fields';
import { SubmitRow } from '~/ui/forms/buttons';
import { OperationForm } from '~/ui/forms/operation-form';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { formRules } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { IdentityFields, identityOrder } from './identity-fields';
import { AddressNotice } from './removal-state';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('userId');

export const loader = pageLoader(readFoundAccount, {
  routeInput,
  extraData: () => {
    // The path names the account, not a form field.
    const { userId: _userId, ...required } = formRules(changePhone, requestLanguage());
    return { required };
  },
});

export const action = pageAction(changePhone, {
  routeInput,
  onSuccess: () => ({ path: paths.frontDesk }),
  refusedPath: ({ refused }) => (refused === 'notFound' ? paths.frontDesk : undefined),
});

export const meta = pageTitle('changePhone.title');

export default function ChangePhone() {
  const { t } = useWords();
  const { data: account, required, rule, keepsEmail } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-2xl">
      <BackLink to={paths.frontDesk} label={t('frontDesk.title')} />
      <PageHead title={`${t('changePhone.title')}: ${account.firstName}`} />
      {keepsEmail && <AddressNotice userId={account.userId} />}
      <div className="sheet">
        <OperationForm
          id="phone"
          operation="account.changePhone"
          answer={useActionData<typeof action>()}
          required={required}
          order={[...identityOrder, 'newNumber', 'reason']}
        >
          <IdentityFields rule={rule} />
          <PhoneField name="newNumber" label={t('changePhone.newLabel')} autoComplete="off" />
          <TextField name="reason" label={t('standing.reason')} autoComplete="off" maxLength={200} />
          <SubmitRow icon="check">{t('changePhone.submit')}</SubmitRow>
        </OperationForm>
      </div>
    </div>
  );
}
