import type { LoaderFunctionArgs } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { markReviewSeen } from '~/domain/desk/new-answers.server';
import { readReportOnPage } from '~/domain/desk/report-page.server';
import { answerQuestion } from '~/domain/questions/answer-question.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { ActionButton } from '~/ui/forms/buttons';
import { DoNotWait, Emergency } from '~/ui/layout/emergency';
import { Folded } from '~/ui/layout/folded';
import { pageTitle } from '~/ui/layout/page-title';
import { BackLink, ButtonLink } from '~/ui/links';
import { QuestionBox } from '~/ui/questions/question-box';
import { hasQuestionHistory, QuestionHistory } from '~/ui/questions/question-parts';
import { ChangeOrDelete, NextSteps, ReportActions, type ReportPaths } from '~/ui/report/report-actions';
import { ReportContent } from '~/ui/report/report-content';
import { CaseLine, ReportHead } from '~/ui/report/report-head';
import { AccessLog, ConsentLog } from '~/ui/report/report-history';
import { isGoToday, ReportReview } from '~/ui/report/report-review';
import { isLongUnread, isWithdrawn, Waiting } from '~/ui/report/report-waiting';
import { useWords } from '~/ui/sentence';
import { SignList } from '~/ui/staff/sign-list';
import { paths } from '~/urls/paths';
import { contactDetails } from '~/web/pages/clinic-details.server';
import { describeSigns } from '~/web/pages/danger-list.server';
import { answerLimits } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import type { PageHandle } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';
import { toOwnReportsPath } from './own-report-action.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

const read = pageLoader(readReportOnPage, {
  routeInput,
  extraData: () => ({
    limits: answerLimits(answerQuestion),
    helpline: contactDetails().helpline,
  }),
});

export async function loader(args: LoaderFunctionArgs) {
  const page = await read(args);
  return { ...page, signs: await describeSigns(page.data.dangerSigns) };
}

/** Notes that the patient says they have read an answer. */
export const action = pageAction(markReviewSeen, {
  routeInput,
  onSuccess: ({ params }) => ({ path: paths.report(params.reportId ?? '') }),
  refusedPath: toOwnReportsPath,
  failedPath: toOwnReportsPath,
});

export const meta = pageTitle('pending.report');

export const handle: PageHandle = { hasFoldedHeader: true };

const pathsOf = (reportId: string): ReportPaths => ({
  seen: paths.reviewSeen(reportId),
  confirm: paths.report(reportId),
  correct: paths.correctReport(reportId),
  delete: paths.deleteReport(reportId),
  summary: paths.reviewSummary(reportId),
  withdraw: paths.withdrawConsent(reportId),
  consentAgain: paths.giveConsent(reportId),
  answer: paths.answerQuestion(reportId),
  share: paths.shareReport(reportId),
  contact: paths.contactUs,
  callMe: `${paths.callBack}?report=${reportId}`,
  stepAnswer: paths.stepAnswer(reportId),
});

/** A report with its answer: what to do, what the doctor says, who says so, and then all else. */
export default function Report() {
  const { t } = useWords();
  const { data: report, own, helpline, viewer, signs } = useLoaderData<typeof loader>();
  const links = own ? pathsOf(report._id) : undefined;
  const isAnswered = report.status === 'Reviewed';
  const listPath = paths.previousReport(report.patient._id ?? viewer.id);
  return (
    <article className="max-w-3xl" aria-labelledby={`report-${report._id}`}>
      <ReportHead
        report={report}
        audience={own ? 'patient' : 'staff'}
        hasSeveralPeople={own?.hasSeveralPeople ?? false}
        back={<BackLink to={listPath} label={t(own ? 'report.mine' : 'reports.title')} />}
      />
      <SignList signs={signs} variant="mb-4" />
      <div className="sheet max-sm:!py-3">
        {isAnswered ? <Answer links={links} /> : <State links={links} />}
      </div>
      <section className="mt-4 grid gap-3">
        <CaseLine report={report} />
        <div>
          {isAnswered && links && <NextSteps report={report} helpline={helpline} contact={links.contact} />}
          <Details links={links} />
        </div>
      </section>
      <Emergency isInView={isGoToday(report)} />
    </article>
  );
}

type LinksProps = { links: ReportPaths | undefined };

function Answer({ links }: LinksProps) {
  const { data: report, own, loadedAt, helpline } = useLoaderData<typeof loader>();
  return (
    <ReportReview
      report={report}
      heading="h2"
      ownReview={{
        seen: own?.isNew ? links?.seen : undefined,
        confirm: links?.confirm,
        callMe: links?.callMe,
        stepAnswer: links?.stepAnswer,
        readAt: loadedAt,
        untranslated: own?.untranslated,
        helpline,
      }}
    >
      {links && <ReportActions report={report} paths={links} />}
    </ReportReview>
  );
}

/** Says what a report without an answer waits for, and offers what its patient can do meanwhile. */
function State({ links }: LinksProps) {
  const { t } = useWords();
  const { data: report, loadedAt, limits, helpline } = useLoaderData<typeof loader>();
  const isMarkable = report.progress !== 'withdrawn' && !isWithdrawn(report) && !report.urgent;
  return (
    <div className="grid gap-4">
      {report.urgent && <Urgent helpline={links && helpline} isUnread={isLongUnread(report)} />}
      <Waiting report={report} audience={links ? 'patient' : 'staff'} asOf={loadedAt} />
      {isMarkable && (
        <ButtonLink
          to={paths.markUrgent(report._id)}
          icon="alert"
          variant="danger small justify-self-start print:hidden"
        >
          {t('danger.worse')}
        </ButtonLink>
      )}
      {links && <QuestionBox report={report} action={links.answer} limits={limits} />}
      {links && isWithdrawn(report) && (
        <ButtonLink to={links.consentAgain} icon="check" variant="small justify-self-start">
          {t('consent.giveAgain')}
        </ButtonLink>
      )}
      {links && <ReportActions report={report} paths={links} />}
    </div>
  );
}

/** Says that a report is marked as urgent, and to its patient where to get help at once. */
function Urgent({ helpline, isUnread }: { helpline?: string; isUnread: boolean }) {
  const { t } = useWords();
  return (
    <div className="grid gap-2">
      {helpline !== undefined && <DoNotWait helpline={helpline} isUnread={isUnread} />}
      <p className="font-label">{t('danger.isMarked')}</p>
    </div>
  );
}

/** The folds: what was sent, questions, who opened it, the consent, changes. */
function Details({ links }: LinksProps) {
  const { t } = useWords();
  const { data: report, own } = useLoaderData<typeof loader>();
  return (
    <>
      <Folded title={t('pending.report')} isOpen={report.status !== 'Reviewed'}>
        <ReportContent report={report} audience={links ? 'patient' : 'staff'} heading="h2" />
      </Folded>
      {hasQuestionHistory(report) && (
        <Folded title={t('question.history')}>
          <QuestionHistory report={report} />
        </Folded>
      )}
      {own && <AccessLog openings={own.openings} />}
      {!own && (
        <ActionButton
          operation="audit.readReportAccess"
          action={paths.reportAccess}
          fields={{ caseNumber: toCaseNumber(report._id) }}
          icon="search"
          variant="plain small"
          formClass="mt-4 print:hidden"
        >
          {t('openings.title')}
        </ActionButton>
      )}
      {report.consent && <ConsentLog consent={report.consent} />}
      {links && <ChangeOrDelete report={report} paths={links} />}
    </>
  );
}
