import { readTransaction } from '~/platform/db/db.server';
import { findPage, type ListRules, type PageFound, type PageRequest } from './list-page';

type List<Row> = {
  count(): number;
  /** Reads so many rows from an offset on; `total` is what `count` gave. */
  read(place: Pick<PageFound, 'offset' | 'rows'> & { total: number }): Row[];
};

/**
 * Reads one page of a list and how many rows it has in all, as they stand at one moment. Takes
 * which page, the channel's answer to a page after the last one, and the list's two queries.
 */
export function paginate<Row>(
  query: PageRequest,
  context: ListRules,
  { count, read }: List<Row>,
): { rows: Row[]; meta: PageFound['meta'] } {
  return readTransaction(() => {
    const { offset, rows, meta } = findPage(query, count(), context);
    return { rows: read({ offset, rows, total: meta.total }), meta };
  });
}
