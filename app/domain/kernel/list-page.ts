import type { CallContext } from './operation';

/**
 * The page of a list that a client asks for, from 1, and the number of rows per page. Both are
 * optional.
 */
export type PageRequest = { page?: number; limit?: number };

/** A page's position in its list, as API responses show it. */
export type PageMeta = { page: number; limit: number; total: number };

/** The number of rows per page if the client names none. */
const rowsOfPage = 20;

/**
 * A page of a list of `total` rows: its first row, from 0, the number of rows, and the public
 * position.
 */
export type PageFound = { offset: number; rows: number; meta: PageMeta };

/** The rules in which channels differ for lists. */
export type ListRules = Pick<CallContext, 'pageAfterLast' | 'rowsUnlessPaged'>;

/**
 * Finds the rows of a page. On the web a page after the last one becomes the last one, because the
 * rows on it may have been processed in the meantime. API clients get an empty page.
 */
export function findPage(
  { page: requestedPage, limit: requestedLimit }: PageRequest,
  total: number,
  { pageAfterLast, rowsUnlessPaged = rowsOfPage }: ListRules,
): PageFound {
  const page = requestedPage ?? 1;
  const limit = requestedLimit ?? (requestedPage === undefined ? rowsUnlessPaged : rowsOfPage);
  const lastPage = Math.max(1, Math.ceil(total / limit));
  const shownPage = pageAfterLast === 'last' ? Math.min(page, lastPage) : page;
  const offset = (shownPage - 1) * limit;
  return {
    offset,
    rows: Math.max(0, Math.min(limit, total - offset)),
    meta: { page: shownPage, limit, total },
  };
}
