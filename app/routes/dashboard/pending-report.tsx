import { Link, useLoaderData } from '@remix-run/react';
import { effectiveRole } from '~/domain/kernel/viewer';
import type { PublicReport } from '~/domain/reports/present-report';
import { listPendingReports } from '~/domain/reports/queue/report-lists.server';
import { Icon } from '~/ui/icon';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState, List, numberOfFirst, StatusBadge } from '~/ui/lists/lists';
import { type Column, ReportLink, ReportTable } from '~/ui/lists/report-table';
import { useTypeName } from '~/ui/lists/type-name';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { pageLoader } from '~/web/pages/page.server';
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
        <p className="notice wait mb-6">
          <Icon name="lock" className="mt-0.5" />
          <span>{t('dashboard.unapproved')}</span>
        </p>
      )}
      <List
        meta={meta}
        filters={isMasked ? ['reportType', 'language'] : ['reportType', 'language', 'q']}
        empty={<EmptyState title={t('pending.empty')} hint={t('pending.emptyHint')} />}
      >
        <ReportTable label={t('pending.title')} columns={columns} rows={data} first={numberOfFirst(meta)} />
      </List>
    </>
  );
}

function useColumns(viewer: { id: string; accountType: string }): Column<PublicReport>[] {
  const { t, languageName } = useWords();
  const typeName = useTypeName();
  const columns: Column<PublicReport>[] = [
    {
      key: 'patient',
      label: t('pending.patient'),
      cell: (report) => (
        <span className="min-w-0 font-semibold [overflow-wrap:anywhere] @3xl:block @3xl:min-w-28">
          {nameOf(report)}
        </span>
      ),
    },
    {
      key: 'phone',
      label: t('pending.phone'),
      cell: ({ phoneNumber }) => <span className="font-figures whitespace-nowrap">{phoneNumber}</span>,
    },
    {
      key: 'type',
      label: t('pending.type'),
      cell: ({ reportType, createdAt, language }) => (
        <span>
          {typeName(reportType)}
          <span className="block text-[0.9rem] text-muted">{languageName(language)}</span>
          <Waiting since={createdAt} />
        </span>
      ),
    },
    {
      key: 'report',
      label: t('pending.report'),
      cell: (report) => <ReportLink url={report.reportUrl} name={nameOf(report)} />,
    },
    { key: 'status', label: t('pending.status'), cell: ({ status }) => <StatusBadge status={status} /> },
  ];
  if (viewer.accountType !== 'Expert') return columns;
  return [
    ...columns,
    {
      key: 'action',
      label: t('pending.action'),
      variant: 'action',
      cell: (report) =>
        report.patient._id === viewer.id ? (
          <span className="text-muted">{t('pending.own')}</span>
        ) : (
          <Link
            to={paths.addReview(report._id)}
            className="button small w-full whitespace-nowrap @3xl:w-auto"
          >
            <Icon name="write" className="@3xl:hidden" />
            {t('pending.addReview')}
            <span className="sr-only">{` ${t('list.of', { name: nameOf(report) })}`}</span>
          </Link>
        ),
    },
  ];
}

/** How long somebody has waited; before the page is alive, since which day. */
function Waiting({ since }: { since: string }) {
  const { ago, day } = useWords();
  const isHydrated = useHydrated();
  return (
    <time dateTime={since} className="block text-[0.9rem] text-muted">
      {isHydrated ? ago(since, Date.now()) : day(since)}
    </time>
  );
}

const nameOf = ({ patient }: PublicReport) => `${patient.firstName} ${patient.lastName}`.trim();

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
