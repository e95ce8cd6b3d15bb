import { useLoaderData } from '@remix-run/react';
import type { PublicReport } from '~/domain/reports/present-report';
import { listAllReviewedReports } from '~/domain/reports/queue/report-lists.server';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState, List, numberOfFirst } from '~/ui/lists/lists';
import { type Column, ReportTable, SignedReview } from '~/ui/lists/report-table';
import { useTypeName } from '~/ui/lists/type-name';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listAllReviewedReports, { query: true });

export const meta = pageTitle('reviewed.allTitle');

export default function PreviousReviewedReports() {
  const { t } = useWords();
  const typeName = useTypeName();
  const { data, meta } = useLoaderData<typeof loader>();
  const name = (person: { firstName: string; lastName: string } | null) => (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {`${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim() || t('reviewed.none')}
    </span>
  );
  const columns: Column<PublicReport>[] = [
    { key: 'expert', label: t('reviewed.expert'), cell: ({ expert }) => name(expert) },
    { key: 'patient', label: t('reviewed.patient'), cell: ({ patient }) => name(patient) },
    {
      key: 'type',
      label: t('pending.type'),
      cell: ({ reportType }) => <span>{reportType ? typeName(reportType) : t('reviewed.none')}</span>,
    },
    {
      key: 'review',
      label: t('reviewed.review'),
      variant: 'long',
      cell: (report) => <SignedReview report={report} />,
    },
  ];
  return (
    <>
      <PageHead title={t('reviewed.allTitle')} lead={t('reviewed.lead')} />
      <List
        meta={meta}
        filters={['reportType', 'q']}
        searchLabel="filter.person"
        empty={<EmptyState title={t('reviewed.empty')} hint={t('reviewed.emptyHint')} />}
      >
        <ReportTable
          label={t('reviewed.allTitle')}
          columns={columns}
          rows={data}
          first={numberOfFirst(meta)}
        />
      </List>
    </>
  );
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
