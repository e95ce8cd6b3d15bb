import { createHash } from 'node:crypto';
import { isPostgres } from '../connection/database-url.server';
import type { RawReader, RawRow, RawWriter } from './raw-rows';
import { sqliteReader, sqliteWriter } from './raw-sqlite.server';
import { type TablePlan, tablePlans } from './table-plans';

/** Opens a database to read its rows as they stand now. Takes its DATABASE_URL; close it. */
export async function openReader(url: string): Promise<RawReader> {
  if (!isPostgres(url)) return sqliteReader(url);
  const { postgresReader } = await import('./raw-postgres.server');
  return postgresReader(url);
}

/**
 * Opens a database to replace its rows; one that is new gets its tables first. Takes its
 * DATABASE_URL; close it.
 */
export async function openWriter(url: string): Promise<RawWriter> {
  if (!isPostgres(url)) return sqliteWriter(url);
  const { postgresWriter } = await import('./raw-postgres.server');
  return postgresWriter(url);
}

/**
 * Makes one database hold the rows of another one and no others, in one transaction. Nothing is
 * opened on the way. Takes whom to tell of how many rows were copied.
 */
export async function copyRows(
  from: RawReader,
  to: RawWriter,
  onProgress: (rows: number) => void = () => undefined,
): Promise<void> {
  let done = 0;
  await to.replace(async (put) => {
    for (const table of tablePlans) {
      for await (const rows of from.rows(table)) {
        if (rows.length > 0) await put(table, rows);
        done += rows.length;
        onProgress(done);
      }
    }
  });
}

/** A row that the other database lacks, has otherwise, or has too much. */
export type Difference = { table: string; key: string; what: 'missing' | 'changed' | 'extra' };

/** A table of one database as it was compared: how many rows it has, and their SHA-256. */
export type ComparedTable = { name: string; rows: number; sha256: string };

/**
 * Compares every row of two databases.
 *
 * @returns each table of the first one, and the first difference of each table.
 */
export async function compareRows(
  one: RawReader,
  other: RawReader,
): Promise<{ tables: ComparedTable[]; differences: Difference[] }> {
  const tables: ComparedTable[] = [];
  const differences: Difference[] = [];
  for (const table of tablePlans) {
    const hash = createHash('sha256');
    const [left, right] = [eachOf(one, table), eachOf(other, table)];
    let count = 0;
    let difference: Difference | undefined;
    for (;;) {
      const [a, b] = [(await left.next()).value, difference ? undefined : (await right.next()).value];
      if (!a && !b) break;
      if (a) {
        count += 1;
        hash.update(textOf(a));
      }
      if (!difference && (!a || !b || textOf(a) !== textOf(b))) difference = differenceOf(table, a, b);
      if (!a) break;
    }
    tables.push({ name: table.name, rows: count, sha256: hash.digest('hex') });
    if (difference) differences.push(difference);
  }
  return { tables, differences };
}

async function* eachOf(reader: RawReader, table: TablePlan): AsyncGenerator<RawRow, undefined> {
  for await (const rows of reader.rows(table)) yield* rows;
  return undefined;
}

/** The same text for the same row, whichever database it is from. */
const textOf = (row: RawRow) =>
  JSON.stringify(row.map((value) => (Buffer.isBuffer(value) ? { base64: value.toString('base64') } : value)));

function differenceOf(table: TablePlan, a: RawRow | undefined, b: RawRow | undefined): Difference {
  const order = a && b ? compareKeys(keyOf(table, a), keyOf(table, b)) : a ? -1 : 1;
  const row = (order > 0 ? b : a) ?? [];
  const what = order === 0 ? 'changed' : order < 0 ? 'missing' : 'extra';
  return { table: table.name, key: keyOf(table, row).join('/'), what };
}

const keyOf = ({ columns, key }: TablePlan, row: RawRow) =>
  key.map((name) => row[columns.findIndex((one) => one.name === name)] ?? null);

function compareKeys(a: RawRow, b: RawRow): number {
  for (const [at, value] of a.entries()) {
    const other = b[at] ?? null;
    const order =
      typeof value === 'number' && typeof other === 'number'
        ? value - other
        : Buffer.compare(Buffer.from(String(value)), Buffer.from(String(other)));
    if (order !== 0) return order;
  }
  return 0;
}
