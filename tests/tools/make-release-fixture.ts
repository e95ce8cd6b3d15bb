// npx tsx tests/tools/make-release-fixture.ts [folder]
// Fills a clinic with this version, with forty days of use, and stores it for the tests of all
// later versions. The target is tests/fixtures/releases/ or the given folder, under the number of
// the newest migration. Never overwrites what is already stored there.
import { strict as assert } from 'node:assert';
import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { makeFirstAdmin } from '~/domain/accounts/first-admin.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { readGivenUpEmails } from '~/domain/clinic/outbox-lists.server';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { projectRoot } from '~/platform/project-root.server';
import { storage } from '~/platform/storage/current-storage.server';
import { password } from '../support/clinic';
import { packInto, rowsIn } from '../support/raw';
import {
  archiveOf,
  closeCopy,
  type Expected,
  type Keys,
  openCopy,
  releasesFolder,
} from '../support/releases';
import { type ClinicRecord, personOf } from './release/clinic-record';
import { setUpClock } from './release/clock';
import { experts, liveFortyDays, openReport } from './release/forty-days';

/** Committed in the open: they only seal data of invented people. */
const keys: Keys = {
  FILE_KEY: '0f1e2d3c4b5a6978'.repeat(4),
  SESSION_SECRET: 'only for the stored clinics of the tests, and for no other one',
};
const admin = { email: 'admin@clinic.example', firstName: 'Clinic', lastName: 'Admin', accountType: 'Admin' };

const journal = JSON.parse(readFileSync(join(projectRoot(), 'drizzle', 'meta', '_journal.json'), 'utf8'));
const lastMigration: string = journal.entries.at(-1).tag;
const name = lastMigration.slice(0, 4);
const target = archiveOf(name, process.argv[2]);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const tallied = (names: string[]) =>
  Object.fromEntries(
    [...new Set(names)].sort().map((one) => [one, names.filter((other) => other === one).length]),
  );

function listsOf({ reports }: ClinicRecord, emailsGivenUp: number): Expected['lists'] {
  const of = (status: string) => reports.filter((one) => one.status === status);
  const [pending, reviewed] = [of('Pending'), of('Reviewed')];
  return {
    pending: pending.length,
    pendingByType: tallied(pending.map(({ reportType }) => reportType)),
    reviewed: reviewed.length,
    reviewedByType: tallied(reviewed.map(({ reportType }) => reportType)),
    reviewedByExpert: tallied(reviewed.map(({ expert = '' }) => expert)),
    reportsOfPatient: tallied(reports.map(({ patient }) => patient)),
    experts,
    messages: { open: 5, closed: 1 },
    emailsGivenUp,
  };
}

async function filesOf() {
  const files: Expected['files'] = {};
  for (const { name: file, boundTo } of await listBoundFiles()) {
    const { stream } = await storage().open({ name: file, boundTo });
    const content = Buffer.concat(await stream.toArray());
    files[file] = { bytes: content.length, sha256: sha256(content) };
  }
  return files;
}

function reviewOf({ reports }: ClinicRecord): Expected['review'] {
  const report = reports.find(({ translation }) => translation);
  assert.ok(report?.review && report.expert && report.translation && report.description);
  const { _id: reportId, patient, expert, review: text, description } = report;
  const translation = { language: 'ta', text: report.translation, expert: 'Tara' };
  return { reportId, patient, expert, text, translation, description };
}

/** Opens a PDF, which is stored unchanged, as the patient who sent it. */
async function openedOf(ledger: ClinicRecord): Promise<Expected['open']> {
  const report = ledger.reports.find(({ file }) => file === 'blood-test.pdf');
  assert.ok(report);
  const content = await openReport(personOf(ledger, report.patient), report);
  assert.ok(content.equals(readFileSync(join(releasesFolder, '..', report.file))), 'it is what was sent');
  return { reportId: report._id, by: report.patient, sha256: sha256(content) };
}

async function expectedOf(ledger: ClinicRecord): Promise<Omit<Expected, 'rows'>> {
  const open = await openedOf(ledger);
  const { lines, end, flaw } = await verifyAudit();
  assert.ok(end && !flaw);
  assert.ok(lines >= 150, `only ${lines} lines of the audit log`);
  const people = Object.entries(ledger.people).map(
    ([who, { id, email, accountType, totpSecret, ...person }]) => [
      who,
      { id, email, password: person.password, accountType, totpSecret },
    ],
  );
  return {
    about: `A clinic of invented people after forty days, as the version with the migration ${lastMigration} left it. Never changed: tests/tools/make-release-fixture.ts has made it.`,
    lastMigration,
    leftAt: new Date().toISOString(),
    audit: { lines, end },
    lists: listsOf(ledger, (await readGivenUpEmails()).length),
    people: Object.fromEntries(people),
    recoveryCodes: ledger.recoveryCodes,
    review: reviewOf(ledger),
    profile: { of: 'Asha', contactNumber: '+919812345678', dateOfBirth: '1980-05-31' },
    files: await filesOf(),
    open,
  };
}

// Tables that are empty in a clinic on one machine that was never restored.
const emptyTables = ['servers', 'moves', 'restores'];

function store(work: string, path: string, expected: Omit<Expected, 'rows'>) {
  const packed = join(work, 'packed.db');
  packInto(path, packed);
  const counts = Object.entries(rowsIn(packed)).map(([table, { length }]): [string, number] => [
    table,
    length,
  ]);
  for (const [table, rows] of counts)
    assert.ok(
      rows > 0 || emptyTables.includes(table),
      `The table ${table} is empty: let something happen in it (tests/tools/release/)`,
    );
  const content = join(work, 'content');
  const writeJson = (file: string, value: object) =>
    writeFileSync(join(content, file), `${JSON.stringify(value, null, 2)}\n`);
  mkdirSync(content);
  renameSync(packed, join(content, 'app.db'));
  writeJson('keys.json', keys);
  const { about, lastMigration: last, leftAt, ...committedKeys } = expected;
  const rows = Object.fromEntries(counts);
  writeJson('expected.json', { about, lastMigration: last, leftAt, rows, ...committedKeys });
  for (const file of Object.keys(expected.files)) {
    const place = join('uploads', file.slice(0, 2), file);
    cpSync(join(work, place), join(content, place));
  }
  mkdirSync(dirname(target), { recursive: true });
  execFileSync('tar', ['-czf', target, '-C', content, '.']);
}

// The decoding processes do not keep this process alive, so a timer does while it waits for them.
const awake = setInterval(() => undefined, 1000);
const work = mkdtempSync(join(tmpdir(), 'release-'));
try {
  assert.ok(!existsSync(target), `${target} is there already, and is never changed`);
  setUpClock();
  const path = join(work, 'data', 'app.db');
  await openCopy({ path, uploads: join(work, 'uploads'), keys });
  await makeFirstAdmin({ email: admin.email, password });
  const ledger = await liveFortyDays({ ...admin, password });
  await untilThumbnailsStored();
  const expected = await expectedOf(ledger);
  await closeCopy();
  store(work, path, expected);
  console.log(`${target}: ${ledger.reports.length} reports, ${expected.audit.lines} lines of the audit log`);
} finally {
  clearInterval(awake);
  rmSync(work, { recursive: true, force: true });
}
