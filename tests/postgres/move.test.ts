import {
  copyFileSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { keepDeletions } from '~/domain/audit/deletion-list.server';
import { backUp } from '~/ops/backup/backup.server';
import { move } from '~/ops/move/move.server';
import { restore } from '~/ops/restore/restore.server';
import { deletionListIn } from '~/platform/backup/deleted-ids.server';
import { compareRows, findDifference } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { takeLock } from '~/platform/db/core/folder-lock.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { setLogLevel } from '~/platform/observability/log.server';
import type { Settings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { diskPathOf } from '~/platform/storage/objects/disk-store.server';
import { keyIdIn } from '~/platform/storage/sealing/sealed-header.server';
import { savePassword } from '../support/accounts';
import {
  addReport,
  fillClinic,
  readClinic,
  sealedWords,
  settingsIn,
  visit,
  withClinic,
} from '../support/movable-clinic';
import { openBeside, takeUnmigrated } from '../support/test-database';
import { logInByApi, statusOfToken } from '../support/visits';

let folder: string;
let old: Settings;
let next: Settings;
let patientId: string;
let printedLines: string[];
beforeEach(async () => {
  setLogLevel('silent');
  folder = mkdtempSync(join(tmpdir(), 'move-'));
  old = settingsIn(join(folder, 'old'));
  next = settingsIn(join(folder, 'new'), { DATABASE_URL: await takeUnmigrated() });
  patientId = await fillClinic(old, 5);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

const run = (from: Settings, to: Settings) => {
  printedLines = [];
  return move(from, { next: to, to: 'new.env', print: (line) => printedLines.push(line) });
};
const sql = async (settings: Settings, text: string) => {
  const beside = openBeside(settings.DATABASE_URL);
  return beside.rows(text).finally(beside.close);
};
const filesIn = ({ UPLOADS_DIR }: Settings) =>
  readdirSync(UPLOADS_DIR, { recursive: true })
    .map(String)
    .filter((name) => /\/.{22}$/.test(name))
    .sort();

test('moves a clinic to PostgreSQL and back, and serves only the new place', async () => {
  const before = await readClinic(old);
  await run(old, next);
  expect(printedLines.join('\n')).toContain(
    '5 files are in the new place and were verified; 5 of them were sent in this run.',
  );
  await expect(readClinic(old)).rejects.toThrow(/This clinic was moved on .* files in .*new\/uploads/);
  expect(await readClinic(next)).toEqual(before);
  expect(before.steps).toHaveLength(2);
  const { followUps, toTell, helperBonds, phrases, checkedSentences } = before;
  for (const rows of [followUps, toTell, helperBonds, phrases, checkedSentences])
    expect(rows).toHaveLength(1);
  for (const table of ['review_steps', 'follow_ups', 'helper_bonds', 'phrases']) {
    const stored = JSON.stringify(await sql(next, `select * from ${table}`));
    for (const words of sealedWords) expect(stored).not.toContain(words);
  }
  expect(await visit(next, patientId)).toBe(5);

  // The new clinic continues to work: one report is added, one deleted.
  const deletedName = before.reports[0]?.fileName ?? '';
  await withClinic(next, async () => {
    await addReport(patientId, { settings: next });
    await execute(db().delete(reports).where(eq(reports.fileName, deletedName)));
    await storage().drop(deletedName);
  });
  const after = await readClinic(next);
  expect(filesIn(old)).toContain(join(deletedName.slice(0, 2), deletedName));
  await run(next, old);
  expect(await readClinic(old)).toEqual(after);
  expect(filesIn(old)).toEqual(filesIn(next));
  await expect(readClinic(next)).rejects.toThrow('This clinic was moved on');
  expect(await visit(old, patientId)).toBe(5);
});

test('seals the file of an older version under the key of the others', async () => {
  const [fileName] = (await readClinic(old)).reports.map(({ fileName }) => fileName);
  const keyIds = (settings: Settings) =>
    new Set(
      filesIn(settings).map((name) =>
        keyIdIn(readFileSync(join(settings.UPLOADS_DIR, name))).toString('hex'),
      ),
    );
  expect(fileName).toBeDefined();
  expect(keyIds(old).size).toBe(2);
  await run(old, next);
  expect(keyIds(next).size).toBe(1);
  await run(old, next);
  expect(printedLines).toContain('All rows and files match.');
});

test('finds changes in the new clinic when run again', async () => {
  await run(old, next);
  const [row] = await sql(next, 'select id, file_name from reports order by id limit 1');
  await sql(next, `update reports set review_language = 'hi' where id = '${row?.id}'`);
  await expect(run(old, next)).rejects.toThrow(`in reports the row "${row?.id}" differs`);
  await sql(next, `update reports set review_language = null where id = '${row?.id}'`);
  await sql(next, `insert into codes values ('extra@clinic.test', 'x', 1, 1, 1, 1, 1)`);
  await expect(run(old, next)).rejects.toThrow('in codes the row "extra@clinic.test" should not exist');
  await sql(next, 'delete from codes');
  const path = diskPathOf(next.UPLOADS_DIR, String(row?.file_name));
  const content = readFileSync(path);
  content.writeUInt8(content.readUInt8(500) ^ 1, 500);
  writeFileSync(path, content);
  await expect(run(old, next)).rejects.toThrow(`1 files are missing or different, such as ${row?.file_name}`);
  rmSync(path);
  await expect(run(old, next)).rejects.toThrow(`1 files are missing or different, such as ${row?.file_name}`);
});

test('serves nobody after an interrupted move, and continues with what changed meanwhile', async () => {
  const stopped = move(old, {
    next,
    to: 'new.env',
    print(line) {
      if (/files are in the new place/.test(line)) throw new Error('stopped');
    },
  });
  await expect(stopped).rejects.toThrow('stopped');
  expect(filesIn(next)).toEqual(filesIn(old));
  await expect(readClinic(next)).rejects.toThrow('The move of this clinic from');
  // The old clinic may continue to run.
  const deletedName = await withClinic(old, async () => {
    const { name } = await addReport(patientId, { settings: old });
    await execute(db().update(users).set({ firstName: 'Usha' }));
    return name;
  });
  await run(old, next);
  expect(printedLines[0]).toBe('Continuing an interrupted move.');
  expect(printedLines[1]).toContain(
    '6 files are in the new place and were verified; 1 of them were sent in this run.',
  );
  expect(filesIn(next).join()).toContain(deletedName);
  expect((await readClinic(next)).people[0]?.firstName).toBe('Usha');
});

test('ends a move that was stopped between its last two steps', async () => {
  await run(old, next);
  await sql(next, 'update moves set done_at = null');
  await expect(readClinic(next)).rejects.toThrow('is not finished');
  await expect(readClinic(old)).rejects.toThrow('was moved');
  await run(old, next);
  expect((await readClinic(next)).reports).toHaveLength(5);
});

test('refuses a move beside a server, into a clinic with data, or under other secrets', async () => {
  const lock = takeLock(next);
  await expect(run(old, next)).rejects.toThrow('Stop it first');
  lock.release();
  await expect(run(old, { ...next, DATABASE_URL: old.DATABASE_URL })).rejects.toThrow(
    'Both clinics use the database',
  );
  await expect(run(old, { ...next, FILE_KEY: 'ab'.repeat(32) })).rejects.toThrow(
    'needs the same FILE_KEY and SESSION_SECRET as this clinic',
  );
  const elsewhere = settingsIn(join(folder, 'elsewhere'));
  await fillClinic(elsewhere, 1);
  await expect(run(old, elsewhere)).rejects.toThrow('already holds a clinic');
  await expect(run(settingsIn(join(folder, 'none')), next)).rejects.toThrow('There is no clinic in');
  await expect(run(old, { ...next, UPLOADS_DIR: elsewhere.UPLOADS_DIR })).rejects.toThrow('contains files');
  expect((await readClinic(old)).reports).toHaveLength(5);
});

test('asks for the secrets of the data folder to be set for the new clinic, and explains how', async () => {
  writeFileSync(join(old.DATA_DIR, 'file.key'), old.FILE_KEY ?? '', { mode: 0o600 });
  writeFileSync(join(old.DATA_DIR, 'session.secret'), old.SESSION_SECRET ?? '', { mode: 0o600 });
  const settingsWithoutKeys = { ...old, FILE_KEY: undefined, SESSION_SECRET: undefined };
  const elsewhere = {
    ...settingsIn(join(folder, 'elsewhere')),
    FILE_KEY: undefined,
    SESSION_SECRET: undefined,
  };
  await expect(run(settingsWithoutKeys, elsewhere)).rejects.toThrow(
    `echo "FILE_KEY=$(cat ${old.DATA_DIR}/file.key)" >> new.env; echo "SESSION_SECRET=$(cat ${old.DATA_DIR}/session.secret)" >> new.env`,
  );
  expect(existsSync(elsewhere.DATA_DIR)).toBe(false);
  await run(settingsWithoutKeys, next);
  expect((await readClinic(next)).reports).toHaveLength(5);
});

async function differences(leftSettings: Settings, rightSettings: Settings) {
  const [left, right] = [await openRaw(leftSettings.DATABASE_URL), await openRaw(rightSettings.DATABASE_URL)];
  try {
    return findDifference(await compareRows(left, right));
  } finally {
    await left.close();
    await right.close();
  }
}

test('restores a backup of either into the other, with every row and every file', async () => {
  const before = await readClinic(old);
  const archive = join(folder, 'one.tar');
  expect(await backUp(old, { file: archive })).toMatchObject({ files: 5, missing: 0 });
  await restore(next, { file: archive, isListOptional: true });
  // A restore writes an audit entry, and ends disputes about addresses.
  expect(await differences(old, next)).toMatch(
    /^in keyring the row "audit.head" differs; in audit the row \d+ should not exist; in restores the row "\S+" should not exist; in address_disputes the row "\S+" is missing$/,
  );
  expect(await readClinic(next)).toEqual({ ...before, lines: before.lines + 1, addressDisputes: [] });
  expect(await visit(next, patientId)).toBe(5);

  const second = join(folder, 'two.tar');
  expect(await backUp(next, { file: second })).toMatchObject({ files: 5, missing: 0 });
  const back = settingsIn(join(folder, 'back'));
  await restore(back, { file: second, isListOptional: true });
  expect(await differences(next, back)).toMatch(
    /^in keyring the row "audit.head" differs; in audit [^;]+; in restores the row "\S+" should not exist; in sessions the row "\S+" is missing$/,
  );
  expect((await readClinic(back)).contents).toEqual(before.contents);
  const bytesIn = (settings: Settings) =>
    filesIn(settings).map((name) => readFileSync(join(settings.UPLOADS_DIR, name)).toString('base64'));
  expect(bytesIn(back)).toEqual(bytesIn(old));

  const third = {
    ...back,
    DATABASE_URL: next.DATABASE_URL,
    DATA_DIR: join(folder, '3'),
    UPLOADS_DIR: join(folder, '4'),
  };
  await expect(restore(third, { file: second, isListOptional: true })).rejects.toThrow('holds a clinic');
  expect(existsSync(third.UPLOADS_DIR)).toBe(false);
});

test('does not mark a restored clinic as moved, wherever its backup was made', async () => {
  await run(old, next);
  const archive = join(folder, 'left.tar');
  await backUp(old, { file: archive });
  const back = settingsIn(join(folder, 'back'));
  await restore(back, { file: archive, isListOptional: true });
  expect((await readClinic(back)).reports).toHaveLength(5);
});

test('keeps sessions in a move; ends them in a restore, which repeats later deletions', async () => {
  const token = await withClinic(old, async () => String((await logInByApi('asha@clinic.test')).json.token));
  await run(old, next);
  const archive = join(folder, 'kept.tar');
  await withClinic(next, async () => {
    expect(await statusOfToken(token, patientId)).toBe(200);
    await keepDeletions(next.BACKUP_DIR);
    await backUp(next, { file: archive });
    expect((await savePassword({ token })).status).toBe(200);
  });
  copyFileSync(deletionListIn(next.BACKUP_DIR), deletionListIn(folder));
  const restored = settingsIn(join(folder, 'restored'), { DATABASE_URL: await takeUnmigrated() });
  expect((await restore(restored, { file: archive })).repeatedCounts.passwords).toBe(1);
  await withClinic(restored, async () => {
    expect(await statusOfToken(token, patientId)).toBe(401);
    expect((await logInByApi('asha@clinic.test')).status).toBe(401);
  });
});
