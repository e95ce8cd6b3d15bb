import { runSql } from './raw';

/** A write that empties the caches, so that nothing read earlier is served again. */
const aWrite =
  "insert into report_days values ('a write', 0, 0, 0); delete from report_days where list = 'a write'";

/** Renames a table away while a callback runs, as if the disk failed. */
export async function whileBroken<Result>(table: string, act: () => Promise<Result>) {
  await runSql(aWrite);
  await runSql(`alter table ${table} rename to ${table}_gone`);
  try {
    return await act();
  } finally {
    await runSql(`alter table ${table}_gone rename to ${table}`);
  }
}

/**
 * Renames a column away while a callback runs. For tables that are needed to identify the caller.
 */
export async function whileLacking<Result>(table: string, column: string, act: () => Promise<Result>) {
  await runSql(aWrite);
  await runSql(`alter table ${table} rename column ${column} to ${column}_gone`);
  try {
    return await act();
  } finally {
    await runSql(`alter table ${table} rename column ${column}_gone to ${column}`);
  }
}
