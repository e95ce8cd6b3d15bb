// The clinic of clinic.mjs in PostgreSQL, filled with one statement per table.
import { mkdirSync } from 'node:fs';
import pg from 'pg';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { startPostgres } from '../../tests/tools/programs/postgres.mjs';
import {
  firstReportAt,
  hashOf,
  password,
  patientsOf,
  people,
  sealedIn,
  settingsOf,
  stepOf,
  types,
} from './clinic.mjs';

/** Durable settings as in a clinic. Tests use faster, unsafe ones. */
const safely = ['fsync=on', 'synchronous_commit=on', 'full_page_writes=on'];

/**
 * Starts a PostgreSQL whose files are in the same folder for temporary files as those of SQLite.
 *
 * @returns `make`, which creates a clinic there as `makeClinic` does, and `stop`.
 */
export async function clinicsOfPostgres() {
  const server = await startPostgres(safely);
  let clinicCount = 0;
  const make = async ({ folder, reports }) => {
    clinicCount += 1;
    const name = `clinic_${clinicCount}`;
    await run(server.url, (client) => client.query(`create database ${name}`));
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    const url = Object.assign(new URL(server.url), { pathname: `/${name}` }).href;
    const settings = { ...settingsOf(folder), DATABASE_URL: url };
    const sealed = await sealedIn(settings);
    const passwordHash = await hashPassword(password);
    await run(url, (client) => fill(client, { reports, sealed, passwordHash }));
    return settings;
  };
  return { make, stop: server.stop };
}

/** Runs `act` on its own connection. */
async function run(url, act) {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return await act(client);
  } finally {
    await client.end();
  }
}

async function fill(client, { reports, sealed, passwordHash }) {
  const now = Date.now();
  const patients = patientsOf(reports);
  const { rows: indexes } = await client.query(
    "select indexname as name, indexdef as sql from pg_indexes where tablename = 'reports' and indexname <> 'reports_pkey'",
  );
  await client.query('begin');
  // Triggers do not count row by row, and foreign keys are not checked.
  await client.query('set local session_replication_role = replica');
  await client.query("set local maintenance_work_mem = '512MB'");
  for (const { name } of indexes) await client.query(`drop index ${name}`);
  await addPeople(client, { now, contact: sealed.contact, passwordHash });
  await client.query(
    `insert into users (id, account_type, first_name, last_name, email, password_hash, contact_number, approved, created_at, updated_at)
     select 'pat' || lpad(n::text, 23, '0'), 'Patient', 'Asha ' || n % 97, 'Rao ' || n, 'patient' || n || '@clinic.test',
       $1, $2, false, $3::bigint, $3::bigint from generate_series(0, $4::int - 1) as n`,
    [passwordHash, sealed.contact, now, patients],
  );
  await addReports(client, { now, reports, patients, sealed });
  for (const { sql } of indexes) await client.query(sql);
  await client.query(
    'insert into report_days (list, day, slot, rows) select list, day, 0, count(*) from report_places group by list, day',
  );
  await client.query('commit');
  await client.query('vacuum analyze');
  // All rows are on the disk before anything is measured.
  await client.query('checkpoint');
}

async function addPeople(client, { now, contact, passwordHash }) {
  const month = 30 * 86_400_000;
  for (const [name, { id, accountType, email, token }] of Object.entries(people)) {
    const isApproved = name === 'doctor';
    await client.query(
      `insert into users (id, account_type, first_name, last_name, email, password_hash, contact_number, approved, approved_at,
         created_at, updated_at) values ($1, $2, 'Meera', 'Nair', $3, $4, $5, $6, $7, $8, $8)`,
      [id, accountType, email, passwordHash, contact, isApproved, isApproved ? now : null, now],
    );
    for (const [kind, sessionToken] of [
      ['api', token],
      ['web', `${token.slice(1)}w`],
    ]) {
      await client.query(
        'insert into sessions (token_hash, user_id, kind, created_at, seen_at, expires_at) values ($1, $2, $3, $4, $5, $5)',
        [hashOf(sessionToken), id, kind, now, now + month],
      );
    }
  }
}

async function addReports(client, { now, reports, patients, sealed }) {
  // As in the SQLite clinic: one in ten is pending, among all the others.
  await client.query(
    `insert into reports (id, patient_id, report_type, description, phone_number, file_name, original_name, media_type,
       resource_type, bytes, pages, status, language, review, review_language, expert_id, expert_first_name, expert_last_name,
       reviewed_at, created_at, updated_at)
     select id, 'pat' || lpad(patient::text, 23, '0'), ($5::text[])[1 + kind], $6, $7, substr(id, 1, 22), $8, 'application/pdf',
       'raw', 100000 + n % 1000, 2, case when waits then 'Pending' else 'Reviewed' end, 'en',
       case when not waits then $9::bytea end, case when not waits then 'en' end, case when not waits then $10 end,
       case when not waits then 'Meera' end, case when not waits then 'Nair' end,
       case when not waits then at + 3600000 end, at, at + 3600000
     from (select n, (n % 10 = 7 or $1 < 10) as waits, substr(md5(random()::text || n), 1, 26) as id,
         $2::bigint + n * $3::bigint as at, floor(random() * $4::int)::int as patient, floor(random() * 8)::int as kind
       from generate_series(0, $1::int - 1) as n) as made`,
    [
      reports,
      firstReportAt,
      stepOf(reports, now),
      patients,
      types,
      sealed.description,
      sealed.phone,
      sealed.originalName,
      sealed.review,
      people.doctor.id,
    ],
  );
}
