import { useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/desk/report-lists.server';
import { deleteReport } from '~/domain/report-view/delete-report.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { useReportFacts } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { backupWords } from '~/web/pages/admin-messages.server';
import { fromPath } from '~/web/pages/from-path';
import { pageLoader } from '~/web/pages/page-loader.server';
import { ownReportAction } from './own-report-action.server';

export const loader = pageLoader(readOwnReport, { routeInput: fromPath('reportId'), extraData: backupWords });

export const action = ownReportAction(deleteReport);

export const meta = pageTitle('report.deleteTitle');

export default function DeleteReport() {
  const { t } = useWords();
  const { data: report, inBackups } = useLoaderData<typeof loader>();
  const reportFacts = useReportFacts();
  return (
    <ConfirmPage
      title={t('report.deleteTitle')}
      facts={reportFacts(report)}
      operation="report.delete"
      submit={{ icon: 'trash', label: t('report.deleteConfirm'), variant: 'danger full' }}
      back={{ to: paths.report(report._id), icon: 'previous', label: t('report.keep') }}
    >
      <p>{t('report.deleteText')}</p>
      <p className="mt-3">{inBackups}</p>
    </ConfirmPage>
  );
}
