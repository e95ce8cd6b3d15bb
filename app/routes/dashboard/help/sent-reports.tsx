import { useLoaderData } from '@remix-run/react';
import { listSentReports, type SentReport } from '~/domain/help/sent-reports.server';
import { DoNotWait } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { BackLink, ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { Pager } from '~/ui/lists/pager';
import { OfName } from '~/ui/of-name';
import { PersonSheet } from '~/ui/people/person-sheet';
import { StepCheck } from '~/ui/report/step-check';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listSentReports, {
  query: true,
  extraData: () => ({ helpline: contactDetails().helpline }),
});

export const meta = pageTitle('sentReports.title');

/** The reports that a helper sent for others. */
export default function SentReports() {
  const { t } = useWords();
  const { data: sentReports, meta: page, helpline } = useLoaderData<typeof loader>();
  return (
    <>
      <BackLink to={paths.help} label={t('help.title')} />
      <PageHead title={t('sentReports.title')} />
      {sentReports.length === 0 ? (
        <EmptyState title={t('sentReports.empty')} />
      ) : (
        <ul className="grid max-w-3xl gap-4">
          {sentReports.map((report) => (
            <li key={report.reportId}>
              <Sent report={report} helpline={helpline} />
            </li>
          ))}
        </ul>
      )}
      <Pager meta={page} />
    </>
  );
}

function Sent({ report, helpline }: { report: SentReport; helpline: string }) {
  const { t, moment } = useWords();
  const { reportId, firstName, sentAt, status, isWithdrawn, urgent, review, reviewLanguage, stepCheck } =
    report;
  const isAnswered = status === 'Reviewed';
  return (
    <PersonSheet
      name={firstName}
      facts={
        <>
          <p>{t('sentReports.sent', { time: moment(sentAt) })}</p>
          <CaseNumber reportId={reportId} />
        </>
      }
    >
      <p className={isAnswered ? 'font-label' : undefined}>
        {isWithdrawn && t('sentReports.withdrawn')}
        {!isWithdrawn && (isAnswered ? t('sentReports.answered') : t('sentReports.waiting'))}
      </p>
      {urgent && <DoNotWait helpline={helpline} />}
      {urgent && <p className="font-label">{t('danger.isMarked')}</p>}
      {!isAnswered && !isWithdrawn && !urgent && (
        <ButtonLink to={`${paths.markUrgent(reportId)}?sent`} icon="alert" variant="danger small self-start">
          {t('danger.worse')}
          <OfName name={firstName} />
        </ButtonLink>
      )}
      {stepCheck && (
        <StepCheck
          check={stepCheck}
          action={`${paths.stepAnswer(reportId)}?sent`}
          question={t('stepCheck.askFor')}
        />
      )}
      {review !== null && (
        <details>
          <summary className="inline-flex min-h-11 cursor-pointer items-center font-label underline decoration-edge">
            {t('sentReports.read')}
          </summary>
          <p className="letter" lang={reviewLanguage ?? undefined} dir="auto">
            {review}
          </p>
        </details>
      )}
    </PersonSheet>
  );
}
