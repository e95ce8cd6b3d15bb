import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type FolderLock, takeLock } from './folder-lock.server';

let folder: string;
let locks: FolderLock[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  locks = [];
});
afterEach(() => {
  for (const lock of locks) lock.release();
  rmSync(folder, { recursive: true, force: true });
});

/** Builds the settings of a clinic; each option replaces one folder or the database. */
const clinicWith = ({ data = 'data', uploads = 'uploads', database = 'data/app.db' } = {}) => ({
  DATA_DIR: join(folder, data),
  UPLOADS_DIR: join(folder, uploads),
  DATABASE_URL: `file:${join(folder, database)}`,
});

function take(clinic: ReturnType<typeof clinicWith>) {
  const lock = takeLock(clinic);
  locks.push(lock);
  return lock;
}

describe('the lock', () => {
  const sharing = [
    ['everything', {}, /the data folder/],
    ['the data folder alone', { uploads: 'others', database: 'elsewhere/app.db' }, /the data folder/],
    ['the uploads folder alone', { data: 'other', database: 'elsewhere/app.db' }, /the uploads folder/],
    ['the database alone', { data: 'other', uploads: 'others' }, /the database/],
  ] as const;
  test.each(sharing)(
    'keeps away a second server that shares %s, which changes nothing',
    (_what, overrides, says) => {
      take(clinicWith());
      const before = readdirSync(folder, { recursive: true }).sort();
      expect(() => takeLock(clinicWith(overrides))).toThrow(says);
      expect(() => takeLock(clinicWith(overrides))).toThrow('Stop it first. Nothing was changed.');
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    },
  );

  test('lets another clinic start beside it', () => {
    take(clinicWith());
    take(clinicWith({ data: 'other', uploads: 'others', database: 'other/app.db' }));
    expect(existsSync(join(folder, 'other'))).toBe(true);
  });

  test('is free again once released', () => {
    take(clinicWith()).release();
    take(clinicWith());
  });

  test('is free again once its process was killed', async () => {
    take(clinicWith()).release();
    const program = `
      const Database = require('better-sqlite3');
      new Database(process.argv[1]).exec('BEGIN EXCLUSIVE');
      console.log('held');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', program, join(folder, 'data', '.lock.db')]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(() => takeLock(clinicWith())).toThrow('Stop it first');
    const exit = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await exit;
    take(clinicWith());
  });
});
