import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { connection } from '~/platform/db/core/connection.server';
import { codeTries } from '~/platform/db/core/tables/accounts.server';
import { closeDatabase, db, execute, openDatabase } from '~/platform/db/db.server';
import { purgeUnlessElsewhere } from './purge.server';

// The engine decides whether a database is shared; SQLite's never is.
const share = (isShared: boolean) => Object.assign(connection().engine, { isShared });
const hourMs = 3_600_000;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
  share(true);
});
afterEach(async () => {
  await closeDatabase();
  vi.useRealTimers();
});

/** Checks whether a purge removes long expired rows. */
async function purges() {
  const expiresAt = new Date(Date.now() - 1);
  await execute(
    db().insert(codeTries).values({ keyHash: 'over', tries: 1, expiresAt }).onConflictDoNothing(),
  );
  await purgeUnlessElsewhere();
  return (await db().select().from(codeTries)).length === 0;
}

test('only the server that holds the lease purges, and another one takes over when it has died', async () => {
  expect(await purges()).toBe(true);
  vi.setSystemTime(Date.now() + hourMs);
  expect(await purges(), 'every hour').toBe(true);
  vi.setSystemTime(Date.now() + 2 * hourMs);
  await takeLease('purge', hourMs, 'another server');
  expect(await purges()).toBe(false);
  vi.setSystemTime(Date.now() + hourMs);
  expect(await purges()).toBe(true);
});

test('a server that shares its database with no other always purges', async () => {
  share(false);
  await takeLease('purge', hourMs, 'an older start');
  expect(await purges()).toBe(true);
});
