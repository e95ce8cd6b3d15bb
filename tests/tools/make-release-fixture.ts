// npx tsx tests/tools/make-release-fixture.ts [folder]
//
// Fills a clinic with this version, as people do in forty days, and stores it for the tests of all
// later versions in tests/fixtures/releases/, or in the folder that is named, under the number of
// the newest migration. What is stored there already is never written again.
import { strict as assert } from 'node:assert';
import { createHash } from 'node:crypto';
import { cpSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';
import { makeFirstAdmin } from '~/domain/accounts/first-admin.server';
import { verifyAudit } from '~/domain/audit/verify-chain.server';
import { givenUpEmails } from '~/domain/clinic/outbox-lists.server';
import { thumbnailsKept } from '~/domain/report-files/thumbnails.server';
import { boundFiles } from '~/domain/report-rules/report-file.server';
import { projectRoot } from '~/platform/project-root.server';
import { storage } from '~/platform/storage/current-storage.server';
import { password } from '../support/clinic';
import { packInto, rowsIn } from '../support/raw';
import { closeCopy, type Expected, type Keys, openCopy, releasesFolder } from '../support/releases';
import { setUpClock } from './release/clock';
import { experts, liveFortyDays, openReport } from './release/forty-days';
import { personOf, type Told } from './release/told';

/** Written in the open: nothing but invented people is sealed under them. */
const keys: Keys = {
  FILE_KEY: '0f1e2d3c4b5a6978'.repeat(4),
  SESSION_SECRET: 'only for the stored clinics of the tests, and for no other one',
};
const admin = { email: 'admin@clinic.example', firstName: 'Clinic', lastName: 'Admin', accountType: 'Admin' };

const journal = JSON.parse(readFileSync(join(projectRoot(), 'drizzle', 'meta', '_journal.json'), 'utf8'));
const lastMigration: string = journal.entries.at(-1).tag;
const name = lastMigration.slice(0, 4);
const target = join(process.argv[2] ?? releasesFolder, name);

const sha256 = (content: Buffer) => createHash('sha256').update(content).digest('hex');

const tallied = (names: string[]) =>
  Object.fromEntries(
    [...new Set(names)].sort().map((one) => [one, names.filter((other) => other === one).length]),
  );

function listsOf({ reports }: Told, emailsGivenUp: number): Expected['lists'] {
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
  const found: Expected['files'] = {};
  for (const { name: file, boundTo } of await boundFiles()) {
    const { stream } = await storage().open({ name: file, boundTo });
    const content = Buffer.concat(await stream.toArray());
    found[file] = { bytes: content.length, sha256: sha256(content) };
  }
  return found;
}

function reviewOf({ reports }: Told): Expected['review'] {
  const found = reports.find(({ translation }) => translation);
  assert.ok(found?.review && found.expert && found.translation && found.description);
  const { _id: reportId, patient, expert, review: text, description } = found;
  const translation = { language: 'ta', text: found.translation, expert: 'Tara' };
  return { reportId, patient, expert, text, translation, description };
}

/** A PDF, which is kept as it was sent, opened by the patient who sent it. */
async function openedOf(told: Told): Promise<Expected['open']> {
  const one = told.reports.find(({ file }) => file === 'blood-test.pdf');
  assert.ok(one);
  const content = await openReport(personOf(told, one.patient), one);
  assert.ok(content.equals(readFileSync(join(releasesFolder, '..', one.file))), 'it is what was sent');
  return { reportId: one._id, by: one.patient, sha256: sha256(content) };
}

async function expectedOf(told: Told): Promise<Omit<Expected, 'rows'>> {
  const open = await openedOf(told);
  const { lines, end, flaw } = await verifyAudit();
  assert.ok(end && !flaw);
  assert.ok(lines >= 150, `only ${lines} lines of the audit log`);
  const people = Object.entries(told.people).map(
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
    lists: listsOf(told, (await givenUpEmails()).length),
    people: Object.fromEntries(people),
    recoveryCodes: told.recoveryCodes,
    review: reviewOf(told),
    profile: { of: 'Asha', contactNumber: '+919812345678', dateOfBirth: '1980-05-31' },
    files: await filesOf(),
    open,
  };
}

// A clinic on one machine has nothing in these.
const ofSeveralServers = ['servers', 'moves'];

function store(work: string, path: string, expected: Omit<Expected, 'rows'>) {
  const packed = join(work, 'packed.db');
  packInto(path, packed);
  const counts = Object.entries(rowsIn(packed)).map(([table, { length }]): [string, number] => [
    table,
    length,
  ]);
  for (const [table, rows] of counts)
    assert.ok(
      rows > 0 || ofSeveralServers.includes(table),
      `The table ${table} is empty: let something happen in it (tests/tools/release/)`,
    );
  const json = (content: object) => `${JSON.stringify(content, null, 2)}\n`;
  mkdirSync(target, { recursive: true });
  writeFileSync(join(target, 'app.db.gz'), gzipSync(readFileSync(packed), { level: 9 }));
  writeFileSync(join(target, 'keys.json'), json(keys));
  const { about, lastMigration: last, leftAt, ...rest } = expected;
  const rows = Object.fromEntries(counts);
  writeFileSync(join(target, 'expected.json'), json({ about, lastMigration: last, leftAt, rows, ...rest }));
  for (const file of Object.keys(expected.files))
    cpSync(join(work, 'uploads', file.slice(0, 2), file), join(target, 'uploads', file.slice(0, 2), file));
}

// The decoding programs keep no process alive, and this one waits for them.
const awake = setInterval(() => undefined, 1000);
const work = mkdtempSync(join(tmpdir(), 'release-'));
try {
  assert.ok(!existsSync(target), `${target} is there already, and is never changed`);
  setUpClock();
  const path = join(work, 'data', 'app.db');
  await openCopy({ path, uploads: join(work, 'uploads'), keys });
  await makeFirstAdmin({ email: admin.email, password });
  const told = await liveFortyDays({ ...admin, password });
  await thumbnailsKept();
  const expected = await expectedOf(told);
  await closeCopy();
  store(work, path, expected);
  console.log(`${target}: ${told.reports.length} reports, ${expected.audit.lines} lines of the audit log`);
} finally {
  clearInterval(awake);
  rmSync(work, { recursive: true, force: true });
}
