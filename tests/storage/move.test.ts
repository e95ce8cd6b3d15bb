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
const run = (from: Settings, to: Settings) => move(from, { next: to, to: 'new.env', say: () => undefined });

test('a clinic moves to an object store and back', async () => {
  const before = await readClinic(old);
  await run(old, next);
  expect(await readClinic(next)).toEqual(before);
  expect(await visit(next, patientId)).toBe(3);
  const [gone = ''] = await names(next);
  await (await openObjects(next)).drop(gone);
  await expect(run(old, next)).rejects.toThrow(/1 files are missing or others, such as|is one too many/);
  await expect(run(old, next)).rejects.toThrow(gone);
  const fresh = settingsIn(join(folder, 'fresh'));
  await run(next, fresh);
  const after = (await readClinic(fresh).catch((error: unknown) => String(error))) as string;
  expect(after).toContain('FILE_MISSING');
});

test('a backup of a store is restored into another one, and again where that was interrupted', async () => {
  const before = await readClinic(old);
  await run(old, next);
  const archive = join(folder, 'one.tar');
  expect(await backUp(next, { file: archive })).toMatchObject({ files: 3, missing: 0 });
  const other = settingsIn(join(folder, 'other'), await takeStorage());
  const objects = await openObjects(other);
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
  await expect(restore(other, { file: archive, isListOptional: true })).rejects.toThrow(
    'The database is as empty as it was. Run the same command again',
  );
  expect(await names(other)).toHaveLength(1);
  await restore(other, { file: archive, isListOptional: true });
  expect(existsSync(join(other.DATA_DIR, 'restore.begun'))).toBe(false);
  expect((await readClinic(other)).contents).toEqual(before.contents);
  const third = settingsIn(join(folder, 'third'), {
    STORAGE_URL: String(other.STORAGE_URL),
    S3_ENDPOINT: String(other.S3_ENDPOINT),
    S3_REGION: other.S3_REGION,
    S3_ACCESS_KEY_ID: String(other.S3_ACCESS_KEY_ID),
    S3_SECRET_ACCESS_KEY: String(other.S3_SECRET_ACCESS_KEY),
  });
  await expect(restore(third, { file: archive, isListOptional: true })).rejects.toThrow(
    'there are files in s3://',
  );

  // A file that the store has lost is missing in the next backup, and its report stands.
  const [lost = ''] = await names(next);
  await (await openObjects(next)).drop(lost);
  const later = await backUp(next, { file: join(folder, 'two.tar') });
  expect(later).toMatchObject({ files: 2, missing: 1 });
});
