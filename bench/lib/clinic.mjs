// A clinic with very many reports, filled in one statement. Encrypted columns are bound to their
// column only, so one sealed value serves every row.
import { createHash, randomBytes } from 'node:crypto';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { sealText } from '~/platform/secrets/column-cipher.server';
import { hashPassword } from '~/platform/secrets/passwords.server';

export const password = 'a quiet river runs';
const phone = '+919876543210';
const description = 'Tired for three weeks, sleeps badly, no fever. Takes iron since March.';
export const types = ['Blood Test', 'X-Ray', 'MRI', 'CT Scan', 'Urine Test', 'ECG', 'Ultrasound', 'Biopsy'];
export const firstReportAt = Date.UTC(2024, 0, 1);

/** The people by account type, each with a token for programs and one for a browser. */
export const people = {
  doctor: { id: 'd'.repeat(26), accountType: 'Expert', email: 'doctor@clinic.test', token: 'd'.repeat(43) },
  masked: { id: 'm'.repeat(26), accountType: 'Expert', email: 'new@clinic.test', token: 'm'.repeat(43) },
  patient: { id: 'p'.repeat(26), accountType: 'Patient', email: 'asha@clinic.test', token: 'p'.repeat(43) },
};
/** Returns the cookie of a person's browser, encoded as Remix does. */
export const cookieOf = ({ token }) =>
  `session=${encodeURIComponent(btoa(JSON.stringify(`${token.slice(1)}w`)))}`;

/** Returns the number of patients for a number of reports. */
export const patientsOf = (reports) => Math.max(100, Math.floor(reports / 20));

/** Hashes a token as it is stored. */
export const hashOf = (token) => createHash('sha256').update(token).digest('base64url');

/** Returns the milliseconds between two reports, spread from the first day to now. */
export const stepOf = (reports, now) => Math.floor((now - firstReportAt) / reports);

/** Returns how many of the reports wait for a review: one in ten. */
export const pendingOf = (reports) => Math.max(1, Math.floor(reports / 10));

/**
 * Creates a clinic in a folder, unless the folder has one already.
 *
 * @returns the settings to start its server with.
 */
export async function makeClinic({ folder, reports }) {
  const path = join(folder, 'app.db');
  const settings = settingsOf(folder);
  if (existsSync(path)) return settings;
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  const sealed = await sealedIn(settings);
  const sqlite = new Database(path);
  sqlite.pragma('synchronous = OFF');
  sqlite.pragma('temp_store = MEMORY');
  sqlite.pragma('cache_size = -400000');
  fill(sqlite, { reports, sealed, passwordHash: await hashPassword(password) });
  sqlite.pragma('wal_checkpoint(TRUNCATE)');
  sqlite.close();
  return settings;
}

/** Returns the settings of a clinic's server in a folder. */
export function settingsOf(folder) {
  return {
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'app.db')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    FILE_KEY: fileKeyOf(folder).toString('hex'),
    SESSION_SECRET: createHash('sha256').update(`${folder} secret`).digest('hex'),
    ADMIN_EMAIL: 'admin@clinic.test',
    ADMIN_PASSWORD: password,
  };
}

const fileKeyOf = (folder) => createHash('sha256').update(folder).digest();

/**
 * Opens a database for the first time, with all its tables.
 *
 * @returns the sealed values for its rows.
 */
export async function sealedIn({ DATA_DIR: folder, DATABASE_URL: url }) {
  await openDatabase({ url, fileKey: fileKeyOf(folder) });
  const sealed = {
    phone: sealText(phone, 'reports.phone_number'),
    contact: sealText(phone, 'users.contact_number'),
    description: sealText(description, 'reports.description'),
    review: sealText('Iron is low. Go on with the tablets and eat lentils.', 'reports.review'),
    originalName: sealText('report.pdf', 'reports.original_name'),
  };
  await closeDatabase();
  return sealed;
}

function fill(sqlite, { reports, sealed, passwordHash }) {
  const now = Date.now();
  const patients = patientsOf(reports);
  const indexes = sqlite
    .prepare(
      "select name, sql from sqlite_master where type = 'index' and tbl_name = 'reports' and sql is not null",
    )
    .all();
  sqlite.exec('BEGIN');
  // Building an index at the end is faster than row by row.
  for (const { name } of indexes) sqlite.exec(`drop index ${name}`);
  const person = sqlite.prepare(
    `insert into users (id, account_type, first_name, last_name, email, password_hash, contact_number, approved, approved_at,
       created_at, updated_at) values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  const session = sqlite.prepare(
    'insert into sessions (token_hash, user_id, kind, created_at, seen_at, expires_at) values (?, ?, ?, ?, ?, ?)',
  );
  const month = 30 * 86_400_000;
  for (const [name, { id, accountType, email, token }] of Object.entries(people)) {
    const approved = Number(name === 'doctor');
    person.run(
      id,
      accountType,
      'Meera',
      'Nair',
      email,
      passwordHash,
      sealed.contact,
      approved,
      approved ? now : null,
      now,
      now,
    );
    session.run(hashOf(token), id, 'api', now, now + month, now + month);
    session.run(hashOf(`${token.slice(1)}w`), id, 'web', now, now + month, now + month);
  }
  for (let at = 0; at < patients; at += 1) {
    const [first, last] = [`Asha ${at % 97}`, `Rao ${at}`];
    person.run(
      patientId(at),
      'Patient',
      first,
      last,
      `patient${at}@clinic.test`,
      passwordHash,
      sealed.contact,
      0,
      null,
      now,
      now,
    );
  }
  // Pending rows lie among all the others, as in a clinic.
  sqlite
    .prepare(
      `insert into reports (id, patient_id, report_type, description, phone_number, file_name, original_name, media_type,
         resource_type, bytes, pages, status, language, review, review_language, expert_id, expert_first_name, expert_last_name,
         reviewed_at, created_at, updated_at)
       with recursive row(n) as (select 0 union all select n + 1 from row where n + 1 < @reports),
       made as (select n, (n % 10 = 7 or @reports < 10) as waits, lower(hex(randomblob(13))) as id, @start + n * @step as at,
         abs(random()) % @patients as patient from row)
       select id, printf('pat%023d', patient), json_extract(@types, '$[' || (abs(random()) % 8) || ']'), @description, @phone,
         substr(id, 1, 22), @originalName, 'application/pdf', 'raw', 100000 + n % 1000, 2, iif(waits, 'Pending', 'Reviewed'), 'en',
         iif(waits, null, @review), iif(waits, null, 'en'), iif(waits, null, @expert), iif(waits, null, 'Meera'),
         iif(waits, null, 'Nair'), iif(waits, null, at + 3600000), at, at + 3600000 from made`,
    )
    .run({
      reports,
      patients,
      start: firstReportAt,
      step: stepOf(reports, now),
      types: JSON.stringify(types),
      description: sealed.description,
      phone: sealed.phone,
      originalName: sealed.originalName,
      review: sealed.review,
      expert: people.doctor.id,
    });
  for (const { sql } of indexes) sqlite.exec(sql);
  sqlite.exec('COMMIT');
}

const patientId = (at) => `pat${String(at).padStart(23, '0')}`;

/**
 * Creates the rows for the floors: as many as the clinic has, of which one in ten is pending. They
 * have their displayed values, no secret, and the one index that the statement needs. Each has a
 * link and times of its own, as the product's rows have, since these make up most of a compressed
 * answer.
 *
 * @param options `path` of the database, the number of `rows`, and as `example` a report of the
 * product's answer, whose fields the floor answers too.
 */
export function makeFloorRows({ path, rows, example }) {
  const sqlite = new Database(path);
  sqlite.pragma('journal_mode = WAL');
  sqlite.exec(`
    create table patients (id text primary key, first_name text, last_name text, email text);
    create table reports (id text primary key, patient_id text, report_type text, report_url text, description text, phone_number text,
      status text, pages integer, resource_type text, created_at integer, updated_at integer);
    create table shape (report text);
  `);
  sqlite.prepare('insert into shape values (?)').run(JSON.stringify(example));
  const patients = patientsOf(rows);
  const step = stepOf(rows, Date.now());
  const patient = sqlite.prepare('insert into patients values (?, ?, ?, ?)');
  const report = sqlite.prepare('insert into reports values (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)');
  sqlite.transaction(() => {
    for (let at = 0; at < patients; at += 1)
      patient.run(patientId(at), `Asha ${at % 97}`, `Rao ${at}`, `patient${at}@clinic.test`);
    for (let at = 0; at < rows; at += 1) {
      const id = randomBytes(13).toString('hex');
      const [who, when] = [patientId(Math.floor(Math.random() * patients)), firstReportAt + at * step];
      const { pages, resourceType } = example;
      report.run(
        id,
        who,
        types[Math.floor(at / 10) % 8],
        linkLike(example, id),
        description,
        phone,
        at % 10 === 7 || rows < 10 ? 'Pending' : 'Reviewed',
        pages,
        resourceType,
        when,
        when + 3_600_000,
      );
    }
    sqlite.exec("create index reports_pending on reports (created_at, id) where status = 'Pending'");
  })();
  sqlite.close();
}

/** Builds a report's link from that of another one, with an invalid signature. */
const linkLike = ({ _id, reportUrl }, id) =>
  reportUrl.replace(_id, id).replace(/[^=]+$/, randomBytes(32).toString('base64url'));
