import { createHash } from 'node:crypto';
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import Database from 'better-sqlite3';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { backUp } from '~/ops/backup/backup.server';
import { clearStages } from '~/ops/leftovers.server';
import { restore as restoreWith } from '~/ops/restore/restore.server';
import { openStores } from '~/ops/start.server';
import {
  dropOldArchives,
  listArchives,
  nextBackupAt,
  readBackupStatus,
} from '~/platform/backup/backup-folder.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { readSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { fixture } from '../../support/clinic';

/** Restores without a list of deletions, which no server keeps for these clinics. */
const restore: typeof restoreWith = (settings, options) =>
  restoreWith(settings, { isListOptional: true, ...options });

/** Folder of the clinic all tests share. They change copies of it, or put it back. */
let home: string;
/** Folder for a test's archives and restored clinics. */
let folder: string;
let identity: string;
let pdf: Uint8Array;
let recipient: string;

const houseIn = (at: string, overrides: Record<string, string> = {}) =>
  readSettings({
    DATA_DIR: join(at, 'data'),
    DATABASE_URL: `file:${join(at, 'data', 'app.db')}`,
    UPLOADS_DIR: join(at, 'uploads'),
    ...overrides,
  });
const keyOf = (at: string) => readFileSync(join(at, 'data', 'file.key'), 'utf8').trim();

beforeAll(async () => {
  setLogLevel('silent');
  home = mkdtempSync(join(tmpdir(), 'backed-up-'));
  identity = await generateX25519Identity();
  recipient = await identityToRecipient(identity);
  await openStores(houseIn(home));
  pdf = new Uint8Array(await (await fixture('two-pages.pdf')).arrayBuffer());
  for (const id of ['asha', 'dev']) await addPatient(id);
});
afterAll(async () => {
  await closeDatabase();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'backup-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

async function keep(bytes: Uint8Array, boundTo: string) {
  const received = await storage().receive(Readable.from([bytes]), { boundTo, maxBytes: 1e7 });
  if ('refused' in received) throw new Error(received.refused);
  await storage().keep(received.pendingFile);
  return received.pendingFile;
}

async function addPatient(id: string) {
  const now = new Date();
  const picture = await keep(pdf, `${id}/picture/tag`);
  await execute(
    db()
      .insert(users)
      .values({
        id,
        accountType: 'Patient',
        firstName: id,
        lastName: 'Rao',
        email: `${id}@clinic.test`,
        passwordHash: 'x',
        pictureName: picture.name,
        pictureTag: 'tag',
        createdAt: now,
        updatedAt: now,
      }),
  );
  await addReport(id);
}

async function addReport(patientId: string) {
  const reportId = newId();
  const file = await keep(pdf, reportId);
  const small = await keep(pdf, `${reportId}/thumbnail`);
  await execute(
    db()
      .insert(reports)
      .values({
        id: reportId,
        patientId,
        reportType: 'ECG',
        description: `Tired since Monday, says ${patientId}`,
        phoneNumber: '+919876543210',
        fileName: file.name,
        thumbnailName: small.name,
        mediaType: 'application/pdf',
        resourceType: 'raw',
        bytes: file.bytes,
        createdAt: new Date(),
        updatedAt: new Date(),
      }),
  );
  return { reportId, names: [file.name, small.name] };
}

/**
 * Deletes a report as another process would: its row, then its files.
 *
 * @returns the row
 */
function remove({ reportId, names }: { reportId: string; names: string[] }, what: 'all' | 'row' = 'all') {
  const rows = new Database(join(home, 'data', 'app.db'));
  const row = rows.prepare('select * from reports where id = ?').get(reportId) as Record<string, unknown>;
  rows.prepare('delete from reports where id = ?').run(reportId);
  rows.close();
  if (what === 'all')
    for (const name of names) rmSync(join(home, 'uploads', name.slice(0, 2), name), { force: true });
  return row;
}

function putBack(row: Record<string, unknown>) {
  const rows = new Database(join(home, 'data', 'app.db'));
  const columns = Object.keys(row);
  rows
    .prepare(`insert into reports (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`)
    .run(...Object.values(row));
  rows.close();
}

/** Reads the users, reports and file contents of a clinic, as its pages would. */
async function readClinic(at: string, overrides: Record<string, string> = {}) {
  await closeDatabase();
  await openStores(houseIn(at, overrides));
  const people = await db().select().from(users).orderBy(users.id);
  const reportRows = await db().select().from(reports).orderBy(reports.id);
  const contents: string[] = [];
  for (const { name, boundTo } of await listBoundFiles()) {
    const { stream } = await storage().open({ name, boundTo });
    const hash = createHash('sha256');
    for await (const piece of stream) hash.update(piece);
    contents.push(hash.digest('hex'));
  }
  return JSON.stringify([people, reportRows, contents.sort()]);
}

/** Reads a restored clinic, then reopens the original. */
async function readRestored(at: string, overrides: Record<string, string> = {}) {
  try {
    return await readClinic(at, overrides);
  } finally {
    await closeDatabase();
    await openStores(houseIn(home));
  }
}

/** Lists everything below a folder, with a hash of each file. */
const everything = (at: string) =>
  existsSync(at)
    ? readdirSync(at, { recursive: true })
        .map(String)
        .sort()
        .map((name) => {
          const path = join(at, name);
          return [
            name,
            statSync(path).isFile() ? createHash('sha256').update(readFileSync(path)).digest('hex') : '',
          ];
        })
    : null;
const modeOf = (path: string) => (statSync(path).mode & 0o777).toString(8);
const archive = (name = 'clinic.tar') => join(folder, name);
const elsewhere = () => join(folder, 'elsewhere');
/** Lists the unfinished folders that a backup or restore has left in the uploads. */
const unfinishedFiles = () =>
  readdirSync(join(home, 'uploads')).filter((name) => /^(?:backup|restore)-/.test(name));

describe('a backup of a running clinic', () => {
  test('is restored elsewhere as the same clinic, files included', async () => {
    const before = await readClinic(home);
    const backup = await backUp(houseIn(home), { file: archive() });
    expect(backup).toMatchObject({ path: archive(), files: 6, isEncrypted: false, missing: 0 });
    expect(backup.bytes).toBe(statSync(archive()).size);
    expect(modeOf(archive())).toBe('600');
    expect(unfinishedFiles()).toEqual([]);
    const overrides = { FILE_KEY: keyOf(home) };
    expect(await restore(houseIn(elsewhere(), overrides), { file: archive() })).toMatchObject({
      files: 6,
      keptKey: false,
    });
    expect(await readRestored(elsewhere(), overrides)).toBe(before);
    expect(modeOf(join(elsewhere(), 'data', 'app.db'))).toBe('600');
    expect(
      readdirSync(join(elsewhere(), 'uploads')).filter((name) => /^(?:backup|restore)-/.test(name)),
    ).toEqual([]);
  });

  test('does not hold the key, unless it is encrypted', async () => {
    await backUp(houseIn(home), { file: archive() });
    expect(readFileSync(archive(), 'latin1')).not.toContain(keyOf(home));
    await expect(restore(houseIn(elsewhere()), { file: archive() })).rejects.toThrow(
      /does not include its FILE_KEY.*Nothing was changed/,
    );
    await expect(
      restore(houseIn(elsewhere(), { FILE_KEY: 'ab'.repeat(32) }), { file: archive() }),
    ).rejects.toThrow(/made with a different FILE_KEY.*Nothing was changed/);
    expect(everything(elsewhere())).toBeNull();
  });

  test('restores with a key put into the empty folder beforehand', async () => {
    await backUp(houseIn(home), { file: archive() });
    mkdirSync(join(elsewhere(), 'data'), { recursive: true });
    cpSync(join(home, 'data', 'file.key'), join(elsewhere(), 'data', 'file.key'));
    chmodSync(join(elsewhere(), 'data', 'file.key'), 0o600);
    await restore(houseIn(elsewhere()), { file: archive() });
    expect(await readRestored(elsewhere())).toContain('Tired since Monday');
  });

  test('is not made for a recipient with a typing error', async () => {
    const slipped = `${recipient.slice(0, -1)}${recipient.endsWith('q') ? 'p' : 'q'}`;
    const settings = houseIn(home, { BACKUP_RECIPIENT: slipped });
    await expect(backUp(settings, { file: archive('slip.tar.age') })).rejects.toThrow(
      'must be an age recipient (age1…), as printed by age-keygen',
    );
    expect(existsSync(archive('slip.tar.age'))).toBe(false);
  });

  test('needs the identity if encrypted, and then nothing else', async () => {
    const before = await readClinic(home);
    const backup = await backUp(houseIn(home, { BACKUP_RECIPIENT: recipient }), {
      file: archive('clinic.tar.age'),
    });
    expect(backup.isEncrypted).toBe(true);
    const text = readFileSync(backup.path, 'latin1');
    expect(text.startsWith('age-encryption.org/v1\n')).toBe(true);
    expect(text).not.toContain('SQLite format');
    const stranger = await generateX25519Identity();
    for (const [identity, sentence] of [
      ['', /is encrypted\. Set BACKUP_IDENTITY to the age identity.*Nothing was changed/],
      [stranger, /does not open .*clinic\.tar\.age, which was encrypted for another.*Nothing was changed/],
    ] as const) {
      await expect(
        restore(houseIn(elsewhere(), { BACKUP_IDENTITY: identity }), { file: backup.path }),
      ).rejects.toThrow(sentence);
    }
    expect(everything(elsewhere())).toBeNull();
    const keyFile = join(folder, 'identity.txt');
    writeFileSync(keyFile, `# created: today\n# public key: ${recipient}\n${identity}\n`);
    const restored = await restore(houseIn(elsewhere(), { BACKUP_IDENTITY: keyFile }), { file: backup.path });
    expect(restored.keptKey).toBe(true);
    expect(modeOf(join(elsewhere(), 'data', 'file.key'))).toBe('600');
    expect(await readRestored(elsewhere())).toBe(before);
    const secret = (at: string) => readFileSync(join(at, 'data', 'session.secret'), 'utf8');
    expect(secret(elsewhere())).toBe(secret(home));
  });

  test('is verified to the last entry if encrypted and the identity is at hand', async () => {
    const settings = houseIn(home, { BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: identity });
    expect(await backUp(settings, { file: archive() })).toMatchObject({ isEncrypted: true, files: 6 });
  });

  test('holds the file of a report that is deleted during the backup', async () => {
    const report = await addReport('asha');
    let calls = 0;
    const onProgress = (doing: string) => {
      // The second call comes from within the copy, when its step is already done.
      if (doing === 'database' && ++calls === 2) remove(report);
    };
    expect((await backUp(houseIn(home), { file: archive(), onProgress })).missing).toBe(0);
    const overrides = { FILE_KEY: keyOf(home) };
    expect((await restore(houseIn(elsewhere(), overrides), { file: archive() })).files).toBe(8);
    expect(await readRestored(elsewhere(), overrides)).toContain(report.reportId);
    expect(await db().select().from(reports)).toHaveLength(2);
  });

  test('does not list a report that came and went during the backup', async () => {
    const report = await addReport('asha');
    const row = remove(report, 'row');
    let calls = 0;
    const onProgress = (doing: string) => {
      if (doing !== 'database') return;
      calls += 1;
      if (calls === 1) putBack(row);
      if (calls === 2) remove(report);
    };
    expect(await backUp(houseIn(home), { file: archive(), onProgress })).toMatchObject({
      files: 6,
      missing: 0,
    });
    // More than three calls mean that the database was copied a second time.
    expect(calls).toBeGreaterThan(3);
    const overrides = { FILE_KEY: keyOf(home) };
    expect((await restore(houseIn(elsewhere(), overrides), { file: archive() })).files).toBe(6);
    expect(await readRestored(elsewhere(), overrides)).not.toContain(report.reportId);
  });

  test('goes on without a lost file, and says so', async () => {
    const lost = await addReport('asha');
    await storage().drop(lost.names[1] ?? '');
    const backup = await backUp(houseIn(home), { file: archive() });
    remove(lost);
    expect(backup).toMatchObject({ files: 7, missing: 1 });
    const settings = houseIn(elsewhere(), { FILE_KEY: keyOf(home) });
    expect(await restore(settings, { file: archive() })).toMatchObject({
      files: 7,
      missingFiles: [expect.anything()],
    });
  });

  test('never overwrites an existing file, and names a missing folder', async () => {
    writeFileSync(archive(), 'something else');
    await expect(backUp(houseIn(home), { file: archive() })).rejects.toThrow(/already exists/);
    expect(readFileSync(archive(), 'utf8')).toBe('something else');
    await expect(backUp(houseIn(home), { file: join(folder, 'no', 'x.tar') })).rejects.toThrow(
      /does not exist/,
    );
    await expect(backUp(houseIn(elsewhere()), { file: archive('y') })).rejects.toThrow(
      /nothing to back up yet/,
    );
    expect(readdirSync(folder)).toEqual(['clinic.tar']);
  });

  test('does not begin under another key', async () => {
    const settings = houseIn(home, { FILE_KEY: 'ab'.repeat(32) });
    await expect(backUp(settings, { file: archive() })).rejects.toThrow('written with a different FILE_KEY');
    expect(readdirSync(folder)).toEqual([]);
  });

  test('clears what a killed backup left, and nothing of a running one', () => {
    const uploads = join(folder, 'uploads');
    const [dead, alive] = ['backup-999999999-0123abcd', `backup-${process.ppid}-0123abcd`];
    for (const name of [dead, alive, 'ab', 'tmp']) mkdirSync(join(uploads, name), { recursive: true });
    clearStages(uploads);
    expect(readdirSync(uploads).sort()).toEqual(['ab', alive, 'tmp'].sort());
  });
});

describe('a restore', () => {
  const settings = () => houseIn(elsewhere(), { FILE_KEY: keyOf(home) });

  const usedPlaces: [what: string, place: string][] = [
    ['a database', 'data/app.db'],
    ['a report', 'uploads/ab/abcdefghijklmnopqrstuv'],
    ['anything else', 'data/limits.db'],
  ];
  test.each(usedPlaces)('into a folder with %s is refused and changes nothing', async (_what, place) => {
    await backUp(houseIn(home), { file: archive() });
    const path = join(elsewhere(), place);
    mkdirSync(join(path, '..'), { recursive: true });
    writeFileSync(path, 'precious');
    const before = everything(elsewhere());
    await expect(restore(settings(), { file: archive() })).rejects.toThrow(
      /restored into empty folders, but .* exists.*Nothing was changed/,
    );
    expect(everything(elsewhere())).toEqual(before);
  });

  test('into a folder that holds only backups succeeds', async () => {
    const at = join(elsewhere(), 'data', 'backups', 'clinic.tar');
    mkdirSync(join(at, '..'), { recursive: true });
    await backUp(houseIn(home), { file: at });
    expect((await restore(settings(), { file: at })).files).toBe(6);
  });

  test('refuses an archive with any bit changed, or cut short', async () => {
    await backUp(houseIn(home), { file: archive() });
    const whole = readFileSync(archive());
    const at = [0, 200, 600, 5000, whole.length - 3000, whole.length - 600, whole.length - 1];
    for (const place of [
      ...at,
      ...Array.from({ length: 12 }, (_, one) => Math.floor((one + 0.5) * (whole.length / 12))),
    ]) {
      const modified = Buffer.from(whole);
      modified.writeUInt8((modified[place] ?? 0) ^ 1, place);
      writeFileSync(archive(), modified);
      await expect(restore(settings(), { file: archive() }), `byte ${place}`).rejects.toThrow(
        /is damaged.*Nothing was changed|made by a newer version/,
      );
    }
    for (const length of [0, 100, 512, 5000, whole.length >> 1, whole.length - 512, whole.length - 1]) {
      writeFileSync(archive(), whole.subarray(0, length));
      await expect(restore(settings(), { file: archive() }), `${length} bytes`).rejects.toThrow(
        /is damaged.*Nothing was changed/,
      );
    }
    expect(everything(elsewhere())).toBeNull();
  });

  test('refuses an encrypted archive that was changed or cut short', async () => {
    await backUp(houseIn(home, { BACKUP_RECIPIENT: recipient }), { file: archive() });
    const whole = readFileSync(archive());
    const open = houseIn(elsewhere(), { BACKUP_IDENTITY: identity });
    for (const place of [150, 1000, whole.length >> 1, whole.length - 1]) {
      const modified = Buffer.from(whole);
      modified.writeUInt8((modified[place] ?? 0) ^ 1, place);
      writeFileSync(archive(), modified);
      await expect(restore(open, { file: archive() })).rejects.toThrow(/is damaged.*Nothing was changed/);
    }
    writeFileSync(archive(), whole.subarray(0, whole.length - 70_000));
    await expect(restore(open, { file: archive() })).rejects.toThrow(/is damaged.*Nothing was changed/);
    expect(everything(elsewhere())).toBeNull();
  });

  test('refuses a file that is not a backup, or is missing', async () => {
    writeFileSync(archive(), 'dear diary '.repeat(1000));
    await expect(restore(settings(), { file: archive() })).rejects.toThrow(/not a backup of this program/);
    await expect(restore(settings(), { file: archive('nothing') })).rejects.toThrow(/does not exist/);
    await expect(restore(settings(), { file: folder })).rejects.toThrow(/does not exist/);
  });
});

describe('scheduled backups', () => {
  const hourMs = 3_600_000;
  const nameAt = (at: number) =>
    `secondlook-${new Date(at).toISOString().slice(0, 19).replaceAll(':', '-')}Z.tar`;

  test('are thinned out: the newest and the one just made stay, and other files are left alone', () => {
    const start = Date.parse('2026-01-01T00:00:00Z');
    const names = Array.from({ length: 20 }, (_, day) => nameAt(start + day * 24 * hourMs));
    const now = start + 20 * 24 * hourMs;
    const otherFiles = ['holiday.tar', 'secondlook-before-the-move.tar.age', '.secondlook.tar.1.partial'];
    for (const name of [...names, ...otherFiles]) writeFileSync(join(folder, name), '');
    // If the clock was set back, the archive just made is not the newest by name.
    const justMade = join(folder, names[2] ?? '');
    dropOldArchives({ folder, justMade, retention: { daily: 7, weekly: 0, monthly: 0 }, now });
    const paths = listArchives(folder).map(({ path }) => path);
    expect(paths).toEqual([justMade, ...names.slice(13).map((name) => join(folder, name))]);
    expect(readdirSync(folder)).toEqual(expect.arrayContaining(otherFiles));
    dropOldArchives({ folder, justMade, retention: { daily: 0, weekly: 0, monthly: 1 }, now });
    expect(listArchives(folder).map(({ path }) => path)).toEqual([justMade, join(folder, names[19] ?? '')]);
  });

  test('are neither delayed nor displaced by a backup with a date in the future', () => {
    const now = Date.parse('2026-05-05T12:00:00Z');
    const [ahead, yesterday] = [nameAt(now + 365 * 24 * hourMs), nameAt(now - 20 * hourMs)];
    for (const name of [ahead, yesterday]) writeFileSync(join(folder, name), '');
    expect(nextBackupAt({ folder, everyHours: 24, now })).toBe(now + 4 * hourMs);
    const justMade = join(folder, nameAt(now));
    writeFileSync(justMade, '');
    dropOldArchives({ folder, justMade, retention: { daily: 2, weekly: 0, monthly: 0 }, now });
    expect(readdirSync(folder).sort()).toEqual([ahead, yesterday, nameAt(now)].sort());
  });

  test('are due by the age of the last one, whenever the server was started', () => {
    const now = Date.parse('2026-05-05T12:00:00Z');
    expect(nextBackupAt({ folder: join(folder, 'none'), everyHours: 24 })).toBe(0);
    writeFileSync(join(folder, 'file'), '');
    expect(nextBackupAt({ folder: join(folder, 'file'), everyHours: 24 })).toBe(0);
    writeFileSync(join(folder, nameAt(now)), '');
    expect(nextBackupAt({ folder, everyHours: 24, now })).toBe(now + 24 * hourMs);
    const failed = { at: now + 25 * hourMs, why: 'noRoom' as const };
    expect(nextBackupAt({ folder, everyHours: 24, failed, now })).toBe(now + 26 * hourMs);
    expect(nextBackupAt({ folder, everyHours: 24, failed: { ...failed, at: now - 1 }, now })).toBe(
      now + 24 * hourMs,
    );
  });

  test('go into their folder, and the last good one stays noted after a failure', async () => {
    const settings = houseIn(home, { BACKUP_DIR: join(folder, 'kept') });
    const backup = await backUp(settings);
    expect(listArchives(settings.BACKUP_DIR).map(({ path }) => path)).toEqual([backup.path]);
    expect(modeOf(settings.BACKUP_DIR)).toBe('700');
    expect(readBackupStatus(settings.DATA_DIR).good).toEqual(backup);
    writeFileSync(join(folder, 'file'), '');
    const missing = join(folder, 'no-identity');
    const wrong: [why: string, differing: Record<string, string>, sentence: string][] = [
      ['noFolder', { BACKUP_DIR: join(folder, 'file') }, 'BACKUP_DIR: '],
      ['noKey', { FILE_KEY: 'e'.repeat(64) }, 'a different FILE_KEY'],
      ['noKey', { BACKUP_RECIPIENT: recipient, BACKUP_IDENTITY: missing }, 'BACKUP_IDENTITY names'],
      ['noDatabase', { DATABASE_URL: `file:${join(folder, 'none.db')}` }, 'There is no database'],
    ];
    for (const [why, differing, sentence] of wrong) {
      await expect(backUp(houseIn(home, differing))).rejects.toThrow(sentence);
      expect(readBackupStatus(settings.DATA_DIR)).toMatchObject({ good: backup, failed: { why } });
    }
    expect(unfinishedFiles()).toEqual([]);
  });
});
