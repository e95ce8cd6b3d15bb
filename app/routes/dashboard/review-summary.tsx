import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData, useLocation, useNavigate } from '@remix-run/react';
import { useEffect } from 'react';
import { findScope } from '~/domain/kernel/abilities';
import { createSummaryCode, readSummary } from '~/domain/shares/summary.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink } from '~/ui/links';
import { PrintButton } from '~/ui/report/print-button';
import { useReportFacts } from '~/ui/report/report-words';
import { SummaryPaper } from '~/ui/report/summary-paper';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { summaryPaper } from '~/web/pages/summary-paper.server';
import { toOwnReportsPath } from './own-report-action.server';

/** The part of the address that opens the browser's print dialog. */
const printNow = 'print';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const readPage = pageLoader(readSummary, { routeInput: fromPath('reportId') });

export async function loader(args: LoaderFunctionArgs) {
  const { viewer, isOwn, ...summary } = await readPage(args);
  const { _id, reportType, createdAt, about, patient } = summary.report;
  return {
    viewer,
    report: { _id, reportType, createdAt, about },
    // A doctor has no page of the report.
    backPath:
      isOwn || findScope(viewer, 'report.readOnPage') === 'all'
        ? paths.report(_id)
        : `${paths.previousReport(patient._id ?? viewer.id)}#report-${_id}`,
    paper: isOwn && summary.data === null ? null : await summaryPaper(summary),
  };
}

export const action = pageAction(createSummaryCode, {
  routeInput: fromPath('reportId'),
  onSuccess: ({ params }) => ({
    path: `${paths.reviewSummary(params.reportId ?? '')}#${printNow}`,
    toast: 'none',
  }),
  refusedPath: toOwnReportsPath,
  failedPath: toOwnReportsPath,
});

export const meta = pageTitle('summary.title');

export default function ReviewSummary() {
  const { t } = useWords();
  const { report, backPath, paper } = useLoaderData<typeof loader>();
  const reportFacts = useReportFacts();
  usePrintOnArrival(paper !== null);
  if (!paper)
    return (
      <ConfirmPage
        title={t('summary.title')}
        facts={reportFacts(report)}
        operation="review.createSummaryCode"
        submit={{ icon: 'print', label: t('report.print') }}
        back={{ to: backPath, icon: 'previous', label: t('confirm.back') }}
      >
        <p>{t('summary.lead')}</p>
        <p className="mt-3">{t('summary.about')}</p>
      </ConfirmPage>
    );
  return (
    <>
      <PageHead title={t('summary.title')} lead={t('summary.lead')} aside={<PrintButton />} />
      <SummaryPaper paper={paper} />
      <div className="mt-4">
        <BackLink to={backPath} label={t('confirm.back')} />
      </div>
    </>
  );
}

/** Opens the print dialog if the address asks for it, which it does once. */
function usePrintOnArrival(isReady: boolean) {
  const { hash, pathname } = useLocation();
  const navigate = useNavigate();
  const isAsked = isReady && hash === `#${printNow}`;
  useEffect(() => {
    if (!isAsked) return;
    const print = async () => {
      await document.querySelector<HTMLImageElement>('.summary-check img')?.decode();
      window.print();
      navigate(pathname, { replace: true, preventScrollReset: true });
    };
    print();
  }, [isAsked, pathname, navigate]);
}
