import { useActionData, useLoaderData } from '@remix-run/react';
import { liftHold, readHeldReport } from '~/domain/questions/lift-hold.server';
import { maxLiftReasonLength } from '~/domain/report/question-constants';
import { TextArea } from '~/ui/fields/text-area';
import { useTypeName } from '~/ui/fields/type-name';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { patientNameOf } from '~/ui/people/people-words';
import { AddedFiles, findOpenQuestionIn, QuestionHistory, QuestionText } from '~/ui/questions/question-parts';
import { ReportPicture } from '~/ui/report/report-parts';
import { useReportFacts } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { requiredFields } from '~/web/pages/required-fields.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');
const list = `${paths.pendingReport}?waitsFor=admin`;

export const loader = pageLoader(readHeldReport, {
  routeInput,
  refusedPath: paths.pendingReport,
  extraData: () => ({ required: requiredFields(liftHold, 'reason') }),
});

export const action = pageAction(liftHold, {
  routeInput,
  onSuccess: () => ({ path: list }),
  refusedPath: list,
});

export const meta = pageTitle('lift.title');

export default function LiftHold() {
  const { t } = useWords();
  const { data: report, required } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const type = useTypeName()(report.reportType);
  const question = findOpenQuestionIn(report);
  const reportFacts = useReportFacts();
  return (
    <ConfirmPage
      title={t('lift.title')}
      facts={reportFacts(report, patientNameOf(report))}
      operation="report.liftHold"
      form={{
        id: 'lift',
        answer,
        required,
        action: paths.liftHold(report._id),
        children: (
          <TextArea
            name="reason"
            label={t('standing.reason')}
            hint={t('lift.reasonHint')}
            maxLength={maxLiftReasonLength}
            isRequired
          />
        ),
      }}
      submit={{ icon: 'check', label: t('lift.confirm') }}
      back={{ to: list, icon: 'lock', label: t('lift.keep') }}
    >
      <p className="mb-4">{t('lift.textBelow')}</p>
      <div className="mb-5 grid gap-4">
        {question && <QuestionText question={question} />}
        <QuestionHistory report={report} />
        <div>
          <ReportPicture report={report} label={type} />
          <AddedFiles files={report.files} />
        </div>
      </div>
    </ConfirmPage>
  );
}
