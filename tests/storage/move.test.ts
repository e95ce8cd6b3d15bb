import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { backUp } from '~/ops/backup/backup.server';
import { move } from '~/ops/move/move.server';
import { restore } from '~/ops/restore/restore.server';
import { setLogLevel } from '~/platform/observability/log.server';
import type { Settings } from '~/platform/settings/env.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { fillClinic, readClinic, settingsIn, visit } from '../support/movable-clinic';
import { namesIn, takeStorage } from '../support/test-storage';

let folder: string;
let old: Settings;
let next: Settings;
let patientId: string;
beforeEach(async () => {
  setLogLevel('silent');
  folder = mkdtempSync(join(tmpdir(), 'move-'));
  old = settingsIn(join(folder, 'old'));
  next = settingsIn(join(folder, 'new'), await takeStorage());
  patientId = await fillClinic(old, 3);
});
afterEach(() => {
  vi.restoreAllMocks();
  rmSync(folder, { recursive: true, force: true });
});

const names = async (settings: Settings) => namesIn(await openObjects(settings));
const run = (from: Settings, to: Settings) => move(from, { next: to, to: 'new.env', print: () => undefined });

test('moves a clinic to an object store and back', async () => {
  const before = await readClinic(old);
  await run(old, next);
  expect(await readClinic(next)).toEqual(before);
  expect(await visit(next, patientId)).toBe(3);
  const [missingName = ''] = await names(next);
  await (await openObjects(next)).drop(missingName);
  await expect(run(old, next)).rejects.toThrow(/1 files are missing or different, such as|should not exist/);
  await expect(run(old, next)).rejects.toThrow(missingName);
  const fresh = settingsIn(join(folder, 'fresh'));
  await run(next, fresh);
  const after = (await readClinic(fresh).catch((error: unknown) => String(error))) as string;
  expect(after).toContain('FILE_MISSING');
});

test('restores a backup of a store into another one, and again after an interruption', async () => {
  const before = await readClinic(old);
  await run(old, next);
  const archive = join(folder, 'one.tar');
  expect(await backUp(next, { file: archive })).toMatchObject({ files: 3, missing: 0 });
  const otherSettings = settingsIn(join(folder, 'other'), await takeStorage());
  const objects = await openObjects(otherSettings);
  const prototype = await import('~/platform/storage/objects/open-objects.server');
  let puts = 0;
  vi.spyOn(prototype, 'openObjects').mockResolvedValueOnce({
    ...objects,
    put: async (...args) => {
      puts += 1;
      if (puts === 2) throw new Error('The store does not answer.');
      await objects.put(...args);
    },
  });
  await expect(restore(otherSettings, { file: archive, isListOptional: true })).rejects.toThrow(
    'The database is still empty. Run the same command again',
  );
  expect(await names(otherSettings)).toHaveLength(1);
  await restore(otherSettings, { file: archive, isListOptional: true });
  expect(existsSync(join(otherSettings.DATA_DIR, 'restore.begun'))).toBe(false);
  expect((await readClinic(otherSettings)).contents).toEqual(before.contents);
  const third = settingsIn(join(folder, 'third'), {
    STORAGE_URL: String(otherSettings.STORAGE_URL),
    S3_ENDPOINT: String(otherSettings.S3_ENDPOINT),
    S3_REGION: otherSettings.S3_REGION,
    S3_ACCESS_KEY_ID: String(otherSettings.S3_ACCESS_KEY_ID),
    S3_SECRET_ACCESS_KEY: String(otherSettings.S3_SECRET_ACCESS_KEY),
  });
  await expect(restore(third, { file: archive, isListOptional: true })).rejects.toThrow(
    /s3:\/\/.* contains files/,
  );

  // A file that the store has lost is missing from the next backup, but its report stays.
  const [lost = ''] = await names(next);
  await (await openObjects(next)).drop(lost);
  const later = await backUp(next, { file: join(folder, 'two.tar') });
  expect(later).toMatchObject({ files: 2, missing: 1 });
});
