import { spawnSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  copyFileSync,
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { keepDeletions, pruneDeletions } from '~/domain/audit/deletion-list.server';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { backUp } from '~/ops/backup/backup.server';
import { restore } from '~/ops/restore/restore.server';
import { openStores } from '~/ops/start.server';
import { dropOldArchives, listArchives, readBackupStatus } from '~/platform/backup/backup-folder.server';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db } from '~/platform/db/db.server';
import { projectRoot } from '~/platform/project-root.server';
import { readSettings, type Settings, setSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import { a, type Clinic, openClinic } from '../../support/clinic';
import { aReportOf } from '../../support/reports';
import { deleteByApi } from '../../support/visits';

let clinic: Clinic;
let home: string;
let settings: Settings;
let folder: string;

const dayMs = 86_400_000;
const settingsIn = (at: string, more: Record<string, string> = {}) =>
  readSettings({
    DATA_DIR: join(at, 'data'),
    DATABASE_URL: `file:${join(at, 'data', 'app.db')}`,
    UPLOADS_DIR: join(at, 'uploads'),
    BACKUP_DIR: join(at, 'backups'),
    FILE_KEY: '07'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
    LIMIT_SCALE: '1000',
    ...more,
  });

beforeAll(async () => {
  clinic = await openClinic();
  home = mkdtempSync(join(tmpdir(), 'files-apart-'));
  settings = settingsIn(home, { BACKUP_CONTENTS: 'database' });
  setSettings(settings);
  await openStores(settings);
  await keepDeletions(settings.BACKUP_DIR);
});
afterAll(async () => {
  await clinic.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(() => {
  folder = mkdtempSync(join(home, 'test-'));
});

/** Makes a backup of the database as if it were made some days ago. */
async function backUpDaysAgo(days: number) {
  const { path } = await backUp(settings);
  const at = new Date(Date.now() - days * dayMs).toISOString().slice(0, 19).replaceAll(':', '-');
  const dated = join(dirname(path), `secondlook-${at}Z.tar`);
  if (days > 0) renameSync(path, dated);
  return days > 0 ? dated : path;
}

/** Names the files of a report, or of all reports. */
const filesOf = async (reportId?: string) =>
  (await listBoundFiles())
    .filter(({ boundTo }) => !reportId || boundTo.startsWith(reportId))
    .map(({ name }) => name);

/** Runs `look` in a restored clinic, then reopens the original. */
async function inside<Result>(place: string, look: () => Promise<Result>): Promise<Result> {
  await closeDatabase();
  await openStores(settingsIn(place));
  try {
    return await look();
  } finally {
    await closeDatabase();
    await openStores(settings);
  }
}

describe('a backup of the database alone', () => {
  /** A copy of the stored files, as a program of the operator makes it. */
  const copyFiles = () => {
    const copy = join(folder, 'copy');
    cpSync(settings.UPLOADS_DIR, copy, { recursive: true });
    return copy;
  };
  const restoreInto = (name: string, options: Parameters<typeof restore>[1]) =>
    restore(settingsIn(join(folder, name)), options);

  test('is restored with a copy of the files as the same clinic', async () => {
    const her = await a.patient();
    await aReportOf(her);
    const names = await filesOf();
    const file = join(folder, 'clinic.tar');
    const made = await backUp(settings, { file });
    expect(made).toMatchObject({ files: 0, missing: 0, isDatabaseOnly: true });
    const sealed = readFileSync(diskPathOf(settings.UPLOADS_DIR, names[0] ?? ''));
    expect(readFileSync(file).includes(sealed.subarray(0, 200)), 'the archive has no file').toBe(false);
    copyFileSync(deletionListIn(settings.BACKUP_DIR), join(folder, 'deleted.ids'));
    const restored = await restoreInto('whole', { file, filesFrom: copyFiles() });
    expect(restored).toMatchObject({ files: names.length, missingFiles: [] });
    await inside(join(folder, 'whole'), async () => {
      for (const { name, boundTo } of await listBoundFiles())
        for await (const _ of (await storage().open({ name, boundTo })).stream);
    });
  });

  test('lists each file that is missing or damaged in the copy, and restores the rest', async () => {
    const her = await a.patient();
    const [lost, cut, changed, whole] = [
      await aReportOf(her),
      await aReportOf(her),
      await aReportOf(her),
      await aReportOf(her),
    ];
    const file = join(folder, 'clinic.tar');
    await backUp(settings, { file });
    const copy = copyFiles();
    const pathOf = async ({ _id }: { _id: string }) => {
      const [row] = await db().select().from(reports).where(eq(reports.id, _id));
      return diskPathOf(copy, row?.fileName ?? '');
    };
    rmSync(await pathOf(lost));
    truncateSync(await pathOf(cut), readFileSync(await pathOf(cut)).length - 1);
    const bytes = readFileSync(await pathOf(changed));
    bytes.writeUInt8((bytes.at(-1) ?? 0) ^ 1, bytes.length - 1);
    writeFileSync(await pathOf(changed), bytes);
    const { missingFiles } = await restoreInto('part', { file, filesFrom: copy, isListOptional: true });
    expect(missingFiles.map(({ of, kind }) => [of, kind]).sort()).toEqual(
      [lost, cut, changed].map(({ _id }) => [_id, 'report']).sort(),
    );
    await inside(join(folder, 'part'), async () =>
      expect(await filesOf(whole._id), 'the whole report has its file and thumbnail').toHaveLength(2),
    );
  });

  test('is refused without its files, and a whole backup with them', async () => {
    const [alone, whole] = [join(folder, 'alone.tar'), join(folder, 'whole.tar')];
    await backUp(settings, { file: alone });
    await backUp(settings, { file: whole, isDatabaseOnly: false });
    const isListOptional = true;
    const refused: [Parameters<typeof restore>[1], RegExp][] = [
      [{ file: alone }, /holds only the database\. Add --files.*Nothing was changed/],
      [{ file: whole, filesFrom: copyFiles() }, /holds its files\. Leave out --files.*Nothing was changed/],
      [{ file: alone, filesFrom: join(folder, 'none') }, /none does not exist\. Nothing was changed/],
    ];
    for (const [options, sentence] of refused)
      await expect(restoreInto('refused', { isListOptional, ...options })).rejects.toThrow(sentence);
    expect(readdirSync(folder)).not.toContain('refused');
  });

  test('is what the server makes if the setting says so', async () => {
    await backUp(settings);
    expect(readBackupStatus(settings.DATA_DIR).good).toMatchObject({ files: 0, isDatabaseOnly: true });
  });
});

const hasRestic = spawnSync('restic', ['version']).status === 0;

describe.runIf(hasRestic)('the copies of deploy/copy-files.sh', () => {
  let env: NodeJS.ProcessEnv;
  beforeEach(() => {
    env = {
      NODE_ENV: 'test',
      PATH: process.env.PATH,
      HOME: folder,
      UPLOADS_DIR: settings.UPLOADS_DIR,
      BACKUP_DIR: settings.BACKUP_DIR,
      RESTIC_REPOSITORY: join(folder, 'repository'),
      RESTIC_PASSWORD_FILE: join(folder, 'password'),
      RESTIC_CACHE_DIR: join(folder, 'cache'),
    };
    writeFileSync(join(folder, 'password'), 'a long passphrase');
    restic('init');
    for (const { path } of listArchives(settings.BACKUP_DIR)) rmSync(path);
  });
  function run(program: string, words: string[]) {
    const { status, stdout, stderr } = spawnSync(program, words, { env, encoding: 'utf8' });
    return { status, output: `${stdout}${stderr}` };
  }
  function restic(...words: string[]) {
    const { status, output } = run('restic', words);
    expect(status, output).toBe(0);
    return output;
  }
  const script = join(projectRoot(), 'deploy/copy-files.sh');
  const copyFiles = () => expect(run('sh', [script])).toMatchObject({ status: 0 });
  const restoreCopy = () => {
    const copy = mkdtempSync(join(folder, 'from-restic-'));
    restic('restore', 'latest', '--target', copy);
    return copy;
  };
  /** Restic names a small file's stored bytes by their SHA-256. */
  const isStored = (hash: string) => restic('list', 'blobs').includes(hash);
  const hashOf = (name: string) =>
    createHash('sha256')
      .update(readFileSync(diskPathOf(settings.UPLOADS_DIR, name)))
      .digest('hex');

  test('bring back every report, and lose a deleted one with the last backup of the database that has it', async () => {
    const her = await a.patient();
    const [deleted, other] = [await aReportOf(her), await aReportOf(her)];
    mkdirSync(join(settings.UPLOADS_DIR, 'tmp'), { recursive: true });
    writeFileSync(join(settings.UPLOADS_DIR, 'tmp/half'), 'half a file');
    const hashes = (await filesOf(deleted._id)).map(hashOf);
    const otherHashes = (await filesOf(other._id)).map(hashOf);
    expect(hashes).toHaveLength(2);
    const first = await backUpDaysAgo(2);
    copyFiles();
    expect(hashes.every(isStored)).toBe(true);
    expect(readdirSync(restoreCopy())).not.toContain('tmp');

    await deleteByApi(her, deleted._id);
    await backUpDaysAgo(0);
    copyFiles();
    expect(hashes.every(isStored), 'the copy lasts as long as the backup of that day').toBe(true);

    // The older backup with the newest copy: what was deleted since is neither restored nor missing.
    const result = await restore(settingsIn(join(folder, 'restored')), {
      file: first,
      filesFrom: restoreCopy(),
    });
    expect(result).toMatchObject({ missingFiles: [], repeatedCounts: { reports: 1 } });
    await inside(join(folder, 'restored'), async () => {
      const ids = (await db().select().from(reports).where(eq(reports.patientId, her.id))).map(
        ({ id }) => id,
      );
      expect(ids).toEqual([other._id]);
    });

    const [, newest] = listArchives(settings.BACKUP_DIR);
    const retention = { daily: 1, weekly: 0, monthly: 0 };
    dropOldArchives({ folder: settings.BACKUP_DIR, justMade: newest?.path ?? '', retention });
    pruneDeletions();
    expect(listArchives(settings.BACKUP_DIR)).toHaveLength(1);
    copyFiles();
    expect(hashes.some(isStored), 'no byte of the deleted report is stored').toBe(false);
    expect(otherHashes.every(isStored)).toBe(true);
    const again = await restore(settingsIn(join(folder, 'again')), {
      file: newest?.path ?? '',
      filesFrom: restoreCopy(),
    });
    expect(again).toMatchObject({ missingFiles: [] });
  });

  test('stay as they are while no backup of the database is in its folder', async () => {
    await aReportOf(await a.patient());
    await backUpDaysAgo(0);
    copyFiles();
    const before = restic('snapshots', '--json');
    for (const { path } of listArchives(settings.BACKUP_DIR)) rmSync(path);
    expect(run('sh', [script])).toEqual({
      status: 1,
      output: expect.stringContaining('There is no backup of the database in '),
    });
    expect(restic('snapshots', '--json')).toBe(before);
  });
});
