import { desc } from 'drizzle-orm';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';

/** Returns the time of the newest entry of the audit log; undefined if it is empty. */
export async function findNewestEntryAt(): Promise<Date | undefined> {
  const [newest] = await db().select({ at: audit.at }).from(audit).orderBy(desc(audit.id)).limit(1);
  return newest?.at;
}
