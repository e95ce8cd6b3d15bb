import { Link } from '@remix-run/react';
import type { UrgentReport } from '~/domain/desk/urgent-reports.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { useTypeName } from '~/ui/fields/type-name';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { patientNameOf, useAboutWords } from '~/ui/people/people-words';
import { useWords } from '~/ui/sentence';
import { paths } from '~/urls/paths';

type Props = {
  reports: UrgentReport[];
  /** The number of urgent reports that are not shown here. */
  more: number;
  viewer: { id: string; accountType: string };
};

/** The urgent reports, above the pending ones. */
export function UrgentBlock({ reports, more, viewer }: Props) {
  const { t } = useWords();
  if (reports.length === 0 && more === 0) return null;
  return (
    <section className="card mb-4 !border-danger" aria-labelledby="urgent">
      <h2 id="urgent" className="flex items-center gap-2 text-body text-danger">
        <Icon name="alert" />
        {t('danger.block', { count: reports.length + more })}
      </h2>
      <ul className="mt-1 grid">
        {reports.map((report) => (
          <li key={report._id} className="border-t border-line first:border-t-0">
            <Line report={report} viewer={viewer} />
          </li>
        ))}
      </ul>
      {more > 0 && (
        <Link
          to={`${paths.pendingReport}?urgent=yes`}
          className="inline-flex min-h-11 items-center font-label"
        >
          {t('danger.more', { count: more })}
        </Link>
      )}
    </section>
  );
}

type LineProps = { report: UrgentReport } & Pick<Props, 'viewer'>;

/** One urgent report: a link to its review, or for an admin to its page. */
function Line({ report, viewer }: LineProps) {
  const { t, ago, moment } = useWords();
  const { shortDetails } = useAboutWords();
  const isHydrated = useHydrated();
  const typeName = useTypeName();
  const facts = [
    typeName(report.reportType),
    report.about ? shortDetails(report.about) : '',
    report.isBeingRead ? t('danger.beingRead') : '',
  ];
  const words = (
    <>
      <span className="min-w-0 [overflow-wrap:anywhere]">
        <bdi className="font-label">{patientNameOf(report)}</bdi>
        <span className="text-small">{` · ${facts.filter(Boolean).join(' · ')}`}</span>{' '}
        <span className="font-figures text-small whitespace-nowrap text-muted">
          {toCaseNumber(report._id)}
        </span>
      </span>
      <time dateTime={report.urgentAt} className="shrink-0 text-small font-label text-danger">
        {isHydrated ? ago(report.urgentAt, Date.now()) : moment(report.urgentAt)}
      </time>
    </>
  );
  const look = 'flex min-h-11 items-center justify-between gap-3 py-1';
  if (report.patient._id === viewer.id) return <p className={look}>{words}</p>;
  const to = viewer.accountType === 'Admin' ? paths.report(report._id) : paths.addReview(report._id);
  return (
    <Link to={to} className={`${look} text-ink no-underline hover:underline`}>
      {words}
    </Link>
  );
}
