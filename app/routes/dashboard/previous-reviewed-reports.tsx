import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { listAllReviewedReports } from '~/domain/desk/report-lists.server';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { useShowToast } from '~/ui/notices/show-toast';
import { AboutPatient } from '~/ui/people/about-patient';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { CaseNumber, ReviewLink, SignedReview } from '~/ui/staff/report-cells';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const links = tableLinks;

export const loader = pageLoader(listAllReviewedReports, { query: true });

export const meta = pageTitle('reviewed.allTitle');

export default function PreviousReviewedReports() {
  const { t } = useWords();
  const typeName = useTypeName();
  const { data, meta } = useLoaderData<typeof loader>();
  const showToast = useShowToast();
  const fetched = t('report.allFetched');
  // biome-ignore lint/correctness/useExhaustiveDependencies: said again whenever the list has come.
  useEffect(() => showToast({ type: 'success', message: fetched }), [data]);
  const name = (person: { firstName: string; lastName: string } | null) => (
    <span className="min-w-0 [overflow-wrap:anywhere]">
      {`${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim() || t('reviewed.none')}
    </span>
  );
  const columns: Column<PublicReport>[] = [
    { key: 'expert', label: t('reviewed.expert'), cell: ({ expert }) => name(expert) },
    {
      key: 'patient',
      label: t('reviewed.patient'),
      isHeader: true,
      cell: (report) => (patientNameOf(report) ? <AboutPatient report={report} /> : name(report.patient)),
    },
    {
      key: 'type',
      label: t('pending.type'),
      cell: ({ _id, reportType }) => (
        <span>
          {reportType ? typeName(reportType) : t('reviewed.none')}
          <CaseNumber reportId={_id} />
        </span>
      ),
    },
    {
      key: 'review',
      label: t('reviewed.review'),
      variant: 'long',
      cell: (report) => (
        <div>
          <SignedReview report={report} />
          <ReviewLink to={paths.reviewVersions(report._id)} words={t('takeBack.link')} report={report} />
        </div>
      ),
    },
  ];
  return (
    <>
      <PageHead title={t('reviewed.allTitle')} lead={t('reviewed.lead')} />
      <List
        meta={meta}
        filters={['reportType', 'q']}
        searchLabel="filter.personOrCase"
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
