import { Link, useLocation } from '@remix-run/react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/** The current page of a list and the total number of rows. */
export type Meta = { page: number; limit: number; total: number };

/** Returns the number of the first row on a page of a list. */
export const numberOfFirst = ({ page, limit }: Meta) => (page - 1) * limit + 1;

/** The pager of a list. The address holds the current page. */
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
      <p className="text-muted">{t('list.position', { page, pages })}</p>
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
