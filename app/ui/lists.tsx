import { Link, useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from './Icon';
import { Mark } from './Logo';
import { useWords } from './words';

/** What a list says when there is nothing in it. */
export function EmptyState({
  title,
  hint,
  children,
}: {
  title: string;
  hint?: string;
  children?: ReactNode;
}) {
  return (
    <div className="sheet grid justify-items-center gap-3 !py-12 text-center">
      <Mark className="h-12 w-16 text-line" />
      <p className="text-[1.1rem] font-semibold">{title}</p>
      {hint && <p className="max-w-md text-muted">{hint}</p>}
      {children}
    </div>
  );
}

type Meta = { page: number; limit: number; total: number };

/** The pages of a list; which one is shown stands in the address. */
export function Pager({ meta: { page, limit, total } }: { meta: Meta }) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const pages = Math.max(1, Math.ceil(total / limit));
  if (pages === 1) return null;
  const at = (number: number) => {
    const query = new URLSearchParams(search);
    query.set('page', String(number));
    return `${pathname}?${query}`;
  };
  return (
    <nav aria-label={t('list.pages')} className="mt-6 flex flex-wrap items-center justify-between gap-3">
      <p className="text-muted">
        {t('list.position', { page, pages })} · {t('list.total', { total })}
      </p>
      <div className="flex gap-3">
        {page > 1 && (
          <Link to={at(page - 1)} className="button plain small" rel="prev">
            <Icon name="previous" />
            {t('list.previous')}
          </Link>
        )}
        {page < pages && (
          <Link to={at(page + 1)} className="button plain small" rel="next">
            {t('list.next')}
            <Icon name="next" />
          </Link>
        )}
      </div>
    </nav>
  );
}

/** Pending in amber, Reviewed in green, each with a sign as well as a colour. */
export function StatusBadge({ status }: { status: 'Pending' | 'Reviewed' }) {
  const { t } = useWords();
  const isReviewed = status === 'Reviewed';
  return (
    <span className={`badge ${isReviewed ? 'good' : 'wait'}`}>
      <Icon name={isReviewed ? 'check' : 'pending'} className="h-4 w-4" />
      {t(`report.${status}`)}
    </span>
  );
}
