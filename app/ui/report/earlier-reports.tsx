import { Link, useLocation } from '@remix-run/react';
import type { EarlierReport } from '~/domain/desk/reports-by-person.server';
import { useTypeName } from '~/ui/fields/type-name';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useMenu } from '~/ui/layout/use-menu';
import { useWords } from '~/ui/sentence';
import { StatusBadge } from './report-words';
import { searchBeside } from './search-beside';

type Earlier = { person: string; total: number; reports: EarlierReport[] };

type Props = {
  earlier: Earlier;
  /** The path of the list with their reviews. */
  listPath: string;
  /** The ID of the report that is shown beside the one under review. */
  besideId?: string;
};

/**
 * Earlier reports of the same person. Each opens beside the report under review. If nobody said whose
 * the report is, the other reports may be about other people, and open in a tab of their own.
 */
export function EarlierReports({ earlier, listPath, besideId }: Props) {
  const { t } = useWords();
  const menu = useMenu();
  const hasPerson = earlier.person !== 'none';
  if (earlier.total === 0) return null;
  return (
    <details ref={menu}>
      <summary className="flex min-h-11 cursor-pointer items-center gap-1 font-label">
        <Icon name="reports" className="h-5 w-5 shrink-0" />
        <span>
          {t(hasPerson ? 'earlier.short' : 'earlier.unsaidShort')} (
          <span className="font-figures">{earlier.total}</span>)
        </span>
      </summary>
      <div className="floating absolute end-2 top-full z-20 max-h-[60vh] w-max max-w-[min(26rem,calc(100vw-1rem))] overflow-y-auto !p-4">
        <p className="font-strong">{t(hasPerson ? 'earlier.title' : 'earlier.unsaid')}</p>
        {hasPerson && <p className="text-muted">{t('earlier.hint')}</p>}
        <ul className="mb-2 grid gap-1">
          {earlier.reports.map((report) => (
            <li key={report._id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
              {hasPerson ? (
                <BesideLink report={report} isOpen={report._id === besideId} />
              ) : (
                <a href={report.fileUrl} target="_blank" rel="noreferrer" className={linkClass}>
                  <ReportName report={report} />
                </a>
              )}
              <StatusBadge status={report.status} />
            </li>
          ))}
        </ul>
        <Link to={`${listPath}?person=${earlier.person}`} target="_blank" className={linkClass}>
          {t('earlier.all')}
        </Link>
      </div>
    </details>
  );
}

const linkClass = 'inline-flex min-h-11 items-center font-label';

function BesideLink({ report, isOpen }: { report: EarlierReport; isOpen: boolean }) {
  const { search } = useLocation();
  const isHydrated = useHydrated();
  return (
    <Link
      to={{ search: searchBeside(search, report._id) }}
      preventScrollReset
      // Without script, another page would lose the text that is being written on this one.
      target={isHydrated ? undefined : '_blank'}
      aria-current={isOpen ? 'true' : undefined}
      className={linkClass}
    >
      <ReportName report={report} />
    </Link>
  );
}

function ReportName({ report }: { report: EarlierReport }) {
  const { day } = useWords();
  return `${useTypeName()(report.reportType)}, ${day(report.createdAt)}`;
}
