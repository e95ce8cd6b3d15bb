import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  watch,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import Database from 'better-sqlite3';
import { drizzle } from 'drizzle-orm/better-sqlite3';
import { migrate } from 'drizzle-orm/better-sqlite3/migrator';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { logInOn, ofPage, reportFields } from './servers/page-forms.ts';
import { type Answer, ask, pagesOf, reportForm, reportsOf, review, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { run } from './support/command.ts';
import { openSmallDisk, type SmallDisk } from './support/disk.ts';
import { hashOf, largeReport, smallReport } from './support/files.ts';
import { inspectDataDir, inspectWhenIdle, pendingFilesIn } from './support/look.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, launch, start } from './support/server.ts';

const clinic = inject('clinic');
const [patient, doctor] = [clinic.patients[0] as Member, clinic.doctors[0] as Member];
let disk: SmallDisk | undefined;
beforeAll(() => {
  disk = openSmallDisk(48);
});
afterAll(() => disk?.close());

/**
 * Returns the small disk. If this machine allows none, prints that nothing was tried; the other
 * tests still run.
 */
function smallDisk() {
  if (!disk)
    printFigures('disk full', { 'small disk to be had on this machine, so nothing was tried': 'no' });
  return disk;
}

function expectNoRoom({ status, json }: Answer) {
  expect(status).toBe(507);
  expect(json).toMatchObject({ success: false, message: expect.stringMatching(/\w+ .+\./) });
}

const fullWords =
  'The server is full. Nothing new was saved, and everything sent before is safe. Please try again later.';
const longReview = 'Drink more water, and rest. '.repeat(150);

test(
  'explains refused uploads and reviews on a full disk, still serves reads, and recovers once there is room',
  async () => {
    const small = smallDisk();
    if (!small) return;
    const dataDir = await copyOf(clinic, small.path);
    const server = await start(dataDir, await freePort());
    try {
      for (let round = 0; round < roundCount(5, 1); round += 1) {
        const content = smallReport(`first of round ${round}`, 'pdf');
        const first = await upload(server.url, { token: patient.token, content });
        expect(first.status).toBe(200);
        const path = `/files/raw/${first.json.data._id}`;
        const pending: string[] = [];
        for (let at = 0; at < roundCount(40, 12); at += 1) {
          const answer = await upload(server.url, {
            token: patient.token,
            name: 'r.jpg',
            content: smallReport(`${round} ${at}`, 'jpg'),
          });
          pending.push(answer.json.data._id);
        }

        // Only half of the file fits.
        const large = await largeReport(2);
        small.fill(1024 * 1024);
        const started = await Promise.all(
          [1, 2, 3].map(() => upload(server.url, { token: patient.token, name: 'scan.jpg', content: large })),
        );
        started.map(expectNoRoom);
        expect(pendingFilesIn(join(dataDir, 'uploads')), 'incomplete files').toEqual([]);

        // Nothing fits any more. The database log has some space of its own, so a few reviews may
        // still be written.
        small.fill();
        const reviewed: string[] = [];
        let refusedReviews = 0;
        for (const reportId of pending) {
          small.fill();
          const answer = await review(server.url, { token: doctor.token, reportId, text: longReview });
          if (answer.status === 200) reviewed.push(reportId);
          else {
            expectNoRoom(answer);
            refusedReviews += 1;
          }
        }
        expect(refusedReviews, 'reviews without room on the disk').toBeGreaterThan(0);
        expectNoRoom(
          await upload(server.url, { token: patient.token, content: smallReport('no room', 'pdf') }),
        );
        const listed = await reportsOf(server.url, patient);
        const seen = await ask(`${server.url}${path}`, { token: patient.token });
        expect([seen.status, hashOf(seen.bytes)], 'a file can be read by its patient').toEqual([
          200,
          hashOf(content),
        ]);
        const [alive, ready] = await Promise.all([ask(`${server.url}/healthz`), ask(`${server.url}/readyz`)]);
        expect([alive.status, ready.status]).toEqual([200, 503]);
        const full = inspectDataDir(dataDir);

        small.free();
        for (const reportId of pending.filter((id) => !reviewed.includes(id))) {
          const answer = await review(server.url, { token: doctor.token, reportId, text: longReview });
          expect(answer.status).toBe(200);
        }
        const again = await upload(server.url, { token: patient.token, content: smallReport('room', 'pdf') });
        expect(again.status).toBe(200);
        const look = await inspectWhenIdle(dataDir);
        printFigures('disk full', {
          'uploads refused': started.length + 1,
          'reviews refused': refusedReviews,
          'reviews acknowledged meanwhile': reviewed.length,
          'reports read meanwhile': listed.length,
          'files without row': full.filesWithoutRow.length,
          'rows without file': full.rowsWithoutFile.length,
        });
        for (const at of [full, look])
          expect(at).toMatchObject({ integrity: 'ok', drafts: [], filesWithoutRow: [], rowsWithoutFile: [] });
        expect(full.reports).toBe(listed.length);
        expect(pending.filter((id) => !look.reviewed.includes(id))).toEqual([]);
        expect(look.notices, 'one notice for each review').toBe(look.reviewed.length);
        expect((await ask(`${server.url}/readyz`)).status).toBe(200);
      }
    } finally {
      await server.kill();
      small.free();
      await remove(dataDir);
    }
  },
  timeoutFor(4),
);

test(
  'leaves nothing of photos whose PDF does not fit, and accepts the same form once there is room',
  async () => {
    const small = smallDisk();
    if (!small) return;
    const dataDir = await copyOf(clinic, small.path);
    const server = await start(dataDir, await freePort());
    try {
      const { token } = patient;
      const first = await upload(server.url, { token, content: smallReport('first', 'pdf') });
      expect(first.status).toBe(200);
      const formUrl = `${server.url}/dashboard/upload-report`;
      const cookie = await logInOn(server.url, patient.email);
      const page = await ask(formUrl, { headers: { cookie } });
      const photos = await Promise.all([1, 1, 1].map((megabytes) => largeReport(megabytes)));
      const form = reportForm('page.jpg', photos, reportFields(page, 'Three photos on the page'));
      const headers = { ...form.headers, ...ofPage(server.url, cookie) };
      const ways = {
        'through the API': {
          send: () =>
            upload(server.url, { token, content: photos, description: 'Three photos', key: 'three-photos' }),
          refused: expectNoRoom,
          done: 200,
        },
        'on the page': {
          send: () => ask(formUrl, { method: 'POST', headers, body: form.body }),
          refused({ status, bytes }: Answer) {
            expect(status).toBe(507);
            expect(bytes.toString('utf8')).toContain(fullWords);
          },
          done: 302,
        },
      };
      for (const [way, { send, refused, done: successStatus }] of Object.entries(ways)) {
        const before = await inspectWhenIdle(dataDir, { arePictured: true });
        const seen = new Set<string | null>();
        const watcher = watch(join(dataDir, 'uploads', 'tmp'), (_event, name) => seen.add(name));
        // The photos fit, and half of the PDF.
        small.fill(4.5 * 1024 * 1024);
        refused(await send());
        await expect
          .poll(() => seen.size, { message: 'the photos, and the PDF that was begun' })
          .toBe(photos.length + 1);
        watcher.close();
        expect(inspectDataDir(dataDir), way).toEqual(before);
        small.free();
        expect((await send()).status, way).toBe(successStatus);
        expect((await send()).status, `${way}, once more`).toBe(successStatus);
        const look = await inspectWhenIdle(dataDir);
        expect(look).toMatchObject({ integrity: 'ok', drafts: [], filesWithoutRow: [], rowsWithoutFile: [] });
        const [id = '', ...otherReports] = look.reportIds.filter((one) => !before.reportIds.includes(one));
        expect(otherReports, 'reports other than the one that was sent').toEqual([]);
        expect(await pagesOf(server.url, { id, token })).toBe(photos.length);
      }
      printFigures('disk full while photos become a PDF', {
        refused: 2,
        'files left behind': 0,
        'taken once there was room': 2,
      });
    } finally {
      await server.kill();
      small.free();
      await remove(dataDir);
    }
  },
  timeoutFor(1),
);

test(
  'refuses a backup without room, leaves nothing of it, and succeeds once there is room',
  async () => {
    const small = smallDisk();
    if (!small) return;
    const dataDir = await copyOf(clinic);
    const server = await start(dataDir, await freePort());
    try {
      const content = await largeReport(2);
      const answer = await upload(server.url, { token: patient.token, name: 'scan.jpg', content });
      expect(answer.status).toBe(200);
      const folder = join(small.path, 'backups');
      mkdirSync(folder);
      const target = join(folder, 'clinic.backup');
      for (const left of [0, 1024 * 1024]) {
        small.free();
        small.fill(left);
        const { code, output } = await run(['backup', '--', target], { dataDir });
        expect([code, readdirSync(folder)]).toEqual([1, []]);
        expect(output).toMatch(/[A-Z]\w+ .*\bspace\b.*\./);
        expect(output, 'a sentence, and no stack').not.toMatch(/\n\s+at /);
      }
      small.free();
      const { code } = await run(['backup', '--', target], { dataDir });
      expect([code, existsSync(target)]).toEqual([0, true]);
      printFigures('disk full during a backup', {
        refused: 2,
        'left behind': 0,
        'made once there was room': 1,
      });
      rmSync(folder, { recursive: true });
    } finally {
      await server.kill();
      small.free();
      await remove(dataDir);
    }
  },
  timeoutFor(1),
);

/** Creates a database of a few megabytes as the previous version left it. */
function olderDatabase(path: string) {
  const all = fileURLToPath(new URL('../../drizzle', import.meta.url));
  const folder = mkdtempSync(join(tmpdir(), 'older-'));
  cpSync(all, folder, { recursive: true });
  const journal = JSON.parse(readFileSync(join(all, 'meta', '_journal.json'), 'utf8'));
  writeFileSync(
    join(folder, 'meta', '_journal.json'),
    JSON.stringify({ ...journal, entries: journal.entries.slice(0, -1) }),
  );
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode = WAL');
  migrate(drizzle(sqlite), { migrationsFolder: folder });
  const insert = sqlite.prepare(
    `insert into users (id, account_type, first_name, last_name, email, password_hash, about, created_at, updated_at)
     values (?, 'Patient', 'Asha', 'Nair', ?, 'none', ?, 0, 0)`,
  );
  for (let at = 0; at < 1500; at += 1) insert.run(`u${at}`, `u${at}@clinic.test`, 'x'.repeat(2000));
  sqlite.close();
  rmSync(folder, { recursive: true });
}

test(
  'changes nothing when an upgrade has no room for its copy, and succeeds once there is room',
  async () => {
    const small = smallDisk();
    if (!small) return;
    const dataDir = mkdtempSync(join(small.path, 'upgrade-'));
    const database = join(dataDir, 'app.db');
    const settings = { FILE_KEY: 'ab'.repeat(32) };
    olderDatabase(database);
    const before = hashOf(readFileSync(database));
    small.fill(1024 * 1024);
    const port = await freePort();
    const refused = launch(dataDir, port, settings);
    expect(await refused.exited, 'the exit code').toBe(1);
    expect(refused.log()).toMatch(/could not be copied|not enough space|Nothing was changed/);
    expect(hashOf(readFileSync(database)), 'the database').toBe(before);
    small.free();
    const server = await start(dataDir, port, settings);
    try {
      const sqlite = new Database(database, { readonly: true });
      const rows = sqlite.prepare("select count(*) from users where account_type = 'Patient'").pluck().get();
      const integrity = sqlite.pragma('integrity_check', { simple: true });
      sqlite.close();
      printFigures('disk full during an upgrade', {
        refused: 1,
        'rows after it': String(rows),
        integrity: String(integrity),
      });
      expect([rows, integrity]).toEqual([1500, 'ok']);
    } finally {
      await server.kill();
      await remove(dataDir);
    }
  },
  timeoutFor(1),
);
