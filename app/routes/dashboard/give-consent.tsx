import { useLoaderData } from '@remix-run/react';
import { readOwnReport } from '~/domain/reports/queue/report-lists.server';
import { giveConsentAgain } from '~/domain/reports/submit/consent.server';
import { ConfirmPage } from '~/ui/forms/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { ReportLine } from '~/ui/reports/report-line';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';
import { fromPath } from '../from-path';
import { ownReportAction } from './own-report-action.server';

export const loader = pageLoader(readOwnReport, { routeInput: fromPath('reportId') });

export const action = ownReportAction(giveConsentAgain);

export const meta = pageTitle('consent.giveTitle');

export default function GiveConsent() {
  const { t } = useWords();
  const { data: report, viewer } = useLoaderData<typeof loader>();
  return (
    <ConfirmPage
      title={t('consent.giveTitle')}
      about={<ReportLine report={report} />}
      operation="report.giveConsent"
      submit={{ icon: 'check', label: t('consent.giveConfirm') }}
      back={{ to: paths.previousReport(viewer.id), icon: 'close', label: t('logout.cancel') }}
    >
      <p className="mt-2 text-muted">{t('consent.giveText')}</p>
      <blockquote className="letter mt-4">{t('upload.consentLabel')}</blockquote>
    </ConfirmPage>
  );
}
