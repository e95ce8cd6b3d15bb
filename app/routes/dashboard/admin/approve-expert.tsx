import { useActionData, useLoaderData } from '@remix-run/react';
import { approveExpert, readExpertToApprove } from '~/domain/experts/approve-expert.server';
import { maxReasonLength } from '~/domain/identity/expert-constants';
import { formatFullName } from '~/domain/identity/full-name';
import { CheckField } from '~/ui/fields/fields';
import { TextArea } from '~/ui/fields/text-area';
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

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('expertId');

export const loader = pageLoader(readExpertToApprove, {
  routeInput,
  refusedPath: paths.pendingExpert,
  extraData: () => ({ required: requiredFields(approveExpert, 'isChecked', 'reason') }),
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
  const { data: expert, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const name = formatFullName(expert);
  const facts = useExpertFacts(expert);
  const { registrationNumber: number, council } = expert.credentials ?? {};
  const register = council ? t('approve.register', { council }) : t('approve.noCouncil');
  return (
    <ConfirmPage
      title={t('approve.title', { name })}
      facts={[facts.number, facts.council, facts.qualification, facts.email, facts.contact]}
      operation="expert.approve"
      form={{
        id: 'approve',
        answer,
        required,
        action: paths.approveExpert(expert._id),
        children: (
          <>
            <input type="hidden" name="registrationNumber" value={number ?? ''} />
            {!number && (
              <TextArea
                name="reason"
                label={t('standing.reason')}
                hint={t('approve.reasonHint')}
                maxLength={maxReasonLength}
                isRequired
              />
            )}
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
