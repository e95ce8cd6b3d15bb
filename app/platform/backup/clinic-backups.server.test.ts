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

// The engine decides whether its database is shared, and SQLite's never is.
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

const settingsOf = (name: string, overrides: Record<string, string> = {}) =>
  readSettings({
    SERVER_NAME: name,
    DATA_DIR: mkdtempSync(join(folder, `${name}-`)),
    UPLOADS_DIR: join(folder, 'uploads'),
    ...overrides,
  });
const good = { at: 1000, path: '/backups/a.tar', bytes: 12, files: 1, isEncrypted: true, missing: 0 };

test('reports the backups of the server that makes them on every server', async () => {
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
  // A manual backup on another server is newer; the schedule of the maker stays.
  noteBackup(south.DATA_DIR, { good: { ...good, at: 3000 } });
  await shareBackups(south, { isMaker: false });
  expect(await readClinicBackups(north)).toMatchObject({
    ...expected,
    good: { at: 3000, path: 'south:/backups/a.tar' },
  });
});

test('keeps the last backup but not the schedule of a server that has ended', async () => {
  const north = settingsOf('north', { BACKUP_EVERY: '24h' });
  noteBackup(north.DATA_DIR, { good });
  await shareBackups(north, { isMaker: true });
  expect(await readClinicBackups(settingsOf('south'))).toMatchObject({
    good: { at: 1000 },
    plan: { everyHours: null },
  });
});

test('lets only one of several servers make backups', async () => {
  await takeLease('backup', 60_000, 'another server');
  expect(await mayMakeBackups()).toBe(false);
  share(false);
  expect(await mayMakeBackups()).toBe(true);
});
