import { useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/desk/report-lists.server';
import { withdrawConsent } from '~/domain/upload/consent.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useReportFacts } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageLoader } from '~/web/pages/page-loader.server';
import { ownReportAction } from './own-report-action.server';

export const loader = pageLoader(readOwnReport, { routeInput: fromPath('reportId') });

export const action = ownReportAction(withdrawConsent);

export const meta = pageTitle('consent.withdrawTitle');

export default function WithdrawConsent() {
  const { t } = useWords();
  const { data: report } = useLoaderData<typeof loader>();
  const reportFacts = useReportFacts();
  return (
    <ConfirmPage
      title={t('consent.withdrawTitle')}
      facts={reportFacts(report)}
      operation="report.withdrawConsent"
      submit={{ icon: 'lock', label: t('consent.withdraw'), variant: 'danger full' }}
      back={{ to: paths.report(report._id), icon: 'previous', label: t('report.keep') }}
    >
      <p>{t('consent.withdrawText')}</p>
    </ConfirmPage>
  );
}
