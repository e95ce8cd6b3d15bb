import { runSql } from './raw';

/** After a write nothing is given again that was read before it. */
const aWrite =
  "insert into report_days values ('a write', 0, 0, 0); delete from report_days where list = 'a write'";

/** Lets a table be missing while something is done, as when the disk fails. */
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
 * Lets a column be missing while something is done, where the table itself is needed to find out
 * who asks.
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
