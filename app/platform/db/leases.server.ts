import { eq, lte, or, sql } from 'drizzle-orm';
import { newId } from '~/platform/ids.server';
import { db, execute } from './db.server';
import { leases } from './tables.server';

const thisProcess = newId();

/**
 * Takes a lease, or renews one's own: what stands under it is done by one of several servers on the
 * same database. It ends by itself, so that another server goes on where one has died.
 *
 * @param name what is done under it.
 * @param ms how long it lasts.
 * @param holder who takes it; without it, this process.
 * @returns whether it is held now.
 */
export async function takeLease(name: string, ms: number, holder = thisProcess): Promise<boolean> {
  const now = Date.now();
  const lease = { holder, until: new Date(now + ms) };
  const taken = db()
    .insert(leases)
    .values({ name, ...lease })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder: sql`excluded.holder`, until: sql`excluded.until` },
      setWhere: or(lte(leases.until, new Date(now)), eq(leases.holder, holder)),
    });
  return (await execute(taken, { durable: false })) === 1;
}
