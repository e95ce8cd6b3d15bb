import type { ReactNode } from 'react';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

/**
 * The search landmark of a list. On a phone its form folds behind "Filter (n)", with and without
 * script.
 */
export function FilterFold({
  used,
  status,
  children,
}: {
  /** The number of filters in use. */
  used: number;
  /** Stands beside the fold on a phone, and after the form elsewhere. */
  status?: ReactNode;
  /** The form. */
  children: ReactNode;
}) {
  const { t } = useWords();
  return (
    // biome-ignore lint/a11y/useSemanticElements: many phones in use do not know the search element.
    <div
      role="search"
      aria-label={t('filter.label')}
      className="mb-6 flex flex-wrap items-center justify-between gap-3 max-sm:mb-4 sm:items-end sm:justify-start"
    >
      {/* The form is its sibling, because what is inside would be hidden in wide windows too. */}
      <details className="peer sm:hidden">
        <summary className="button plain small cursor-pointer list-none [&::-webkit-details-marker]:hidden">
          <Icon name="filter" />
          {t('filter.fold', { count: used })}
        </summary>
      </details>
      <div className="order-last hidden w-full peer-open:block sm:order-none sm:contents">{children}</div>
      {status}
    </div>
  );
}
