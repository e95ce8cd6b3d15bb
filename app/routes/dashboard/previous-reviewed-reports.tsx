import { useLoaderData } from '@remix-run/react';
import { useEffect } from 'react';
import { listAllReviewedReports } from '~/domain/desk/report-lists.server';
import type { PublicReport } from '~/domain/report/present-report';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { useShowToast } from '~/ui/notices/show-toast';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { ReportFacts, ReviewLink, RowName, SignedReview, toFacts } from '~/ui/staff/report-cells';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { paths } from '~/urls/paths';
import { listLoader } from '~/web/pages/list-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const links = tableLinks;

const toRow = (report: PublicReport) => ({
  ...toFacts(report),
  review: report.review,
  expert: report.expert,
  nextStep: report.nextStep,
  stepCheck: report.stepCheck,
});

export const loader = listLoader(listAllReviewedReports, toRow);

export const meta = pageTitle('reviewed.allTitle');

type Row = ReturnType<typeof toRow>;

export default function PreviousReviewedReports() {
  const { t } = useWords();
  const { data, meta } = useLoaderData<typeof loader>();
  const showToast = useShowToast();
  const fetched = t('report.allFetched');
  // biome-ignore lint/correctness/useExhaustiveDependencies: said again whenever the list has come.
  useEffect(() => showToast({ type: 'success', message: fetched }), [data]);
  const nameOf = (person: { firstName: string; lastName: string } | null) =>
    `${person?.firstName ?? ''} ${person?.lastName ?? ''}`.trim() || t('reviewed.none');
  const patientName = (report: Row) => patientNameOf(report) || t('reviewed.none');
  const columns: Column<Row>[] = [
    {
      key: 'expert',
      label: t('reviewed.expert'),
      card: 'corner',
      cell: ({ expert }) => <span className="[overflow-wrap:anywhere]">{nameOf(expert)}</span>,
    },
    {
      key: 'patient',
      label: t('reviewed.patient'),
      card: 'name',
      rowName: patientName,
      cell: (report) => <RowName name={patientName(report)} />,
    },
    {
      key: 'type',
      label: t('pending.type'),
      cell: (report) => <ReportFacts report={report} />,
    },
    {
      key: 'review',
      label: t('reviewed.review'),
      cell: (report) => (
        <div className="beside">
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
        filters={['reportType', 'stepAnswer', 'q']}
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
