import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { auditEntry, lookEntry } from '~/domain/audit/audit-entry.server';
import { atomically, closeDatabase, db, execute, openDatabase } from '~/platform/db/db.server';
import { loginTries } from '~/platform/db/tables.server';
import { openSecond } from '../../../../tests/support/raw';
import { cachedUntilWrite } from './cached-until-write.server';

let folder: string;
let path: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'once-'));
  path = join(folder, 'app.db');
  await openDatabase({ url: `file:${path}`, fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
const aTry = () => {
  serial += 1;
  const waitUntil = new Date(0);
  return db()
    .insert(loginTries)
    .values({ sourceHash: `hash ${serial}`, wrong: 1, waitUntil });
};
const write = () => execute(aTry());
const read = vi.fn(async () => ({ rows: [1, 2, 3] }));

/** Reads a second time, from when on the result is kept. */
async function readTwice(name: string) {
  await cachedUntilWrite(name, read);
  return cachedUntilWrite(name, read);
}

test('what was read twice under a name is the same object until something is written', async () => {
  const first = await cachedUntilWrite('pending 1', read);
  const second = await cachedUntilWrite('pending 1', read);
  expect(second).not.toBe(first);
  expect(await cachedUntilWrite('pending 1', read)).toBe(second);
  expect(await readTwice('pending 2')).not.toBe(second);
  await write();
  const after = await cachedUntilWrite('pending 1', read);
  expect(after).not.toBe(second);
  // Its name is known from before.
  expect(await cachedUntilWrite('pending 1', read)).toBe(after);
});

test('a line of the audit log leaves it, and one that is written with something else does not', async () => {
  const kept = await readTwice('pending 1');
  const line = auditEntry({ action: 'report.opened', actorId: 'd', objectId: 'r' });
  await execute(line);
  await execute(lookEntry('d', ['p', 'q']));
  expect(await cachedUntilWrite('pending 1', read)).toBe(kept);
  await atomically([aTry(), line]);
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(kept);
});

test('a write of another process ends it too', async () => {
  const kept = await readTwice('pending 1');
  const other = openSecond(path);
  other.prepare('insert into login_tries (address_hash, wrong, wait_until) values (?, 1, 0)').run('other');
  other.close();
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(kept);
});

test('what was read while something was written is not kept: one half of it may be older', async () => {
  await cachedUntilWrite('pending 1', read);
  const torn = await cachedUntilWrite('pending 1', async () => {
    await write();
    return { rows: [] };
  });
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(torn);
});

test('it is kept for a minute and no longer, and a failure never', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const kept = await readTwice('pending 1');
  vi.setSystemTime(Date.now() + 59_000);
  expect(await cachedUntilWrite('pending 1', read)).toBe(kept);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(kept);
  for (let call = 0; call < 2; call += 1)
    await expect(cachedUntilWrite('pending 2', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cachedUntilWrite('pending 2', read)).toEqual({ rows: [1, 2, 3] });
});

test('of many names the last ones are kept, and no more than fit', async () => {
  read.mockClear();
  for (let at = 0; at < 80; at += 1) await readTwice(`pending ${at}`);
  for (let at = 30; at < 80; at += 1) await cachedUntilWrite(`pending ${at}`, read);
  expect(read).toHaveBeenCalledTimes(160);
  await cachedUntilWrite('pending 29', read);
  expect(read).toHaveBeenCalledTimes(161);
});

test('what is read once pushes out nothing that is read again and again', async () => {
  const kept = await readTwice('pending 1');
  for (let at = 2; at < 200; at += 1) await cachedUntilWrite(`pending ${at}`, read);
  expect(await cachedUntilWrite('pending 1', read)).toBe(kept);
});
