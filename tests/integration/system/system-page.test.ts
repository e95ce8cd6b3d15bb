import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { readSystem } from '~/domain/clinic/read-system.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { noteBackup, readBackupStatus } from '~/platform/backup/backup-folder.server';
import { startJobs } from '~/platform/health/jobs.server';
import { getSettings } from '~/platform/settings/env.server';
import { an } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { visit } from '../../support/url-map';

clinicForFile({ BACKUP_EVERY: '2d' });

const read = async () => {
  const found = await readSystem.run({
    viewer: {} as Viewer,
    input: {},
    context: { listSignSentences: () => ['Fits'] } as never,
  });
  return found;
};
const good = {
  at: Date.parse('2026-05-05T04:00:00Z'),
  path: '/srv/backups/secondlook.tar.age',
  bytes: 12_345_678,
  files: 4,
  isEncrypted: true,
  missing: 0,
};

describe('the system page', () => {
  test('shows an admin that there is no backup yet, and how much of the disk is free', async () => {
    const { backup, disk, version } = await read();
    expect(version).toMatch(/^\d+\.\d+\.\d+/);
    expect(backup).toEqual({
      everyHours: 48,
      runningSince: null,
      retention: { daily: 7, weekly: 4, monthly: 12 },
      isOnDataDisk: true,
      hasRoom: true,
      good: null,
      failed: null,
    });
    expect(disk.freeBytes).toBeGreaterThan(0);
    expect(disk.totalBytes).toBeGreaterThanOrEqual(disk.freeBytes);
    expect(disk.freePercent).toBe(Math.floor((disk.freeBytes / disk.totalBytes) * 100));
    const { status } = await visit('/dashboard/system/:part?', await an.admin());
    expect(status).toBe(200);
  });

  test('shows the last good backup, and a failure only until the next good one', async () => {
    const { DATA_DIR: dataDir } = getSettings();
    noteBackup(dataDir, { good });
    noteBackup(dataDir, { failed: { at: good.at + 1000, why: 'noRoom' } });
    const { backup } = await read();
    expect(backup.good).toMatchObject({ at: '2026-05-05T04:00:00.000Z', bytes: 12_345_678 });
    expect(backup.failed).toEqual({ at: '2026-05-05T04:00:01.000Z', why: 'noRoom' });
    noteBackup(dataDir, { good: { ...good, at: good.at + 2000 } });
    expect((await read()).backup.failed).toBeNull();
  });

  test('warns if the next backup finds no room, or lies beside the data', async () => {
    const { DATA_DIR: dataDir } = getSettings();
    const { freeBytes } = (await read()).disk;
    noteBackup(dataDir, { good: { ...good, at: Date.now(), bytes: Math.ceil(freeBytes / 1.1) } });
    expect((await read()).backup.hasRoom).toBe(false);
    const warned = await visit('/dashboard/system/:part?', await an.admin());
    expect((warned.data as { backup: object }).backup).toMatchObject({ hasRoom: false, isOnDataDisk: true });
    noteBackup(dataDir, { good: { ...good, at: Date.now() } });
    expect((await read()).backup.hasRoom).toBe(true);
  });

  test('names the regular work with its last run, its failure and whether it is late', async () => {
    const jobs = startJobs([
      { name: 'purge', everyMs: 20, firstMs: 3_600_000, run: async () => undefined },
      { name: 'questions', everyMs: 3_600_000, run: () => Promise.reject(new Error('full')) },
    ]);
    const looked = async () => (await read()).jobs;
    await expect.poll(async () => (await looked()).map(({ isLate }) => isLate)).toEqual([true, false]);
    await expect.poll(async () => (await looked())[1]?.lastFailureAt).toMatch(/^\d{4}-/);
    expect(await looked()).toMatchObject([
      { name: 'purge', lastFailureAt: null },
      { name: 'questions', everyMinutes: 60 },
    ]);
    await jobs.stop();
  });

  test('shows a failure that could not be written down', () => {
    const missingFolder = join(mkdtempSync(join(tmpdir(), 'full-')), 'gone');
    const failed = { at: Date.now() + 1e6, why: 'noRoom' as const };
    expect(() => noteBackup(missingFolder, { failed })).toThrow();
    expect(readBackupStatus(missingFolder)).toEqual({ failed });
    rmSync(join(missingFolder, '..'), { recursive: true });
  });
});
