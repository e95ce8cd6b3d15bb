import { useLocation } from '@remix-run/react';
import type { ReactNode } from 'react';
import type { MessageKey } from '~/i18n/message-keys';
import { usePageNavigation } from '~/ui/connection/connection';
import { ButtonLink } from '~/ui/links';
import { useWords } from '~/ui/sentence';
import { EmptyState } from './empty-state';
import { FilterBar } from './filter-bar';
import { type Filter, useFilters } from './list-filters';
import { type Meta, Pager } from './pager';

type Props = {
  meta: Meta;
  filters: Filter[];
  /** Label of the search field: what it searches. */
  searchLabel?: MessageKey;
  /** The number of rows from which on a search is useful. */
  searchFrom?: number;
  /** Says in which order the rows are. */
  order?: string;
  /** The content if the list has no rows at all. */
  empty: ReactNode;
  children: ReactNode;
};

/**
 * A list with its surroundings: filters, rows or the reason for there being none, pager and loading
 * state.
 */
export function List({ meta, filters, searchLabel, searchFrom = 1, order, empty, children }: Props) {
  const { t } = useWords();
  const { pathname, search } = useLocation();
  const applied = useFilters(filters);
  const isBusy = useIsLoading();
  const isFiltered = Object.values(applied).some(Boolean) || new URLSearchParams(search).has('person');
  const isNothing = meta.total === 0;
  return (
    <>
      {(isFiltered || meta.total >= searchFrom) && (
        <FilterBar
          filters={filters}
          applied={applied}
          searchLabel={searchLabel}
          order={order}
          isFiltered={isFiltered}
          total={meta.total}
          isBusy={isBusy}
        />
      )}
      <div aria-busy={isBusy} className={isBusy ? 'opacity-60' : undefined}>
        {!isNothing && children}
        {isNothing && !isFiltered && empty}
        {isNothing && isFiltered && (
          <EmptyState
            title={t('filter.nothing')}
            hint={filters.includes('q') ? t('filter.nothingHint') : undefined}
          >
            <ButtonLink to={pathname} variant="mt-2" icon="menu">
              {t('filter.all')}
            </ButtonLink>
          </EmptyState>
        )}
      </div>
      <Pager meta={meta} />
    </>
  );
}

/** Returns true while the same list is loading with other rows. */
function useIsLoading() {
  const { state, location, formMethod } = usePageNavigation();
  const { pathname } = useLocation();
  return state === 'loading' && formMethod !== 'POST' && location.pathname === pathname;
}
