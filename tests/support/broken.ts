import { sql } from 'drizzle-orm';
import { db } from '~/platform/db/db.server';

/** Lets a table be missing while something is done, as when the disk fails. */
export async function whileBroken<Result>(table: string, act: () => Promise<Result>) {
  db().run(sql.raw(`alter table ${table} rename to ${table}_gone`));
  try {
    return await act();
  } finally {
    db().run(sql.raw(`alter table ${table}_gone rename to ${table}`));
  }
}

/**
 * Lets a column be missing while something is done, where the table itself is needed to find out
 * who asks.
 */
export async function whileLacking<Result>(table: string, column: string, act: () => Promise<Result>) {
  db().run(sql.raw(`alter table ${table} rename column ${column} to ${column}_gone`));
  try {
    return await act();
  } finally {
    db().run(sql.raw(`alter table ${table} rename column ${column}_gone to ${column}`));
  }
}
