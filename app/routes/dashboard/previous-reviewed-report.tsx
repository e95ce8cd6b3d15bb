import { useLoaderData } from '@remix-run/react';
import { listReviewedReports } from '~/domain/desk/report-lists.server';
import type { PublicReport } from '~/domain/report/present-report';
import { useTypeName } from '~/ui/fields/type-name';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { AboutPatient } from '~/ui/people/about-patient';
import { useWords } from '~/ui/sentence';
import { CaseNumber, EmailAddress, ReviewLink, SignedReview } from '~/ui/staff/report-cells';
import { useReportColumns } from '~/ui/staff/report-columns';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { pageLoader } from '~/web/pages/page-loader.server';
import { paths } from '~/web/request/paths';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/shared/page-exports';

export const links = tableLinks;

export const loader = pageLoader(listReviewedReports, { query: true });

export const meta = pageTitle('reviewed.title');

export default function PreviousReviewedReport() {
  const { t } = useWords();
  const { data, meta, viewer } = useLoaderData<typeof loader>();
  const columns = useColumns(viewer.accountType === 'Admin');
  return (
    <>
      <PageHead title={t('reviewed.title')} lead={t('reviewed.lead')} />
      <List
        meta={meta}
        filters={['reportType', 'q']}
        empty={<EmptyState title={t('reviewed.empty')} hint={t('reviewed.emptyHint')} />}
      >
        <ReportTable
          label={t('reviewed.title')}
          columns={columns}
          rows={data}
          first={numberOfFirst(meta)}
          isDense
        />
      </List>
    </>
  );
}

function useColumns(isAdmin: boolean): Column<PublicReport>[] {
  const { t, moment } = useWords();
  const typeName = useTypeName();
  const { phone, report, status } = useReportColumns();
  const columns: Column<PublicReport>[] = [
    {
      key: 'type',
      label: t('pending.type'),
      cell: ({ _id, reportType }) => (
        <span>
          {typeName(reportType)}
          <CaseNumber reportId={_id} />
        </span>
      ),
    },
    {
      key: 'review',
      label: t('reviewed.review'),
      variant: 'long',
      cell: (row) => (
        <div className="@3xl:min-w-24">
          <SignedReview report={row} />
          {isAdmin ? (
            <ReviewLink to={paths.reviewVersions(row._id)} words={t('takeBack.link')} report={row} />
          ) : (
            <ReviewLink to={paths.amendReview(row._id)} words={t('amend.action')} report={row} />
          )}
        </div>
      ),
    },
    status,
    report,
    {
      key: 'email',
      label: t('reviewed.email'),
      isHeader: true,
      cell: (row) => (
        <span className="min-w-0">
          <AboutPatient report={row} />
          {row.patient.email ? <EmailAddress email={row.patient.email} /> : t('reviewed.none')}
        </span>
      ),
    },
    { ...phone, label: t('reviewed.phone') },
    {
      key: 'on',
      label: t('reviewed.on'),
      cell: ({ reviewedAt: at }) =>
        at ? <time dateTime={at}>{moment(at)}</time> : <span>{t('reviewed.none')}</span>,
    },
  ];
  const expertId: Column<PublicReport> = {
    key: 'expertId',
    label: t('reviewed.expertId'),
    cell: ({ expert }) => (
      <span className="min-w-0 font-figures text-[0.8rem] [overflow-wrap:anywhere]">
        {expert?._id ?? t('reviewed.none')}
      </span>
    ),
  };
  return isAdmin ? [...columns, expertId] : columns;
}
