import type { RawRow } from './raw.ts';

/** The rows of a database by table, as in its file. */
export type Rows = Record<string, RawRow[]>;

/**
 * Finds rows that are missing or changed in the columns that existed before.
 *
 * @param mayGrow whether a table may have more rows afterwards.
 * @returns one line for each table and fault.
 */
export function lossesIn(
  before: Rows,
  after: Rows,
  { mayGrow }: { mayGrow: (table: string) => boolean },
): string[] {
  return Object.entries(before).flatMap(([table, rows]) => {
    const there = after[table];
    if (!there) return [`${table} is gone`];
    const columns = Object.keys(rows[0] ?? {});
    const textOf = (row: RawRow) =>
      JSON.stringify(columns.map((column) => (column in row ? row[column] : 'no such column')));
    const left = new Map<string, number>();
    for (const row of there) left.set(textOf(row), (left.get(textOf(row)) ?? 0) + 1);
    const lost = rows.filter((row) => {
      const count = left.get(textOf(row)) ?? 0;
      left.set(textOf(row), count - 1);
      return count <= 0;
    });
    const isMore = there.length > rows.length && !mayGrow(table);
    return [
      ...(lost.length > 0 ? [`${table} has lost or changed ${lost.length} rows`] : []),
      ...(isMore ? [`${table} has ${there.length - rows.length} rows more`] : []),
    ];
  });
}
