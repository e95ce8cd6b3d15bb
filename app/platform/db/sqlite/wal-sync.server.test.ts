import { mkdtempSync, rmSync, symlinkSync } from 'node:fs';
import { type FileHandle, open } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { keyring } from '~/platform/db/core/tables/clinic.server';
import { isMigrated } from '~/platform/db/database-health.server';
import {
  atomically,
  closeDatabase,
  db,
  execute,
  isUncertain,
  openDatabase,
  untilOnDisk,
} from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';

type Sync = { done(): void; fail(error: Error): void };

let folder: string;
/** The syncs that the disk has not finished. */
let syncs: Sync[];
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'wal-'));
  await openDatabase({ url: `file:${join(folder, 'app.db')}`, fileKey: Buffer.alloc(32, 1) });
  syncs = [];
  const handle = await open(folder, 'r');
  const ofFiles = Object.getPrototypeOf(handle) as FileHandle;
  await handle.close();
  vi.spyOn(ofFiles, 'datasync').mockImplementation(
    () => new Promise((resolve, fail) => void syncs.push({ done: resolve, fail })),
  );
});
afterEach(async () => {
  vi.restoreAllMocks();
  for (const { done } of syncs) done();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

const row = (keyId: string) =>
  db()
    .insert(keyring)
    .values({ keyId, wrapped: Buffer.of(1) });
const keyIds = async () =>
  (await db().select({ keyId: keyring.keyId }).from(keyring)).map(({ keyId }) => keyId);

/** Records the writes answered so far. */
function watch(...writes: Promise<unknown>[]) {
  const answered: (number | string)[] = [];
  for (const [at, write] of writes.entries())
    write.then(
      () => answered.push(at),
      () => answered.push(`${at} failed`),
    );
  return answered;
}

const aTurn = () => new Promise((resolve) => setImmediate(resolve));

describe('a durable write', () => {
  test('resolves once it is on the disk and can be read before', async () => {
    const answered = watch(execute(row('one')));
    await aTurn();
    expect([await keyIds(), answered]).toEqual([expect.arrayContaining(['one']), []]);
    syncs.shift()?.done();
    await expect.poll(() => answered).toEqual([0]);
  });

  test('waits for the next sync, with all others that come while the disk is busy', async () => {
    const answered = watch(execute(row('one')));
    await aTurn();
    const later = watch(execute(row('two')), atomically([row('three'), row('four')]));
    await aTurn();
    expect(syncs).toHaveLength(1);
    syncs.shift()?.done();
    await expect.poll(() => [answered, syncs.length]).toEqual([[0], 1]);
    expect(later).toEqual([]);
    syncs.shift()?.done();
    await expect.poll(() => later.toSorted()).toEqual([0, 1]);
    expect(syncs).toEqual([]);
  });

  test('that finds another new write resolves after that one', async () => {
    const answered = watch(execute(row('one')), execute(row('one')));
    await aTurn();
    expect(answered).toEqual([]);
    while (answered.length < 2) {
      syncs.shift()?.done();
      await aTurn();
    }
    expect(answered.sort()).toEqual([0, '1 failed']);
  });

  test('is uncertain if the disk fails, with all that wait, and nothing more is written', async () => {
    const first = execute(row('one')).catch((error: unknown) => error);
    await aTurn();
    const second = execute(row('two')).catch((error: unknown) => error);
    await aTurn();
    syncs.shift()?.fail(Object.assign(new Error('broken'), { code: 'EIO' }));
    expect([isUncertain(await first), isUncertain(await second)]).toEqual([true, true]);
    await expect(untilOnDisk()).rejects.toThrow('broken');
    await expect(isMigrated(), 'it is not ready').rejects.toThrow('broken');
    for (const durable of [true, false]) {
      const later = await execute(row('three'), { durable }).catch((error: unknown) => error);
      expect([toTrouble(later), isUncertain(later)]).toEqual(['gone', false]);
    }
    expect(await keyIds()).not.toContain('three');
    expect(syncs).toEqual([]);
  });

  test('that another caller reads is reported once it is on the disk', async () => {
    const write = execute(row('one'));
    await aTurn();
    const answered = watch(untilOnDisk());
    await aTurn();
    expect(answered).toEqual([]);
    syncs.shift()?.done();
    await write;
    await expect.poll(() => answered).toEqual([0]);
    await execute(row('two'), { durable: false });
    await untilOnDisk();
    expect(syncs).toEqual([]);
  });

  test('is synced beside the target of a link', async () => {
    await closeDatabase();
    const link = join(folder, 'link.db');
    symlinkSync(join(folder, 'app.db'), link);
    await openDatabase({ url: `file:${link}`, fileKey: Buffer.alloc(32, 1) });
    const answered = watch(execute(row('one')));
    await aTurn();
    syncs.shift()?.done();
    await expect.poll(() => answered).toEqual([0]);
  });
});

test('a write that is not durable does not wait for the disk', async () => {
  await execute(row('one'), { durable: false });
  await atomically([row('two')], { durable: false });
  expect(syncs).toEqual([]);
});
