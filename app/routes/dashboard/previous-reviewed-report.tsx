import { useLoaderData } from '@remix-run/react';
import { listReviewedReports } from '~/domain/desk/report-lists.server';
import { formatFullName } from '~/domain/identity/full-name';
import type { PublicReport } from '~/domain/report/present-report';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState } from '~/ui/lists/empty-state';
import { List } from '~/ui/lists/list';
import { numberOfFirst } from '~/ui/lists/pager';
import { patientNameOf } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import {
  EmailAddress,
  ReportFacts,
  ReviewLink,
  RowName,
  ShortId,
  SignedReview,
  toFacts,
} from '~/ui/staff/report-cells';
import { useReportColumns } from '~/ui/staff/report-columns';
import { type Column, ReportTable, tableLinks } from '~/ui/staff/report-table';
import { paths } from '~/urls/paths';
import { listLoader } from '~/web/pages/list-loader.server';

export { PageErrorBoundary as ErrorBoundary } from '~/routes/page-exports';

export const links = tableLinks;

const toRow = (report: PublicReport) => ({
  ...toFacts(report),
  patient: report.patient,
  status: report.status,
  phoneNumber: report.phoneNumber,
  reportUrl: report.reportUrl,
  review: report.review,
  reviewedAt: report.reviewedAt,
  expert: report.expert,
  nextStep: report.nextStep,
  stepCheck: report.stepCheck,
});

export const loader = listLoader(listReviewedReports, toRow);

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
        filters={['reportType', 'stepAnswer', 'q']}
        empty={<EmptyState title={t('reviewed.empty')} hint={t('reviewed.emptyHint')} />}
      >
        <ReportTable label={t('reviewed.title')} columns={columns} rows={data} first={numberOfFirst(meta)} />
      </List>
    </>
  );
}

type Row = ReturnType<typeof toRow>;

function useColumns(isAdmin: boolean): Column<Row>[] {
  const { t, day, moment } = useWords();
  const { phone, report, status } = useReportColumns();
  const columns: Column<Row>[] = [
    {
      key: 'type',
      label: t('pending.type'),
      cell: (row) => <ReportFacts report={row} />,
    },
    {
      key: 'review',
      label: t('reviewed.review'),
      cell: (row) => <SignedReview report={row} />,
    },
    status,
    {
      ...report,
      cell: (row) => (
        <span className="links">
          {report.cell(row)}
          {isAdmin ? (
            <ReviewLink to={paths.reviewVersions(row._id)} words={t('takeBack.link')} report={row} />
          ) : (
            <ReviewLink to={paths.amendReview(row._id)} words={t('amend.action')} report={row} />
          )}
        </span>
      ),
    },
    {
      key: 'email',
      label: t('reviewed.email'),
      card: 'name',
      rowName: patientNameOf,
      cell: (row) => (
        <>
          <span className="block @max-3xl:pe-24">
            <RowName name={patientNameOf(row)} />
          </span>
          <span className="block text-fine">
            {row.patient.email ? <EmailAddress email={row.patient.email} /> : t('reviewed.none')}
          </span>
        </>
      ),
    },
    { ...phone, label: t('reviewed.phone') },
    {
      key: 'on',
      label: t('reviewed.on'),
      card: 'top',
      cell: ({ reviewedAt: at }) =>
        at ? (
          <>
            <time dateTime={at} className="@max-3xl:sr-only">
              {moment(at)}
            </time>
            <span aria-hidden="true" className="@3xl:hidden">
              {day(at)}
            </span>
          </>
        ) : (
          t('reviewed.none')
        ),
    },
  ];
  const expertId: Column<Row> = {
    key: 'expertId',
    label: t('reviewed.expertId'),
    card: 'hidden',
    cell: ({ expert }) =>
      expert ? (
        <>
          <span className="block">{formatFullName(expert)}</span>
          <ShortId id={expert._id} />
        </>
      ) : (
        t('reviewed.none')
      ),
  };
  return isAdmin ? [...columns, expertId] : columns;
}
