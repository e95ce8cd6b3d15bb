import { Link, useLoaderData } from '@remix-run/react';
import { listPendingReports } from '~/domain/reports/lists';
import type { PublicReport } from '~/domain/reports/presentReport';
import { rankOf } from '~/domain/viewer';
import { Icon } from '~/ui/Icon';
import { EmptyState, Pager, StatusBadge } from '~/ui/lists';
import { pageTitle } from '~/ui/pageTitle';
import { PageHead } from '~/ui/Shell';
import { useTypeName } from '~/ui/typeName';
import { useWords } from '~/ui/words';
import { pageLoader } from '~/web/page.server';
import { paths } from '~/web/paths';

export const loader = pageLoader(listPendingReports, { query: true });

export const meta = pageTitle('pending.title');

export default function PendingReport() {
  const { t } = useWords();
  const { data, meta, viewer } = useLoaderData<typeof loader>();
  const isExpert = viewer.accountType === 'Expert';
  const first = (meta.page - 1) * meta.limit + 1;
  return (
    <>
      <PageHead
        title={t('pending.title')}
        lead={t('pending.lead')}
        aside={data.length > 0 && <p className="font-semibold">{t('list.total', { total: meta.total })}</p>}
      />
      {rankOf(viewer) === 'unapproved' && (
        <p className="notice wait mb-6">
          <Icon name="lock" className="mt-0.5" />
          <span>{t('dashboard.unapproved')}</span>
        </p>
      )}
      {data.length === 0 ? (
        <EmptyState title={t('pending.empty')} hint={t('pending.emptyHint')} />
      ) : (
        <PendingTable reports={data} first={first} isExpert={isExpert} viewerId={viewer.id} />
      )}
      <Pager meta={meta} />
    </>
  );
}

type TableProps = { reports: PublicReport[]; first: number; isExpert: boolean; viewerId: string };

/** A table on a desktop; on a phone each row is a card, its headings beside its values. */
function PendingTable({ reports, first, isExpert, viewerId }: TableProps) {
  const { t } = useWords();
  const typeName = useTypeName();
  const cell = 'flex justify-between gap-4 py-1 md:table-cell md:px-2 md:py-3 md:align-middle';
  const label = (words: string) => <span className="font-semibold text-muted md:hidden">{words}</span>;
  return (
    <div className="md:overflow-x-auto md:rounded-sheet md:border md:border-line md:bg-surface md:px-2 md:shadow-sheet">
      <table className="block w-full md:table">
        <thead className="hidden md:table-header-group">
          <tr className="border-b border-line text-left text-[0.92rem] text-muted">
            {(['number', 'patient', 'phone', 'type', 'report', 'status'] as const).map((column) => (
              <th key={column} scope="col" className="px-2 py-3 font-semibold whitespace-nowrap">
                {t(`pending.${column}`)}
              </th>
            ))}
            {isExpert && (
              <th scope="col" className="px-2 py-3 font-semibold whitespace-nowrap">
                {t('pending.action')}
              </th>
            )}
          </tr>
        </thead>
        <tbody className="grid gap-4 md:table-row-group">
          {reports.map((report, at) => (
            <tr
              key={report._id}
              className="sheet block md:table-row md:rounded-none md:border-x-0 md:border-t-0 md:bg-transparent md:shadow-none md:last:border-b-0"
            >
              <td className={cell}>
                {label(t('pending.number'))}
                <span className="font-figures">{first + at}</span>
              </td>
              <td className={cell}>
                {label(t('pending.patient'))}
                <span className="min-w-0 font-semibold [overflow-wrap:anywhere] md:inline-block md:min-w-28">
                  {nameOf(report)}
                </span>
              </td>
              <td className={cell}>
                {label(t('pending.phone'))}
                <span className="font-figures whitespace-nowrap">{report.phoneNumber}</span>
              </td>
              <td className={cell}>
                {label(t('pending.type'))}
                <span>{typeName(report.reportType)}</span>
              </td>
              <td className={cell}>
                {label(t('pending.report'))}
                {report.reportUrl ? (
                  <a
                    href={report.reportUrl}
                    target="_blank"
                    rel="noreferrer"
                    className="font-semibold whitespace-nowrap"
                  >
                    {t('pending.view')}
                    <span className="sr-only"> {t('list.of', { name: nameOf(report) })}</span>
                  </a>
                ) : (
                  <span className="text-muted">{t('pending.hidden')}</span>
                )}
              </td>
              <td className={cell}>
                {label(t('pending.status'))}
                <StatusBadge status={report.status} />
              </td>
              {isExpert && (
                <td className={`${cell} mt-2 md:mt-0`}>
                  {report.patient._id === viewerId ? (
                    <span className="text-muted">{t('pending.own')}</span>
                  ) : (
                    <Link to={paths.addReview(report._id)} className="button small w-full md:w-auto">
                      <Icon name="write" className="md:hidden" />
                      {t('pending.addReview')}
                      <span className="sr-only"> {t('list.of', { name: nameOf(report) })}</span>
                    </Link>
                  )}
                </td>
              )}
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  );
}

const nameOf = ({ patient }: PublicReport) => `${patient.firstName} ${patient.lastName}`.trim();
