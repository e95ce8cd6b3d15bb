import { useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/desk/report-lists.server';
import { deleteReport } from '~/domain/report-files/delete-report.server';
import { ConfirmPage } from '~/ui/forms/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { ReportLine } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { backupWords } from '~/web/pages/admin-messages.server';
import { fromPath } from '~/web/pages/from-path';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { ownReportAction } from './own-report-action.server';

export const loader = pageLoader(readOwnReport, { routeInput: fromPath('reportId'), extraData: backupWords });

export const action = ownReportAction(deleteReport);

export const meta = pageTitle('report.deleteTitle');

export default function DeleteReport() {
  const { t } = useWords();
  const { data: report, viewer, inBackups } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t('report.deleteTitle')}
      about={<ReportLine report={report} />}
      operation="report.delete"
      submit={{ icon: 'trash', label: t('report.deleteConfirm'), variant: 'danger full' }}
      back={{ to: paths.previousReport(viewer.id), icon: 'previous', label: t('report.keep') }}
    >
      <p className="mt-2 text-muted">{t('report.deleteText')}</p>
      <p className="mt-2 text-muted">{inBackups}</p>
    </ConfirmPage>
  );
}
