import { useLoaderData, useLocation } from '@remix-run/react';
import { markUrgent, readReportToMark } from '~/domain/upload/mark-urgent.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { DoNotWait } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readReportToMark, {
  routeInput,
  extraData: () => ({ helpline: contactDetails().helpline }),
});

export const action = pageAction(markUrgent, {
  routeInput,
  onSuccess: ({ request, value }) => ({ path: toOrigin(new URL(request.url).search, value.data.reportId) }),
});

/** Returns the page that led here: the reports that a helper sent, or the report. */
function toOrigin(search: string, reportId: string) {
  return new URLSearchParams(search).has('sent') ? paths.sentReports : paths.report(reportId);
}

export const meta = pageTitle('danger.worse');

/** Marks a report as urgent. Before that it says where to get help at once. */
export default function MarkUrgent() {
  const { t, day } = useWords();
  const { search } = useLocation();
  const { reportId, name, caseNumber, sentAt, helpline } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t('danger.worse')}
      facts={[
        [t('pending.patient'), name && <bdi key="name">{name}</bdi>],
        [t('report.caseNumber'), caseNumber],
        [t('report.submittedOn'), day(sentAt)],
      ]}
      operation="report.markUrgent"
      submit={{ icon: 'alert', label: t('danger.submit'), variant: 'danger full' }}
      back={{ to: toOrigin(search, reportId), icon: 'previous', label: t('confirm.back') }}
    >
      <DoNotWait helpline={helpline} variant="mb-4" />
      <p>{t('danger.worseText')}</p>
    </ConfirmPage>
  );
}
