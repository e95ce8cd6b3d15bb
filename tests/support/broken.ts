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
