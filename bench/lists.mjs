// What a page deep in a long list costs, as a multiple of what the first page costs.
//
// npm run bench:lists [reports] [repetitions]
//
// Seeds a database of its own with pending reports, calls the operation behind pages and API calls
// in this process as an approved doctor and as one who is not approved, and prints the median of
// each page and its ratio to the first page of the same run: with nothing written in between, with
// a report arriving before each call, and after each commit of another process. The pages take
// turns, so that a busy machine slows all of them.
import { randomBytes } from 'node:crypto';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { listPendingReports } from '~/domain/reports/queue/report-lists.server';
import { atomically, closeDatabase, db, openDatabase } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables.server';
import { newId } from '~/platform/ids.server';

const rows = Number(process.argv[2] ?? 100_000);
const repetitions = Number(process.argv[3] ?? 200);
const limit = 20;
const last = Math.ceil(rows / limit);
const pages = { first: 1, 'page 1,000': Math.min(1000, last), middle: Math.ceil(last / 2), last };
const types = ['Blood Test', 'X-Ray', 'MRI', 'ECG'];
const start = Date.now() - rows * 1000;
const folder = mkdtempSync(join(tmpdir(), 'lists-'));
const context = { channel: 'page', language: 'en', client: '127.0.0.1', linkTo: (path) => path };

try {
  await openDatabase({ url: `file:${join(folder, 'app.db')}`, fileKey: randomBytes(32) });
  await seed();
  console.log(
    `${rows} pending reports, ${repetitions} repetitions, medians in milliseconds (× the first page)\n`,
  );
  for (const approved of [false, true]) {
    const who = approved ? 'approved doctor (with a line of the audit log)' : 'doctor not yet approved';
    await measure(`${who}, steady`, approved);
    await measure(`${who}, a report just came`, approved, () => atomically([insert(rows)]));
  }
  const other = new Database(join(folder, 'app.db'));
  const touch = other.prepare("update users set updated_at = updated_at + 1 where id = 'patient0'");
  await measure('doctor not yet approved, another process just wrote', false, () => touch.run());
  other.close();
} finally {
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
}

async function seed() {
  const now = new Date();
  const people = Array.from({ length: 1000 }, (_, at) => ({
    id: `patient${at}`,
    accountType: 'Patient',
    firstName: 'Asha',
    lastName: `Rao ${at}`,
    email: `patient${at}@clinic.test`,
    passwordHash: 'x',
    contactNumber: '+919876543210',
    createdAt: now,
    updatedAt: now,
  }));
  await atomically(people.map((person) => db().insert(users).values(person)));
  for (let from = 0; from < rows; from += 10_000) {
    const some = Array.from({ length: Math.min(10_000, rows - from) }, (_, at) => insert(from + at));
    await atomically(some);
  }
}

function insert(at) {
  const id = newId();
  return db()
    .insert(reports)
    .values({
      id,
      patientId: `patient${at % 1000}`,
      reportType: types[at % types.length],
      description: 'Tired for three weeks',
      phoneNumber: '+919876543210',
      fileName: id,
      mediaType: 'application/pdf',
      resourceType: 'raw',
      bytes: 1000,
      createdAt: new Date(start + at * 1000),
      updatedAt: new Date(),
    });
}

async function measure(name, approved, before = () => undefined) {
  const viewer = {
    id: 'doctor',
    accountType: 'Expert',
    approved,
    firstName: 'M',
    lastName: 'N',
    email: 'm@n',
  };
  const times = Object.fromEntries(Object.keys(pages).map((page) => [page, []]));
  for (let round = -20; round < repetitions; round += 1) {
    for (const [page, number] of Object.entries(pages)) {
      await before();
      const input = { page: number, limit };
      const began = process.hrtime.bigint();
      const { data } = await listPendingReports.run({ viewer, input, context });
      const took = Number(process.hrtime.bigint() - began) / 1e6;
      if (data.length === 0) throw new Error(`Page ${number} was empty`);
      if (round >= 0) times[page].push(took);
    }
  }
  const medians = Object.entries(times).map(([page, all]) => [page, median(all)]);
  const [[, first]] = medians;
  const line = medians.map(([page, ms]) => `${page} ${ms.toFixed(2)} (${(ms / first).toFixed(2)}×)`);
  console.log(`${name}\n  ${line.join('   ')}`);
}

function median(numbers) {
  return [...numbers].sort((a, b) => a - b)[Math.floor(numbers.length / 2)];
}
