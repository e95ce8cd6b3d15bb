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

test('what was read under a name is the same object until something is written', async () => {
  const first = await cachedUntilWrite('pending 1', read);
  expect(await cachedUntilWrite('pending 1', read)).toBe(first);
  expect(await cachedUntilWrite('pending 2', read)).not.toBe(first);
  await write();
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(first);
});

test('a line of the audit log leaves it, and one that is written with something else does not', async () => {
  const first = await cachedUntilWrite('pending 1', read);
  const line = auditEntry({ action: 'report.opened', actorId: 'd', objectId: 'r' });
  await execute(line);
  await execute(lookEntry('d', ['p', 'q']));
  expect(await cachedUntilWrite('pending 1', read)).toBe(first);
  await atomically([aTry(), line]);
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(first);
});

test('a write of another process ends it too', async () => {
  const first = await cachedUntilWrite('pending 1', read);
  const other = openSecond(path);
  other.prepare('insert into login_tries (address_hash, wrong, wait_until) values (?, 1, 0)').run('other');
  other.close();
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(first);
});

test('what was read while something was written is not kept: one half of it may be older', async () => {
  const torn = await cachedUntilWrite('pending 1', async () => {
    await write();
    return { rows: [] };
  });
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(torn);
});

test('it is kept for a minute and no longer, and a failure never', async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  const first = await cachedUntilWrite('pending 1', read);
  vi.setSystemTime(Date.now() + 59_000);
  expect(await cachedUntilWrite('pending 1', read)).toBe(first);
  vi.setSystemTime(Date.now() + 2_000);
  expect(await cachedUntilWrite('pending 1', read)).not.toBe(first);
  await expect(cachedUntilWrite('pending 2', () => Promise.reject(new Error('no')))).rejects.toThrow('no');
  expect(await cachedUntilWrite('pending 2', read)).toEqual({ rows: [1, 2, 3] });
});

test('of many names the last ones are kept, and no more than fit', async () => {
  read.mockClear();
  for (let at = 0; at < 80; at += 1) await cachedUntilWrite(`pending ${at}`, read);
  for (let at = 30; at < 80; at += 1) await cachedUntilWrite(`pending ${at}`, read);
  expect(read).toHaveBeenCalledTimes(80);
  await cachedUntilWrite('pending 29', read);
  expect(read).toHaveBeenCalledTimes(81);
});
