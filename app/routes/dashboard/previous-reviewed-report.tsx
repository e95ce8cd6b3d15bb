import { useLoaderData } from '@remix-run/react';
import type { PublicReport } from '~/domain/reports/present-report';
import { listReviewedReports } from '~/domain/reports/queue/report-lists.server';
import { PageError } from '~/ui/layout/page-error';
import { pageTitle } from '~/ui/layout/page-title';
import { PageHead } from '~/ui/layout/shell';
import { EmptyState, List, numberOfFirst, StatusBadge } from '~/ui/lists/lists';
import { type Column, EmailAddress, ReportLink, ReportTable, SignedReview } from '~/ui/lists/report-table';
import { useTypeName } from '~/ui/lists/type-name';
import { useWords } from '~/ui/sentence';
import { pageLoader } from '~/web/pages/page.server';
import { paths } from '~/web/paths';

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
  const columns: Column<PublicReport>[] = [
    { key: 'type', label: t('pending.type'), cell: ({ reportType }) => <span>{typeName(reportType)}</span> },
    {
      key: 'review',
      label: t('reviewed.review'),
      variant: 'long',
      cell: (report) => (
        <div className="@3xl:min-w-24">
          <SignedReview report={report} />
        </div>
      ),
    },
    { key: 'status', label: t('pending.status'), cell: ({ status }) => <StatusBadge status={status} /> },
    {
      key: 'report',
      label: t('pending.report'),
      cell: ({ reportUrl, patient }) => (
        <ReportLink url={reportUrl} name={`${patient.firstName} ${patient.lastName}`} />
      ),
    },
    {
      key: 'email',
      label: t('reviewed.email'),
      cell: ({ patient }) =>
        patient.email ? <EmailAddress email={patient.email} /> : <span>{t('reviewed.none')}</span>,
    },
    {
      key: 'phone',
      label: t('reviewed.phone'),
      cell: ({ phoneNumber }) => <span className="font-figures whitespace-nowrap">{phoneNumber}</span>,
    },
    {
      key: 'on',
      label: t('reviewed.on'),
      cell: ({ reviewedAt }) =>
        reviewedAt ? (
          <time dateTime={reviewedAt}>{moment(reviewedAt)}</time>
        ) : (
          <span>{t('reviewed.none')}</span>
        ),
    },
  ];
  if (!isAdmin) return columns;
  return [
    ...columns,
    {
      key: 'expertId',
      label: t('reviewed.expertId'),
      cell: ({ expert }) => (
        <span className="min-w-0 font-figures text-[0.8rem] [overflow-wrap:anywhere]">
          {expert?._id ?? t('reviewed.none')}
        </span>
      ),
    },
  ];
}

export function ErrorBoundary() {
  return <PageError home={paths.home} />;
}
