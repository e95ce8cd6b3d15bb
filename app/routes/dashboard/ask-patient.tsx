import { useActionData, useLoaderData } from '@remix-run/react';
import { askPatient, readReportToAsk } from '~/domain/questions/ask-patient.server';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { patientNameOf } from '~/ui/people/people-words';
import { AskForm } from '~/ui/questions/ask-form';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const routeInput = fromPath('reportId');

export const loader = pageLoader(readReportToAsk, { routeInput, refusedPath: paths.pendingReport });

export const action = pageAction(askPatient, {
  routeInput,
  onSuccess: () => ({ path: paths.pendingReport }),
  refusedPath: paths.pendingReport,
});

export const meta = pageTitle('ask.pageTitle');

/** The question form by itself, for a mistake in it. */
export default function AskPatient() {
  const { t } = useWords();
  const { data: report, writingLanguage } = useLoaderData<typeof loader>();
  const answer = useActionData<typeof action>();
  const type = useTypeName()(report.reportType);
  return (
    <div className="max-w-2xl">
      <PageHead title={t('ask.pageTitle')} lead={t('review.for', { type, name: patientNameOf(report) })} />
      <div className="sheet">
        <AskForm action={paths.askPatient(report._id)} defaultLanguage={writingLanguage} answer={answer} />
      </div>
    </div>
  );
}
