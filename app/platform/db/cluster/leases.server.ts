import { and, eq, lte, or, sql } from 'drizzle-orm';
import { leases } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';

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

/** Lets another server have a lease of this process before it ends by itself. */
export async function giveBackLease(name: string, holder = thisProcess): Promise<void> {
  const own = and(eq(leases.name, name), eq(leases.holder, holder));
  await execute(
    db()
      .update(leases)
      .set({ until: new Date(0) })
      .where(own),
    { durable: false },
  );
}

/**
 * Writes what came of the work under a lease, for all servers to read: a text, in the place of the
 * last one.
 */
export async function writeResult(name: string, result: string): Promise<void> {
  await execute(
    db()
      .insert(leases)
      .values({ name, holder: '', until: new Date(0), result })
      .onConflictDoUpdate({ target: leases.name, set: { result: sql`excluded.result` } }),
  );
}

/** Reads what `writeResult` wrote last, and whether some server holds the lease now. */
export async function readResult(name: string): Promise<{ result: string | null; isHeld: boolean }> {
  const [row] = await db()
    .select({ result: leases.result, until: leases.until })
    .from(leases)
    .where(eq(leases.name, name));
  return { result: row?.result ?? null, isHeld: (row?.until.getTime() ?? 0) > Date.now() };
}
