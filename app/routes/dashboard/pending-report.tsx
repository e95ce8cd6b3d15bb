import { Link, useLoaderData } from '@remix-run/react';
import { effectiveRole } from '~/domain/kernel/viewer';
import { longWaitHours } from '~/domain/reports/constants';
import type { PublicReport } from '~/domain/reports/present-report';
import { listPendingReports } from '~/domain/reports/queue/report-lists.server';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { Notice } from '~/ui/notices/notice';
import { isHeldFrom, QuestionNote } from '~/ui/questions/question-note';
import { patientNameOf } from '~/ui/reports/patient-name';
import { useTypeName } from '~/ui/reports/type-name';
import { useWords } from '~/ui/sentence';
import { CaseNumber, ReportLink, wholeCard } from '~/ui/staff/report-cells';
import { useReportColumns } from '~/ui/staff/report-columns';
import { type Column, ReportTable } from '~/ui/staff/report-table';
import { useHydrated } from '~/ui/use-hydrated';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listPendingReports, { query: true });

export const meta = pageTitle('pending.title');

export default function PendingReport() {
  const { t } = useWords();
  const { data, meta, viewer } = useLoaderData<typeof loader>();
  const isMasked = effectiveRole(viewer) === 'unapproved';
  const columns = useColumns(viewer);
  return (
    <>
      <PageHead title={t('pending.title')} lead={t('pending.lead')} />
      {isMasked && (
        <Notice icon="lock" variant="wait mb-6">
          {t('dashboard.unapproved')}
        </Notice>
      )}
      <List
        meta={meta}
        filters={isMasked ? ['reportType', 'language'] : ['reportType', 'language', 'waitsFor', 'q']}
        empty={<EmptyState title={t('pending.empty')} hint={t('pending.emptyHint')} />}
      >
        <ReportTable
          label={t('pending.title')}
          columns={columns}
          rows={data}
          first={numberOfFirst(meta)}
          isDense
        />
      </List>
    </>
  );
}

function useColumns(viewer: { id: string; accountType: string }): Column<PublicReport>[] {
  const { t, languageName } = useWords();
  const typeName = useTypeName();
  const { phone, report, status } = useReportColumns();
  const columns: Column<PublicReport>[] = [
    {
      key: 'patient',
      label: t('pending.patient'),
      isHeader: true,
      cell: (row) => (
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere] @3xl:block @3xl:min-w-28">
          {patientNameOf(row)}
        </span>
      ),
    },
    phone,
    {
      key: 'type',
      label: t('pending.type'),
      cell: (row) => (
        <span>
          {typeName(row.reportType)}
          <CaseNumber reportId={row._id} />
          <span className="block text-[0.9rem] text-muted">{languageName(row.language)}</span>
          <QuestionNote report={row} {...questionPaths(row, viewer)} />
        </span>
      ),
    },
    viewer.accountType === 'Expert' ? report : { ...report, cell: viewOfCard },
    status,
    {
      key: 'waiting',
      label: t('pending.waiting'),
      cell: ({ createdAt }) => <Waiting since={createdAt} />,
    },
  ];
  const action: Column<PublicReport> = {
    key: 'action',
    label: t('pending.action'),
    variant: 'action',
    cell: (row) => <Action report={row} viewerId={viewer.id} />,
  };
  return viewer.accountType === 'Expert' ? [...columns, action] : columns;
}

/** Where a viewer can close a question, and open a held report to doctors again. */
function questionPaths({ _id, questions }: PublicReport, viewer: { id: string; accountType: string }) {
  const isAdmin = viewer.accountType === 'Admin';
  const isAsker = questions.at(-1)?.expert._id === viewer.id;
  return {
    closePath: isAdmin || isAsker ? paths.closeQuestion(_id) : undefined,
    liftPath: isAdmin ? paths.liftHold(_id) : undefined,
  };
}

/** For those who do not review, the whole card leads to the file. */
const viewOfCard = (row: PublicReport) => (
  <ReportLink url={row.reportUrl} name={patientNameOf(row)} variant={wholeCard} />
);

/** The way to review a report, for everybody but the patient it is about. */
function Action({ report, viewerId }: { report: PublicReport; viewerId: string }) {
  const { t } = useWords();
  if (report.patient._id === viewerId) return <span className="text-muted">{t('pending.own')}</span>;
  if (isHeldFrom(report, viewerId)) return <span className="text-muted">{t('waits.held')}</span>;
  return (
    <Link
      to={paths.addReview(report._id)}
      className={`button small w-full whitespace-nowrap @3xl:w-auto ${wholeCard}`}
    >
      <Icon name="write" className="@3xl:hidden" />
      {t('pending.addReview')}
      <span className="sr-only">{` ${t('list.of', { name: patientNameOf(report) })}`}</span>
    </Link>
  );
}

/**
 * How long somebody has waited, and whether that is too long; before the page is alive, since which
 * day.
 */
function Waiting({ since }: { since: string }) {
  const { t, ago, day } = useWords();
  const isHydrated = useHydrated();
  const now = Date.now();
  if (!isHydrated) return <time dateTime={since}>{day(since)}</time>;
  const isLong = now - Date.parse(since) >= longWaitHours * 3_600_000;
  return (
    <time dateTime={since} className={isLong ? 'badge wait' : 'text-[0.9rem]'}>
      {ago(since, now)}
      {isLong && <span className="sr-only"> ({t('pending.long')})</span>}
    </time>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
