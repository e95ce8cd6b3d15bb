import { type LoaderFunctionArgs, redirect } from '@remix-run/node';
import { useLoaderData } from '@remix-run/react';
import { listReportsForPage } from '~/domain/desk/report-lists.server';
import { findScope } from '~/domain/kernel/abilities';
import { Emergency } from '~/ui/layout/emergency';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { ButtonLink } from '~/ui/links';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { Notice } from '~/ui/notices/notice';
import { PersonChips } from '~/ui/people/person-chips';
import { ReportCard } from '~/ui/report/report-card';
import { isGoToday } from '~/ui/report/report-review';
import { findApart } from '~/ui/report/report-row';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';
import { fromPath } from '~/web/pages/from-path';
import type { PageHandle } from '~/web/pages/page-handle';
import { pageLoader } from '~/web/pages/page-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

const load = pageLoader(listReportsForPage, { query: true, routeInput: fromPath('patientId') });

/**
 * Leads readers of a report's own page there if the address names a report, as links of earlier
 * releases do.
 */
export async function loader(args: LoaderFunctionArgs) {
  const list = await load(args);
  const isOwn = args.params.patientId === list.viewer.id;
  const opensPages = isOwn || findScope(list.viewer, 'report.readOnPage') === 'all';
  const reportId = new URL(args.request.url).searchParams.get('report');
  if (reportId && opensPages) throw redirect(paths.report(reportId));
  return { ...list, isOwn, opensPages };
}

/** Number of rows from which on the list has filters; fewer fit at a glance. */
const searchFrom = 10;

export const meta = pageTitle('reports.title');

export const handle: PageHandle = { hasFoldedHeader: true };

export default function PreviousReport() {
  const { t, moment } = useWords();
  const { meta, people, guessedShareAt, hasShares, isOwn, opensPages } = useLoaderData<typeof loader>();
  return (
    <>
      <PageHead
        title={t('reports.title')}
        isLow
        aside={
          hasShares && (
            <ButtonLink to={paths.shares} icon="share" variant="plain small">
              {t('shares.title')}
            </ButtonLink>
          )
        }
      />
      {guessedShareAt && (
        <Notice icon="alert" variant="bad mb-5">
          {t('shares.guessed', { moment: moment(guessedShareAt) })}
        </Notice>
      )}
      <PersonChips people={people} />
      <List
        meta={meta}
        filters={['reportType', 'status']}
        searchFrom={searchFrom}
        empty={
          <EmptyState title={t('reports.empty')} hint={isOwn ? t('reports.emptyHint') : undefined}>
            {isOwn && (
              <ButtonLink to={paths.uploadReport} icon="upload" variant="mt-2">
                {t('nav.uploadReport')}
              </ButtonLink>
            )}
          </EmptyState>
        }
      >
        {opensPages ? <Rows /> : <Cards />}
      </List>
      <Emergency />
    </>
  );
}

/** The rows, which lead to the page of each report. */
function Rows() {
  const { data, newAnswers, people, loadedAt, isOwn } = useLoaderData<typeof loader>();
  const apart = findApart(data);
  return (
    <ul className="sheet max-w-4xl divide-y divide-line !p-0">
      {data.map((report) => {
        const isNew = newAnswers?.includes(report._id) ?? false;
        return (
          <li key={report._id}>
            <ReportCard
              report={report}
              audience={isOwn ? 'patient' : 'staff'}
              row={{
                to: paths.report(report._id),
                isNew,
                people: people.map(({ name }) => name),
                apart: apart.get(report._id),
                hasThumbnail: isOwn,
              }}
              loadedAt={loadedAt}
              // An answer that cannot wait is read on its own page.
              seen={isNew && !isGoToday(report) ? paths.reviewSeen(report._id) : undefined}
              stepAnswer={isOwn ? paths.stepAnswer(report._id) : undefined}
              deletePath={isOwn ? paths.deleteReport(report._id) : undefined}
            />
          </li>
        );
      })}
    </ul>
  );
}

/** The cards of a doctor. That of the newest report is open; all others are folded. */
function Cards() {
  const { data } = useLoaderData<typeof loader>();
  const newest = Math.max(...data.map(({ createdAt }) => Date.parse(createdAt)));
  return (
    <ul className="grid max-w-4xl items-start gap-3">
      {data.map((report) => (
        <li key={report._id}>
          <ReportCard
            report={report}
            audience="staff"
            isOpenAtFirst={Date.parse(report.createdAt) === newest}
          />
        </li>
      ))}
    </ul>
  );
}
