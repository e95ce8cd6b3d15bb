import { useActionData, useLoaderData } from '@remix-run/react';
import { answerQuestion, readQuestion } from '~/domain/questions/answer-question.server';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { Notice } from '~/ui/notices/notice';
import { AnswerForm } from '~/ui/questions/answer-form';
import { AnswerBy, findOpenQuestionIn, QuestionText } from '~/ui/questions/question-parts';
import { ReportPicture } from '~/ui/report/report-parts';
import { ReportLine } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { answerLimits } from '~/web/pages/form-rules.server';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { toOwnReportsPath } from './own-report-action.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readQuestion, {
  routeInput,
  extraData: () => ({ limits: answerLimits(answerQuestion) }),
});

export const action = pageAction(answerQuestion, {
  routeInput,
  onSuccess: ({ params }) => ({ path: paths.report(params.reportId ?? '') }),
  // Mistakes are reported beside the input.
  refusedPath: ({ viewer, refused }) => (refused === 'tooLarge' ? undefined : toOwnReportsPath({ viewer })),
});

export const meta = pageTitle('answer.title');

export default function AnswerQuestion() {
  const { t } = useWords();
  const { data: report, limits, viewer } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const type = useTypeName()(report.reportType);
  const question = report.progress === 'question' ? findOpenQuestionIn(report) : undefined;
  return (
    <div className="max-w-2xl">
      <PageHead title={t('answer.title')} lead={<ReportLine report={report} />} />
      {question ? (
        <div className="grid gap-5">
          <section className="rounded-field bg-accent-quiet p-4 text-ink">
            <QuestionText question={question} />
            <AnswerBy question={question} />
          </section>
          <section className="sheet" aria-label={t('answer.title')}>
            <AnswerForm
              reportId={report._id}
              action={paths.answerQuestion(report._id)}
              limits={limits}
              answer={answer}
            />
          </section>
          <ReportPicture report={report} label={type} />
        </div>
      ) : (
        <div className="grid justify-items-start gap-4">
          <Notice icon="info">{t(noneOf(report))}</Notice>
          <ButtonLink to={paths.previousReport(viewer.id)} icon="reports">
            {t('submitted.next')}
          </ButtonLink>
        </div>
      )}
    </div>
  );
}

/** Says why no question is open. */
function noneOf({ status, questions }: { status: string; questions: { answeredAt: string | null }[] }) {
  if (status === 'Reviewed') return 'answer.reviewed';
  return questions.at(-1)?.answeredAt ? 'answer.already' : 'answer.none';
}
