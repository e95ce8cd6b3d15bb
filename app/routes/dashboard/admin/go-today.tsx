import { useActionData, useLoaderData } from '@remix-run/react';
import { listFollowUps, type PresentedFollowUp, recordFollowUp } from '~/domain/desk/follow-ups.server';
import { findScope } from '~/domain/kernel/abilities';
import { maxWhomLength } from '~/domain/report/step-constants';
import { TextField } from '~/ui/fields/fields';
import { OperationForm } from '~/ui/forms/operation-form';
import { Icon } from '~/ui/icon';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { PageLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { useWords } from '~/ui/sentence';
import { CaseNumber } from '~/ui/staff/report-cells';
import { pageAction } from '~/web/pages/page-action.server';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';
import { CallTabs } from './call-tabs';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const loader = pageLoader(listFollowUps);

export const action = pageAction(recordFollowUp, {
  onSuccess: () => ({ path: paths.goToday }),
  refusedPath: paths.goToday,
});

export const meta = pageTitle('goToday.title');

/** The patients to call today, for admins and the front desk. */
export default function GoToday() {
  const { t } = useWords();
  const { open, reached } = useLoaderData<typeof loader>();
  return (
    <div className="max-w-3xl">
      <PageHead title={t('goToday.title')} lead={t('goToday.lead')} />
      <CallTabs current={paths.goToday} />
      {open.length === 0 ? (
        <EmptyState title={t('goToday.empty')} />
      ) : (
        <ul className="grid gap-4">
          {open.map((followUp) => (
            <li key={followUp.reportId}>
              <FollowUp followUp={followUp} />
            </li>
          ))}
        </ul>
      )}
      {reached.length > 0 && <Reached followUps={reached} />}
    </div>
  );
}

function FollowUp({ followUp }: { followUp: PresentedFollowUp }) {
  const { t, moment, languageName } = useWords();
  const opensReports = findScope(useLoaderData<typeof loader>().viewer, 'report.listOfPatient') === 'all';
  const answer = useActionData<typeof action>();
  const { reportId, name, about, phoneNumber, language, since, dueAt, isDue, attempts } = followUp;
  const titleId = `follow-up-${reportId}`;
  return (
    <article
      className={`sheet grid gap-4 ${isDue ? '' : '!bg-transparent text-muted'}`}
      aria-labelledby={titleId}
    >
      <header className="flex flex-wrap items-start justify-between gap-3">
        <div className="min-w-0 [overflow-wrap:anywhere]">
          <h2 id={titleId}>
            <bdi>{name}</bdi>
          </h2>
          <p className="text-muted">
            {about && <bdi>{about} · </bdi>}
            {languageName(language)} · {t('goToday.since', { time: moment(since) })}
          </p>
          <CaseNumber reportId={reportId} />
        </div>
        <a href={`tel:${phoneNumber}`} className="button small">
          <Icon name="phone" />
          <span className="font-figures">{phoneNumber}</span>
        </a>
      </header>
      {attempts > 0 && !isDue && <p>{t('goToday.again', { time: moment(dueAt) })}</p>}
      <OperationForm
        id={`record-${reportId}`}
        operation="followUp.record"
        answer={answer?.lastResult?.initialValue?.reportId === reportId ? answer : undefined}
      >
        <input type="hidden" name="reportId" value={reportId} />
        <input type="hidden" name="dueAt" value={dueAt} />
        <TextField
          name="whom"
          label={t('goToday.whom')}
          hint={t('goToday.whomHint')}
          maxLength={maxWhomLength}
          isRequired={false}
        />
        <div className="flex flex-wrap gap-3">
          <button type="submit" name="outcome" value="reached" className="button small">
            <Icon name="check" />
            {t('goToday.reached')}
          </button>
          <button type="submit" name="outcome" value="notReached" className="button plain small">
            <Icon name="again" />
            {t('goToday.notReached')}
          </button>
          {opensReports && (
            <PageLink to={paths.report(reportId)} className="button plain small">
              <Icon name="reports" />
              {t('pending.view')}
            </PageLink>
          )}
        </div>
      </OperationForm>
    </article>
  );
}

function Reached({ followUps }: { followUps: PresentedFollowUp[] }) {
  const { t, moment } = useWords();
  return (
    <section className="mt-8" aria-labelledby="reached">
      <h2 id="reached">{t('goToday.recent')}</h2>
      <ul className="mt-2 grid">
        {followUps.map(({ reportId, name, whom, reachedAt }) => (
          <li key={reportId} className="border-t border-line py-3 [overflow-wrap:anywhere]">
            <strong>
              <bdi>{name}</bdi>
            </strong>
            : <bdi>{whom}</bdi>
            {reachedAt && <span className="text-muted">, {moment(reachedAt)}</span>}
            <CaseNumber reportId={reportId} />
          </li>
        ))}
      </ul>
    </section>
  );
}
