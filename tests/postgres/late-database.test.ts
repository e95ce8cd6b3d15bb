import { createServer, connect as dial, type Socket } from 'node:net';
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest';
import { databaseState } from '~/platform/db/database-state.server';
import { returnDatabase, takeDatabase } from '../support/test-database';

/** The fate of the next connection; connections without one reach the database. */
type Fate = 'silent' | 'closed';

let database: string;
beforeAll(async () => {
  database = await takeDatabase();
});
afterAll(() => returnDatabase(database));

let close: (() => void) | undefined;
afterEach(() => close?.());

/** Opens a proxy to the database that counts its connections. */
async function aLine(fates: Fate[]) {
  const { hostname, port } = new URL(database);
  const sockets = new Set<Socket>();
  let seen = 0;
  const server = createServer((near) => {
    sockets.add(near);
    near.on('error', () => undefined);
    seen += 1;
    const fate = fates.shift();
    if (fate === 'closed') near.destroy();
    if (fate) return;
    const far = dial(Number(port), hostname).on('error', () => near.destroy());
    near.pipe(far).pipe(near);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  close = () => {
    for (const socket of sockets) socket.destroy();
    server.close();
  };
  const address = server.address();
  const linePort = typeof address === 'object' && address ? address.port : 0;
  return {
    url: Object.assign(new URL(database), { host: `127.0.0.1:${linePort}` }).href,
    seen: () => seen,
  };
}

test('waits at the start for a late database', async () => {
  const line = await aLine(['silent', 'silent']);
  const { appliedMigrations } = await databaseState(line.url);
  expect(appliedMigrations.length).toBeGreaterThan(0);
  expect(line.seen()).toBeGreaterThan(2);
});

test('does not wait at the start for a database that hangs up', async () => {
  const line = await aLine(['closed']);
  await expect(databaseState(line.url)).rejects.toThrow(
    /^The database \S+ cannot be opened: .+\. Nothing was changed\.$/,
  );
  expect(line.seen()).toBe(1);
});
