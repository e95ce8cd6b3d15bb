import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { loginTries } from '~/platform/db/core/tables/accounts.server';
import {
  atomically,
  closeDatabase,
  db,
  execute,
  executeBestEffort,
  openDatabase,
} from '~/platform/db/db.server';
import { toTrouble } from '~/platform/errors.server';
import { runAsRequest } from '~/platform/observability/request-context.server';

let folder: string;
let otherConnection: Database.Database;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'patience-'));
  const path = join(folder, 'app.db');
  await openDatabase({ url: `file:${path}`, fileKey: Buffer.alloc(32, 5) });
  otherConnection = new Database(path);
});
afterEach(async () => {
  otherConnection.close();
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

let serial = 0;
const row = () => {
  serial += 1;
  return db()
    .insert(loginTries)
    .values({ sourceHash: String(serial), wrong: 1, waitUntil: new Date(0) });
};
const rows = async () => (await db().select().from(loginTries)).length;

/** Simulates another process that writes for `ms` milliseconds. */
function hold(ms: number) {
  otherConnection.exec('BEGIN IMMEDIATE');
  setTimeout(() => otherConnection.exec('COMMIT'), ms);
}

describe('while another process writes', () => {
  test('a write waits while everything else goes on', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    const writes = Promise.all([atomically([row()]), execute(row())]);
    // The other process ends only after many turns of the event loop, which the writes must not
    // block.
    for (let turn = 0; turn < 20; turn++) await wait(5);
    expect(await rows()).toBe(0);
    otherConnection.exec('COMMIT');
    expect(await writes).toEqual([true, 1]);
    expect(await rows()).toBe(2);
  });

  test('a read does not wait', async () => {
    hold(100);
    expect(await rows()).toBe(0);
    await execute(row());
  });

  test('a best-effort write is skipped', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    await executeBestEffort(row());
    otherConnection.exec('COMMIT');
    expect(await rows()).toBe(0);
    await executeBestEffort(row());
    expect(await rows()).toBe(1);
  });

  test('a request waits 1.5 s in all, however often it writes, and then writes nothing', async () => {
    otherConnection.exec('BEGIN IMMEDIATE');
    await runAsRequest('one', async () => {
      const waited = atomically([row(), row()]).catch(toTrouble);
      expect(await waited).toBe('busy');
      const turn = new Promise((resolve) => setTimeout(resolve, 500, 'still waiting'));
      expect(await Promise.race([execute(row()).catch(toTrouble), turn])).toBe('busy');
    });
    otherConnection.exec('COMMIT');
    expect(await rows()).toBe(0);
    await runAsRequest('two', () => execute(row()));
    expect(await rows()).toBe(1);
  });
});

test('distinguishes a full disk and a locked database from broken ones', () => {
  const coded = (code: string) => Object.assign(new Error(code), { code });
  expect(['ENOSPC', 'EDQUOT', 'SQLITE_FULL'].map((code) => toTrouble(coded(code)))).toEqual(
    Array(3).fill('full'),
  );
  expect(toTrouble(coded('SQLITE_BUSY_SNAPSHOT'))).toBe('busy');
  expect(toTrouble(new Error('wrapped', { cause: coded('SQLITE_FULL') }))).toBe('full');
  expect(['EACCES', 'SQLITE_CORRUPT', 'SQLITE_CONSTRAINT'].map((code) => toTrouble(coded(code)))).toEqual(
    Array(3).fill(undefined),
  );
  expect([toTrouble(undefined), toTrouble('ENOSPC')]).toEqual([undefined, undefined]);
});
