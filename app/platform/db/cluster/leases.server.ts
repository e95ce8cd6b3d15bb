import { and, eq, gt, lte, or, sql } from 'drizzle-orm';
import { leases } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

const thisProcess = newId();

/**
 * Takes a lease, or renews the holder's own: one of several servers on a database does the work
 * under it. A lease expires, so that another server takes over if its holder dies.
 *
 * @param name the work that the lease covers.
 * @param ms the milliseconds it lasts.
 * @param holder the holder, by default this process.
 * @returns whether the holder has the lease now.
 */
export async function takeLease(name: string, ms: number, holder = thisProcess): Promise<boolean> {
  const now = Date.now();
  const lease = { holder, until: new Date(now + ms) };
  const upsert = db()
    .insert(leases)
    .values({ name, ...lease })
    .onConflictDoUpdate({
      target: leases.name,
      set: { holder: sql`excluded.holder`, until: sql`excluded.until` },
      setWhere: or(
        lte(leases.until, new Date(now)),
        eq(leases.holder, holder),
        // A server whose clock is ahead keeps nobody from the work after it has died.
        gt(leases.until, new Date(now + 2 * ms)),
      ),
    });
  return (await execute(upsert, { durable: false })) === 1;
}

/** Releases a lease before it expires. */
export async function giveBackLease(name: string, holder = thisProcess): Promise<void> {
  const isHeldByHolder = and(eq(leases.name, name), eq(leases.holder, holder));
  await execute(
    db()
      .update(leases)
      .set({ until: new Date(0) })
      .where(isHeldByHolder),
    { durable: false },
  );
}

/** Replaces the result of the work under a lease, for all servers to read. */
export async function writeResult(name: string, result: string): Promise<void> {
  await execute(
    db()
      .insert(leases)
      .values({ name, holder: '', until: new Date(0), result })
      .onConflictDoUpdate({ target: leases.name, set: { result: sql`excluded.result` } }),
  );
}

/** Reads the last result of `writeResult` and whether some server holds the lease now. */
export async function readResult(name: string): Promise<{ result: string | null; isHeld: boolean }> {
  const [row] = await db()
    .select({ result: leases.result, until: leases.until })
    .from(leases)
    .where(eq(leases.name, name));
  return { result: row?.result ?? null, isHeld: (row?.until.getTime() ?? 0) > Date.now() };
}
