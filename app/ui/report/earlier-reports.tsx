import { Link } from '@remix-run/react';
import type { EarlierReport } from '~/domain/desk/reports-by-person.server';
import { useTypeName } from '~/ui/fields/type-name';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { StatusBadge } from './report-words';

type Earlier = { person: string; total: number; reports: EarlierReport[] };

/**
 * Earlier reports of the same person. Each opens beside this page. `listPath` leads to the list
 * with their reviews.
 */
export function EarlierReports({ earlier, listPath }: { earlier: Earlier; listPath: string }) {
  const { t, day } = useWords();
  const typeName = useTypeName();
  if (earlier.total === 0) return null;
  return (
    <details className="sheet !py-3">
      <summary className="flex min-h-11 cursor-pointer items-center gap-2 font-semibold">
        <Icon name="reports" className="h-5 w-5 shrink-0" />
        <span>
          {t(earlier.person === 'none' ? 'earlier.unsaid' : 'earlier.title')} (
          <span className="font-figures">{earlier.total}</span>)
        </span>
      </summary>
      <ul className="mb-2 grid gap-1">
        {earlier.reports.map(({ _id, reportType, status, createdAt, fileUrl }) => (
          <li key={_id} className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <a
              href={fileUrl}
              target="_blank"
              rel="noreferrer"
              className="inline-flex min-h-11 items-center font-semibold"
            >
              {typeName(reportType)}, {day(createdAt)}
            </a>
            <StatusBadge status={status} />
          </li>
        ))}
      </ul>
      <Link
        to={`${listPath}?person=${earlier.person}`}
        target="_blank"
        className="inline-flex min-h-11 items-center font-semibold"
      >
        {t('earlier.all')}
      </Link>
    </details>
  );
}
