import { Link } from '@remix-run/react';
import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

type Props = {
  /** The words of the filters in use. */
  set: string[];
  /** The list without filters, if any is in use. */
  clearPath?: string;
  /** Stands at the end of the line. */
  status?: ReactNode;
  /** The form. */
  children: ReactNode;
};

/**
 * The search landmark of a list: one line that names the filters in use. Its form unfolds below it,
 * with and without script.
 */
export function FilterFold({ set, clearPath, status, children }: Props) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: many phones in use do not know the search element.
    <div
      role="search"
      aria-label={t('filter.label')}
      className="mb-2 flex flex-wrap items-center gap-x-4 gap-y-2"
    >
      {/* The form is its sibling, so that it has the whole width below the line. */}
      <details className="peer group min-w-0">
        <summary className="button plain small cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          <Icon name="filter" />
          <span className="min-w-0 text-start [overflow-wrap:anywhere]">
            {set.length > 0 ? t('filter.set', { filters: set.join(', ') }) : t('filter.fold')}
          </span>
          <Icon name="down" className="h-4 w-4 group-open:rotate-180" />
        </summary>
      </details>
      {clearPath && (
        <Link to={clearPath} className="inline-flex min-h-11 items-center font-label">
          {t('filter.clear')}
        </Link>
      )}
      <div className="order-last hidden w-full pb-1 peer-open:block">{children}</div>
      {status}
    </div>
  );
}
