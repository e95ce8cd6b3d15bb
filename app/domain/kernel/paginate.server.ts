import { type Queries, readTransaction } from '~/platform/db/db.server';
import { findPage, type ListRules, type PageFound, type PageRequest } from './list-page';

type List<Row> = {
  /** Counts the rows of the list. */
  count(queries: Queries): Promise<{ total: number }[]>;
  /** Reads a number of rows, starting at an offset. */
  read(place: Pick<PageFound, 'offset' | 'rows'>, queries: Queries): Promise<Row[]>;
};

/**
 * Reads one page of a list and the total number of rows, as of one moment.
 *
 * @param query the page asked for.
 * @param context the channel's rule for a page after the last one.
 */
export function paginate<Row>(
  query: PageRequest,
  context: ListRules,
  { count, read }: List<Row>,
): Promise<{ rows: Row[]; meta: PageFound['meta'] }> {
  return readTransaction(async (queries) => {
    const [countRow] = await count(queries);
    const { offset, rows, meta } = findPage(query, countRow?.total ?? 0, context);
    // Skips the read if the page is empty: counted from the end, it would begin before the first
    // row.
    return { rows: rows === 0 ? [] : await read({ offset, rows }, queries), meta };
  });
}
