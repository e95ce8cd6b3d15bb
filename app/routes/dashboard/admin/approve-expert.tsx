import { useActionData, useLoaderData } from '@remix-run/react';
import { approveExpert, readExpertToApprove } from '~/domain/experts/approve-expert.server';
import { formatFullName } from '~/domain/identity/full-name';
import { ownWords } from '~/i18n/translate';
import { CheckField } from '~/ui/fields/fields';
import { Icon } from '~/ui/icon';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { useExpertFacts } from '~/ui/staff/expert-card';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { CheckFields, checkDefaults, checkOrder, useCheckOfFields } from './check-fields';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('expertId');

export const loader = pageLoader(readExpertToApprove, {
  routeInput,
  refusedPath: paths.pendingExpert,
  extraData: () => ({
    ...ownWords(requestLanguage(), 'checkPage'),
    required: requiredFields(approveExpert, 'isChecked'),
    noReason: requiredFields(approveExpert, 'reason').reason,
  }),
});

export const action = pageAction(approveExpert, {
  routeInput,
  onSuccess: () => ({ path: paths.pendingExpert }),
  refusedPath: paths.pendingExpert,
  refusalDetail: 'approve.failed',
  failedPath: paths.pendingExpert,
});

export const meta = pageTitle('experts.approve');

/**
 * Approval opens medical files. So the page shows who the expert is, and asks whether somebody has
 * verified their identity.
 */
export default function ApproveExpert() {
  const { t } = useWords();
  const { data: expert, required, noReason } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const name = formatFullName(expert);
  const facts = useExpertFacts(expert);
  const check = useCheckOfFields(noReason);
  const { registrationNumber: number, council } = expert.credentials ?? {};
  const register = council ? t('approve.register', { council }) : t('approve.noCouncil');
  return (
    <ConfirmPage
      title={t('approve.title', { name })}
      facts={[facts.email, facts.contact]}
      operation="expert.approve"
      form={{
        id: 'approve',
        answer,
        required,
        check,
        order: checkOrder,
        defaults: checkDefaults(expert),
        action: paths.approveExpert(expert._id),
        children: (
          <>
            <CheckFields expert={expert} />
            <CheckField name="isChecked" label={t(number ? 'approve.checked' : 'approve.checkedOtherwise')} />
          </>
        ),
      }}
      submit={{ icon: 'check', label: t('experts.approve') }}
      back={{ to: paths.pendingExpert, icon: 'close', label: t('logout.cancel') }}
    >
      {number ? (
        <p className="[overflow-wrap:anywhere]">{register}</p>
      ) : (
        <p className="notice wait">
          <Icon name="alert" className="mt-0.5" />
          <span className="min-w-0 [overflow-wrap:anywhere]">{t('approve.noNumber', { name })}</span>
        </p>
      )}
      <p className="mt-3 mb-5">{t('approve.opens')}</p>
    </ConfirmPage>
  );
}
