import { spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { type Lock, takeLock } from './folder-lock.server';

let folder: string;
let held: Lock[];
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'lock-'));
  held = [];
});
afterEach(() => {
  for (const lock of held) lock.release();
  rmSync(folder, { recursive: true, force: true });
});

/**
 * The folders of a clinic, with another data folder, folder of uploads or database where one is
 * named.
 */
const clinicWith = ({ data = 'data', uploads = 'uploads', database = 'data/app.db' } = {}) => ({
  DATA_DIR: join(folder, data),
  UPLOADS_DIR: join(folder, uploads),
  DATABASE_URL: `file:${join(folder, database)}`,
});

function take(of: ReturnType<typeof clinicWith>) {
  const lock = takeLock(of);
  held.push(lock);
  return lock;
}

describe('the lock', () => {
  const sharing = [
    ['everything', {}, /the data folder/],
    ['the data folder alone', { uploads: 'others', database: 'elsewhere/app.db' }, /the data folder/],
    ['the folder of uploads alone', { data: 'other', database: 'elsewhere/app.db' }, /the folder of uploads/],
    ['the database alone', { data: 'other', uploads: 'others' }, /the database/],
  ] as const;
  test.each(sharing)(
    'keeps a second server away that shares %s, and it changes nothing',
    (_what, other, says) => {
      take(clinicWith());
      const before = readdirSync(folder, { recursive: true }).sort();
      expect(() => takeLock(clinicWith(other))).toThrow(says);
      expect(() => takeLock(clinicWith(other))).toThrow('Stop it first. Nothing was changed.');
      expect(readdirSync(folder, { recursive: true }).sort()).toEqual(before);
    },
  );

  test('lets a clinic of its own start beside it', () => {
    take(clinicWith());
    take(clinicWith({ data: 'other', uploads: 'others', database: 'other/app.db' }));
    expect(existsSync(join(folder, 'other'))).toBe(true);
  });

  test('is free again once it was released', () => {
    take(clinicWith()).release();
    take(clinicWith());
  });

  test('is free again when the process that held it was killed', async () => {
    take(clinicWith()).release();
    const program = `
      const Database = require('better-sqlite3');
      new Database(process.argv[1]).exec('BEGIN EXCLUSIVE');
      console.log('held');
      setInterval(() => {}, 1000);`;
    const child = spawn(process.execPath, ['-e', program, join(folder, 'data', '.lock.db')]);
    await new Promise((resolve) => child.stdout.once('data', resolve));
    expect(() => takeLock(clinicWith())).toThrow('Stop it first');
    const gone = new Promise((resolve) => child.once('exit', resolve));
    child.kill('SIGKILL');
    await gone;
    take(clinicWith());
  });
});
