import { type Queries, readTransaction } from '~/platform/db/db.server';
import { findPage, type ListRules, type PageFound, type PageRequest } from './list-page';

type List<Row> = {
  /** How many rows the list has. */
  count(queries: Queries): Promise<{ total: number }[]>;
  /** Reads so many rows from an offset on. */
  read(place: Pick<PageFound, 'offset' | 'rows'>, queries: Queries): Promise<Row[]>;
};

/**
 * Reads one page of a list and how many rows it has in all, as they stand at one moment. Takes
 * which page, the channel's answer to a page after the last one, and the list's two queries.
 */
export function paginate<Row>(
  query: PageRequest,
  context: ListRules,
  { count, read }: List<Row>,
): Promise<{ rows: Row[]; meta: PageFound['meta'] }> {
  return readTransaction(async (queries) => {
    const [counted] = await count(queries);
    const { offset, rows, meta } = findPage(query, counted?.total ?? 0, context);
    // Beyond the last row a place counted from the end would lie before the first.
    return { rows: rows === 0 ? [] : await read({ offset, rows }, queries), meta };
  });
}
