import { useLoaderData } from '@remix-run/react';
import { closeQuestion, readQuestionToClose } from '~/domain/questions/close-question.server';
import { ConfirmPage } from '~/ui/layout/confirm-page';
import { pageTitle } from '~/ui/layout/page-title';
import { QuestionText } from '~/ui/questions/question-parts';
import { useReportFacts } from '~/ui/report/report-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readQuestionToClose, { routeInput, refusedPath: paths.pendingReport });

export const action = pageAction(closeQuestion, {
  routeInput,
  onSuccess: () => ({ path: paths.pendingReport }),
  refusedPath: paths.pendingReport,
  failedPath: paths.pendingReport,
});

export const meta = pageTitle('closeQuestion.title');

export default function CloseQuestion() {
  const { t } = useWords();
  const { data } = useLoaderData<typeof loader>();
  const reportFacts = useReportFacts();
  return (
    <ConfirmPage
      title={t('closeQuestion.title')}
      facts={reportFacts(data)}
      operation="report.closeQuestion"
      submit={{ icon: 'close', label: t('closeQuestion.confirm') }}
      back={{
        to: `${paths.pendingReport}?waitsFor=patient`,
        icon: 'previous',
        label: t('closeQuestion.keep'),
      }}
    >
      <p className="mb-4">{t('closeQuestion.textBelow')}</p>
      <QuestionText question={data.question} />
    </ConfirmPage>
  );
}
