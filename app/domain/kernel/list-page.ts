import type { CallContext } from './operation';

/** Which page of a list is asked for: from 1, and how many rows a page has, where that is said. */
export type PageRequest = { page?: number; limit?: number };

/** Where a page stands in its list, as the outside is told. */
export type PageMeta = { page: number; limit: number; total: number };

/** The rows of a page where nothing is said of them. */
const rowsOfPage = 20;

/**
 * A page of a list that has `total` rows: the first one (from 0), how many, and what the outside is
 * told.
 */
export type PageFound = { offset: number; rows: number; meta: PageMeta };

/** What a channel does its own way with lists. */
export type ListRules = Pick<CallContext, 'pageAfterLast' | 'rowsUnlessPaged'>;

/**
 * Where a page lies in a list. A page of the product that lies behind the last one is the last one:
 * somebody has answered what stood on it meanwhile. Another program gets what it asked for, which
 * is nothing.
 */
export function findPage(
  { page: said, limit: most }: PageRequest,
  total: number,
  { pageAfterLast, rowsUnlessPaged = rowsOfPage }: ListRules,
): PageFound {
  const page = said ?? 1;
  const limit = most ?? (said === undefined ? rowsUnlessPaged : rowsOfPage);
  const last = Math.max(1, Math.ceil(total / limit));
  const shown = pageAfterLast === 'last' ? Math.min(page, last) : page;
  const offset = (shown - 1) * limit;
  return { offset, rows: Math.max(0, Math.min(limit, total - offset)), meta: { page: shown, limit, total } };
}
