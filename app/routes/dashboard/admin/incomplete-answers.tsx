import { useActionData, useLoaderData } from '@remix-run/react';
import { decideIncomplete, listIncompleteAnswers } from '~/domain/review/incomplete-answers.server';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { PageNotes } from '~/ui/report/page-notes';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { paths } from '~/urls/paths';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const loader = pageLoader(listIncompleteAnswers);

export const action = pageAction(decideIncomplete, {
  onSuccess: () => ({ path: paths.incompleteAnswers }),
  refusedPath: paths.incompleteAnswers,
});

export const meta = pageTitle('incomplete.title');

/** The answers that were given while the drawn pages lacked something, for admins. */
export default function IncompleteAnswers() {
  const { t } = useWords();
  const { answers } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('incomplete.title')} lead={t('incomplete.lead')} />
      {answers.length === 0 ? (
        <EmptyState title={t('incomplete.empty')} />
      ) : (
        <ul className="grid gap-4">
          {answers.map((answer) => (
            <li key={answer.reportId}>
              <IncompleteAnswer answer={answer} />
            </li>
          ))}
        </ul>
      )}
    </div>
  );
}

type Answer = ReturnType<typeof useLoaderData<typeof loader>>['answers'][number];

function IncompleteAnswer({ answer }: { answer: Answer }) {
  const { t, moment } = useWords();
  const actionAnswer = useActionData<typeof action>();
  const { reportId, version, patientName, doctorName, reviewedAt, lackedNotes, reportUrl } = answer;
  const titleId = `incomplete-${reportId}`;
  return (
    <article className="sheet grid gap-4" aria-labelledby={titleId}>
      <header className="min-w-0 [overflow-wrap:anywhere]">
        <h2 id={titleId}>
          <bdi>{patientName}</bdi>
        </h2>
        <p className="text-muted">
          {reviewedAt && t('incomplete.answered', { date: moment(reviewedAt), name: doctorName })}
        </p>
        <CaseNumber reportId={reportId} />
      </header>
      <PageNotes report={{ pageNotes: lackedNotes, status: 'Reviewed', reportUrl }} audience="staff" />
      <PageLink to={paths.report(reportId)} className="font-label">
        {t('pending.view')}
      </PageLink>
      <OperationForm
        id={`decide-${reportId}`}
        operation="review.decideIncomplete"
        answer={actionAnswer?.lastResult?.initialValue?.reportId === reportId ? actionAnswer : undefined}
      >
        <input type="hidden" name="reportId" value={reportId} />
        <input type="hidden" name="version" value={version} />
        <p className="mb-3 text-small text-muted">{t('incomplete.effect')}</p>
        <div className="flex flex-wrap gap-3">
          <button type="submit" name="decision" value="requeue" className="button small">
            <Icon name="again" />
            {t('incomplete.requeue')}
          </button>
          <button type="submit" name="decision" value="keep" className="button plain small">
            <Icon name="check" />
            {t('incomplete.keep')}
          </button>
        </div>
      </OperationForm>
    </article>
  );
}
