import {
  copyFileSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  utimesSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { keepDeletions, listDeletions, pruneDeletions } from '~/domain/audit/deletion-list.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { closeMessage } from '~/domain/messages/close-message.server';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { backUp } from '~/ops/backup/backup.server';
import { listJobs } from '~/ops/jobs.server';
import { restore } from '~/ops/restore/restore.server';
import { rotateKey } from '~/ops/rotate-key.server';
import { openStores } from '~/ops/start.server';
import { deletionListIn, parseDeletions, writeDeletions } from '~/platform/backup/deleted-ids.server';
import { connection } from '~/platform/db/core/connection.server';
import { people, users } from '~/platform/db/core/tables/accounts.server';
import { audit, messages } from '~/platform/db/core/tables/clinic.server';
import { consents, questions, reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute } from '~/platform/db/db.server';
import { startJobs } from '~/platform/health/jobs.server';
import { newId } from '~/platform/ids.server';
import { readSettings, type Settings, setSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { deleteAccountOf, savePicture } from '../../support/accounts';
import { a, an, type Clinic, openClinic } from '../../support/clinic';
import { aPersonOf, removePersonByApi } from '../../support/people';
import { answerTo, askAbout } from '../../support/questions';
import {
  aReportOf,
  aReviewedReportOf,
  giveConsentFor,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { visit } from '../../support/url-map';
import { deleteByApi } from '../../support/visits';

let clinic: Clinic;
/** Folder of the clinic. `folder` takes the files of a test. */
let home: string;
let settings: Settings;
let folder: string;

const settingsIn = (at: string) =>
  readSettings({
    DATA_DIR: join(at, 'data'),
    DATABASE_URL: `file:${join(at, 'data', 'app.db')}`,
    UPLOADS_DIR: join(at, 'uploads'),
    FILE_KEY: '07'.repeat(32),
    SESSION_SECRET: 'a secret of thirty-two characters',
    LIMIT_SCALE: '1000',
  });
const list = () => deletionListIn(settings.BACKUP_DIR);
const entriesIn = (path: string) => parseDeletions(readFileSync(path, 'utf8'))?.entries;

beforeAll(async () => {
  clinic = await openClinic();
  home = mkdtempSync(join(tmpdir(), 'deleted-since-'));
  settings = settingsIn(home);
  setSettings(settings);
  await openStores(settings);
  await keepDeletions(settings.BACKUP_DIR);
});
afterAll(async () => {
  await clinic.close();
  rmSync(home, { recursive: true, force: true });
});
beforeEach(async () => {
  folder = mkdtempSync(join(home, 'test-'));
});

/**
 * Makes a backup. Its `carry` copies the current list of deletions, and `put` restores the backup.
 *
 * @returns the functions that restore it
 */
async function makeBackup() {
  const file = join(mkdtempSync(join(folder, 'archive-')), 'clinic.tar');
  await backUp(settings, { file });
  const place = mkdtempSync(join(folder, 'restored-'));
  const put = (other = {}) => restore(settingsIn(place), { file, ...other });
  const carry = () => copyFileSync(list(), join(file, '..', 'deleted.ids'));
  return { file, place, put, carry };
}

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

async function aMessage() {
  const id = newId();
  const words = { name: 'Asha', email: 'asha@village.test', text: 'When are you open?' };
  await execute(
    db()
      .insert(messages)
      .values({ id, kind: 'contact', language: 'en', createdAt: new Date(), ...words }),
  );
  return id;
}

describe('a restore from a backup older than a deletion', () => {
  test('has no deleted row, file or picture, and the audit log says so', async () => {
    const [asha, dev, doctor] = [await a.patient(), await a.patient(), await an.expert()];
    const admin = await an.admin();
    const [keptReport, deletedReport] = [await aReportOf(asha), await aReportOf(asha)];
    const reviewed = await aReviewedReportOf(asha, doctor);
    const [closed, again] = [await aReportOf(asha), await aReportOf(asha)];
    const his = await aReportOf(dev);
    for (const who of [asha, dev]) await savePicture(who);
    const mixedUp = await aReviewedReportOf(asha, doctor, 'Canary of somebody else');
    for (const [who, report] of [
      [asha, keptReport],
      [asha, deletedReport],
      [dev, his],
    ] as const) {
      await askAbout(doctor, report._id);
      await answerTo(who, report._id, { files: ['rash.png', 'two-pages.pdf'] });
    }
    await askAbout(doctor, closed._id);
    const message = await aMessage();
    const before = (await listBoundFiles()).map(({ name }) => name);
    const { put, carry, place } = await makeBackup();

    await deleteByApi(asha, deletedReport._id);
    await deleteByApi(asha, reviewed._id);
    expect((await deleteAccountOf(dev)).status).toBe(200);
    await withdrawConsentFor(asha, closed._id);
    await withdrawConsentFor(asha, again._id);
    await giveConsentFor(asha, again._id);
    expect((await takeBackOf(doctor, mixedUp._id)).status).toBe(200);
    await closeMessage.run({ viewer: admin as never, input: { messageId: message }, context: {} as never });
    const atHome = (await listBoundFiles()).map(({ name }) => name);
    carry();
    const result = await put();
    expect(result.repeatedCounts).toEqual({
      reports: 3,
      accounts: 1,
      consents: 1,
      messages: 1,
      reviews: 1,
      people: 0,
      experts: 0,
      passwords: 0,
      factors: 0,
      passkeys: 0,
    });

    await inside(place, async () => {
      const rows = await db().select().from(reports);
      expect(rows.map(({ id, status }) => [id, status]).sort()).toEqual(
        [
          [keptReport._id, 'Pending'],
          [closed._id, 'Withdrawn'],
          [again._id, 'Pending'],
          [mixedUp._id, 'Pending'],
        ].sort(),
      );
      expect(await db().select().from(users).where(eq(users.id, dev.id))).toEqual([]);
      expect(rows.find(({ id }) => id === mixedUp._id)).toMatchObject({
        review: null,
        expertId: null,
        version: 2,
        takenBackAt: expect.any(Date),
      });
      const texts = await db().select().from(reviewVersions).orderBy(reviewVersions.number);
      expect(texts).toMatchObject([{ text: 'Canary of somebody else' }, { kind: 'takenBack', text: null }]);
      expect(await db().select().from(consents).where(eq(consents.reportId, deletedReport._id))).toEqual([]);
      expect((await listBoundFiles()).map(({ name }) => name).sort()).toEqual(atHome.sort());
      const lost = before.filter((name) => !atHome.includes(name));
      expect(lost.length).toBeGreaterThanOrEqual(11);
      const [question] = await db().select().from(questions).where(eq(questions.reportId, closed._id));
      expect(question?.closedAt, 'the question is closed with the consent').toBeInstanceOf(Date);
      expect(rows.every(({ waitsFor }) => waitsFor === null)).toBe(true);
      for (const name of lost)
        expect(existsSync(join(place, 'uploads', name.slice(0, 2), name)), name).toBe(false);
      // Every remaining file opens.
      for (const { name, boundTo } of await listBoundFiles())
        for await (const _ of (await storage().open({ name, boundTo })).stream);
      const [row] = await db().select().from(messages).where(eq(messages.id, message));
      expect(row?.closedAt).toBeInstanceOf(Date);
      const lines = await db().select().from(audit).orderBy(audit.id);
      const entries = lines
        .filter(({ actorId }) => actorId === null)
        .map((one) => `${one.action} ${one.objectId}`);
      expect(entries).toEqual(
        expect.arrayContaining([
          ...[deletedReport._id, reviewed._id, his._id].map((id) => `report.deleted ${id}`),
          `account.deleted ${dev.id}`,
          `consent.withdrawn ${closed._id}`,
          `review.takenBack ${mixedUp._id}`,
          'backup.restored null',
        ]),
      );
      expect(entries).not.toContain(`consent.withdrawn ${again._id}`);
      expect((await verifyAudit()).flaw).toBeNull();
    });
  });

  test('does not restore a person removed from a list', async () => {
    const her = await a.patient();
    const [removedPerson, keptPerson] = [await aPersonOf(her), await aPersonOf(her, { name: 'Gita' })];
    const backup = await makeBackup();
    await removePersonByApi(her, removedPerson._id);
    backup.carry();
    expect((await backup.put()).repeatedCounts.people).toBe(1);
    await inside(backup.place, async () => {
      const rows = await db().select().from(people).where(eq(people.accountId, her.id));
      expect(rows.map(({ id }) => id)).toEqual([keptPerson._id]);
    });
  });

  test('omits nothing that was not deleted, and accepts earlier deletions too', async () => {
    const her = await a.patient();
    const [early, late] = [await aReportOf(her), await aReportOf(her)];
    const first = await makeBackup();
    await deleteByApi(her, early._id);
    const second = await makeBackup();
    second.carry();
    expect((await second.put()).repeatedCounts).toEqual({
      reports: 0,
      accounts: 0,
      consents: 0,
      messages: 0,
      reviews: 0,
      people: 0,
      experts: 0,
      passwords: 0,
      factors: 0,
      passkeys: 0,
    });
    // The list's disk is lost with the clinic, so the restored clinic goes on with its copy.
    copyFileSync(deletionListIn(settingsIn(second.place).BACKUP_DIR), join(first.file, '..', 'deleted.ids'));
    expect((await first.put()).repeatedCounts.reports).toBe(1);
    await inside(first.place, async () => {
      const rows = await db().select().from(reports).where(eq(reports.patientId, her.id));
      expect(rows.map(({ id }) => id)).toEqual([late._id]);
    });
  });
});

describe('a restore without a complete list of deletions', () => {
  const without: [how: string, spoil: (path: string) => void, says: RegExp][] = [
    ['there is no list', (path) => rmSync(path), /there is no list of deletions/],
    ['a line was taken out', (path) => edit(path, (lines) => lines.splice(1, 1)), /was changed, is damaged/],
    [
      'a line was made up',
      (path) => edit(path, (lines) => lines.push(`9 9 report.deleted x ${'A'.repeat(43)}`)),
      /was changed, is damaged/,
    ],
    [
      'another ID was written',
      (path) =>
        edit(path, (lines) => lines.splice(1, 1, (lines[1] ?? '').replace(/ \S+ (\S+)$/, ' other $1'))),
      /was changed, is damaged/,
    ],
    ['it is no list', (path) => writeFileSync(path, 'nothing'), /was changed, is damaged/],
  ];
  function edit(path: string, change: (lines: string[]) => unknown) {
    const lines = readFileSync(path, 'utf8').split('\n').slice(0, -1);
    change(lines);
    writeFileSync(path, `${lines.join('\n')}\n`);
  }

  test.each(without)(
    'stops and changes nothing, and goes on only if told to: %s',
    async (_how, spoil, says) => {
      const her = await a.patient();
      const report = await aReportOf(her);
      const { put, carry, place, file } = await makeBackup();
      await deleteByApi(her, report._id);
      carry();
      spoil(join(file, '..', 'deleted.ids'));
      await expect(put()).rejects.toThrow(says);
      await expect(put()).rejects.toThrow(/--incomplete-deletions.*Nothing was changed/);
      expect(existsSync(join(place, 'data'))).toBe(false);
      await put({ isListOptional: true });
      const there = await inside(place, () => db().select().from(reports).where(eq(reports.id, report._id)));
      expect(there).toHaveLength(1);
      // The list begins anew and does not know what came in between.
      const since = parseDeletions(readFileSync(deletionListIn(settingsIn(place).BACKUP_DIR), 'utf8'))?.since;
      expect(Date.now() - (since ?? 0)).toBeLessThan(60_000);
    },
  );

  test('names the moment the list begins, if that is after the backup, and omits what is listed', async () => {
    const her = await a.patient();
    const report = await aReportOf(her);
    const old = await makeBackup();
    mkdirSync(join(old.place, 'data', 'backups'), { recursive: true });
    await deleteByApi(her, report._id);
    const entries = (entriesIn(list()) ?? []).slice(-1);
    writeDeletions(join(old.file, '..', 'deleted.ids'), { since: Date.now() + 1000, entries });
    await expect(old.put()).rejects.toThrow(
      /the list of deletions only starts on \d{4}-.*Nothing was changed/,
    );
    expect((await old.put({ isListOptional: true })).repeatedCounts.reports).toBe(1);
  });
});

describe('the list of deletions', () => {
  test('holds an ID, a time and the kind of deletion, and nothing else', async () => {
    const her = await a.patient();
    const report = await aReportOf(her, { description: 'Tired' });
    await deleteByApi(her, report._id);
    const text = readFileSync(list(), 'utf8');
    expect(text.split('\n').at(-2)).toMatch(
      new RegExp(`^\\d+ \\d+ report\\.deleted ${report._id} [\\w-]{43}$`),
    );
    for (const secret of [her.id, her.email, her.firstName, 'Tired']) expect(text).not.toContain(secret);
  });

  test('makes up for a deletion that could not be listed', async () => {
    const her = await a.patient();
    const [torn, elsewhere] = [await aReportOf(her), await aReportOf(her)];
    await deleteByApi(her, torn._id);
    // Simulates a crash in the middle of a line.
    writeFileSync(list(), readFileSync(list(), 'utf8').slice(0, -10));
    await keepDeletions(settings.BACKUP_DIR);
    expect(entriesIn(list())?.at(-1)).toMatchObject({ action: 'report.deleted', objectId: torn._id });
    // Another disk is mounted in its place, then the old disk returns.
    const before = readFileSync(list());
    rmSync(list());
    await deleteByApi(her, elsewhere._id);
    expect(entriesIn(list())?.at(-1)?.objectId).toBe(elsewhere._id);
    writeFileSync(list(), before);
    await listDeletions();
    expect(entriesIn(list())?.at(-1)?.objectId).toBe(elsewhere._id);
    const ids = entriesIn(list())?.map(({ id }) => id) ?? [];
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('does not block a deletion', async () => {
    const her = await a.patient();
    const report = await aReportOf(her);
    await keepDeletions('/proc/self/fdinfo');
    expect((await deleteByApi(her, report._id)).status).toBe(200);
    await keepDeletions(settings.BACKUP_DIR);
    expect(entriesIn(list())?.at(-1)?.objectId).toBe(report._id);
  });

  test('is set aside if it was changed, and rebuilt from the audit log', async () => {
    const before = entriesIn(list());
    writeFileSync(list(), readFileSync(list(), 'utf8').replace('report.deleted', 'report.deletes'));
    expect(entriesIn(list())).toBeUndefined();
    await keepDeletions(settings.BACKUP_DIR);
    expect(entriesIn(list())).toEqual(before);
  });

  test('drops entries older than every backup, once there is a backup', async () => {
    const all = entriesIn(list()) ?? [];
    await pruneDeletions();
    expect(entriesIn(list()), 'nothing is dropped without a backup').toEqual(all);
    // The names of backups are precise to the second.
    const oldest = Math.floor((all.at(-1)?.at ?? 0) / 1000) * 1000;
    const name = new Date(oldest).toISOString().slice(0, 19).replaceAll(':', '-');
    const [archive, ownArchive] = [`secondlook-${name}Z.tar`, 'before the move.tar'].map((one) =>
      join(settings.BACKUP_DIR, one),
    ) as [string, string];
    for (const path of [archive, ownArchive]) writeFileSync(path, '');
    utimesSync(ownArchive, 1, 1);
    await pruneDeletions();
    expect(entriesIn(list()), 'a backup made by the operator is older').toEqual(all);
    rmSync(ownArchive);
    await pruneDeletions();
    const left = entriesIn(list()) ?? [];
    expect(left).toEqual(all.filter(({ at }) => at >= oldest));
    expect(left.length).toBeLessThan(all.length);
    expect(parseDeletions(readFileSync(list(), 'utf8'))?.since).toBe(oldest);
    // Dropped entries do not come back.
    await keepDeletions(settings.BACKUP_DIR);
    expect(entriesIn(list())).toEqual(left);
    rmSync(archive);
  });

  test('survives a change of the file key', async () => {
    const before = entriesIn(list());
    await closeDatabase();
    await rotateKey({ ...settings, NEW_FILE_KEY: '09'.repeat(32) }, () => undefined);
    settings = { ...settings, FILE_KEY: '09'.repeat(32) };
    await openStores(settings);
    expect(entriesIn(list())).toEqual(before);
    await closeDatabase();
    await rotateKey({ ...settings, NEW_FILE_KEY: '07'.repeat(32) }, () => undefined);
    settings = { ...settings, FILE_KEY: '07'.repeat(32) };
    await openStores(settings);
  });
});

describe('a page that deletes', () => {
  afterEach(() => setSettings(settings));
  const cases: [settings: Record<string, string>, says: string][] = [
    [{}, 'Backups that the clinic has already made keep a copy until they are removed.'],
    [{ BACKUP_EVERY: '24h' }, 'Backups that the clinic has already made keep a copy for up to 12 months.'],
    [
      { BACKUP_EVERY: '1d', BACKUP_KEEP: '7,0,0' },
      'Backups that the clinic has already made keep a copy for up to 7 days.',
    ],
  ];
  test.each(cases)('with %j says: %s', async (overrides, says) => {
    const her = await a.patient();
    const { _id: reportId } = await aReportOf(her);
    setSettings({ ...readSettings(overrides), DATA_DIR: settings.DATA_DIR });
    const ofReport = await visit('/dashboard/delete-report/:reportId', her, { params: { reportId } });
    const ofAccount = await visit('/dashboard/settings/:part?', her);
    for (const page of [ofReport, ofAccount])
      expect((page.data as { inBackups: string }).inBackups).toBe(says);
  });
});

test('a server on a shared database lists the deletions of other servers within a minute', async () => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] });
  const { engine } = connection();
  let jobs: ReturnType<typeof startJobs> | undefined;
  try {
    Object.assign(engine, { isShared: true });
    await keepDeletions(settings.BACKUP_DIR);
    jobs = startJobs(listJobs().filter(({ name }) => name === 'deletions.list'));
    const objectId = newId();
    await execute(auditEntry({ action: 'report.deleted', objectId }));
    expect(entriesIn(list())?.some((entry) => entry.objectId === objectId)).toBe(false);
    vi.advanceTimersByTime(60_000);
    await expect.poll(() => entriesIn(list())?.at(-1)).toMatchObject({ action: 'report.deleted', objectId });
  } finally {
    await jobs?.stop();
    Object.assign(engine, { isShared: false });
    vi.useRealTimers();
  }
});
