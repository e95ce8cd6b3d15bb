import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { connection } from '~/platform/db/core/connection.server';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { readSettings } from '~/platform/settings/env.server';
import { noteBackup } from './backup-folder.server';
import { mayMakeBackups, readClinicBackups, shareBackups } from './clinic-backups.server';

// Whether it is shared is the engine's to say, and SQLite's never is.
const share = (isShared: boolean) => Object.assign(connection().engine, { isShared });

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backups-of-'));
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
  share(true);
});
afterEach(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true });
});

const settingsOf = (name: string, more: Record<string, string> = {}) =>
  readSettings({
    SERVER_NAME: name,
    DATA_DIR: mkdtempSync(join(folder, `${name}-`)),
    UPLOADS_DIR: join(folder, 'uploads'),
    ...more,
  });
const good = { at: 1000, path: '/backups/a.tar', bytes: 12, files: 1, isEncrypted: true, missing: 0 };

test('a server that makes no backups says what the one says that does', async () => {
  const north = settingsOf('north', { BACKUP_EVERY: '24h', BACKUP_KEEP: '3,2,1' });
  const south = settingsOf('south');
  expect(await readClinicBackups(south)).toMatchObject({ good: undefined, plan: { everyHours: null } });
  expect(await mayMakeBackups()).toBe(true);
  noteBackup(north.DATA_DIR, { good, failed: { at: 2000, why: 'noRoom' } });
  await shareBackups(north, { isMaker: true });
  const expected = {
    good: { ...good, path: 'north:/backups/a.tar' },
    failed: { at: 2000, why: 'noRoom' },
    plan: { everyHours: 24, retention: { daily: 3, weekly: 2, monthly: 1 } },
  };
  expect(await readClinicBackups(south)).toMatchObject(expected);
  // One that is made by hand on another server is newer, and how the first makes them stays.
  noteBackup(south.DATA_DIR, { good: { ...good, at: 3000 } });
  await shareBackups(south, { isMaker: false });
  expect(await readClinicBackups(north)).toMatchObject({
    ...expected,
    good: { at: 3000, path: 'south:/backups/a.tar' },
  });
});

test('a server that has ended makes no backups any more, and the last one is known', async () => {
  const north = settingsOf('north', { BACKUP_EVERY: '24h' });
  noteBackup(north.DATA_DIR, { good });
  await shareBackups(north, { isMaker: true });
  expect(await readClinicBackups(settingsOf('south'))).toMatchObject({
    good: { at: 1000 },
    plan: { everyHours: null },
  });
});

test('of several servers one makes backups', async () => {
  await takeLease('backup', 60_000, 'another server');
  expect(await mayMakeBackups()).toBe(false);
  share(false);
  expect(await mayMakeBackups()).toBe(true);
});
