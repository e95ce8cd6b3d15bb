import { and, asc, count, eq, sql } from 'drizzle-orm';
import { z } from 'zod';
import { listAuditEntry } from '~/domain/audit/audit-entry.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { listMeta } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { containsWords, fullName } from '~/domain/kernel/search.server';
import { toBirthYear, toPersonSex } from '~/domain/report/profile-facts';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { listedPatient, patientsQuery } from './key-schemas';

const patientColumns = {
  id: users.id,
  firstName: users.firstName,
  lastName: users.lastName,
  birthYear: users.birthYear,
  dateOfBirth: users.dateOfBirth,
  gender: users.gender,
  language: users.language,
  loginName: users.loginName,
};

// Literal text, so that SQLite uses the partial index of patients.
const isPatient = sql`${users.accountType} = 'Patient'`;

type Row = Pick<typeof users.$inferSelect, keyof typeof patientColumns>;

/** Presents a patient to a program. */
const presentPatient = (row: Row): z.infer<typeof listedPatient> => ({
  _id: row.id,
  firstName: row.firstName,
  lastName: row.lastName,
  birthYear: toBirthYear(row),
  sex: toPersonSex(row.gender),
  language: row.language,
  clinicNumber: row.loginName && formatClinicNumber(row.loginName),
});

/**
 * Finds a patient for a program.
 *
 * @returns undefined also for an account of another type.
 */
export async function findListedPatient(userId: string) {
  const [row] = await db()
    .select(patientColumns)
    .from(users)
    .where(and(eq(users.id, userId), isPatient));
  return row && presentPatient(row);
}

/**
 * Lists the patients of the clinic, the oldest account first, so that new ones come at the end. The
 * patients on each page are named in an audit entry.
 */
export const listPatients = operation({
  name: 'patient.list',
  api: {
    summary: 'List patients',
    text: 'For keys with the scope `people.read`. Lists patients, oldest account first, to match them with the records of a hospital. Every page is recorded with the patients on it, who can see that.',
  },
  input: patientsQuery,
  output: z.object({
    data: z.array(listedPatient).describe('Patients of this page, oldest account first.'),
    meta: listMeta,
  }),
  allow: 'patient.list',
  successMessage: 'patients.fetched',
  failureMessage: 'patients.failed',
  async run({ viewer, input, context }) {
    const { q, clinicNumber } = input;
    const where = and(
      isPatient,
      q ? containsWords(fullName(users.firstName, users.lastName), q) : undefined,
      clinicNumber ? eq(users.loginName, clinicNumber) : undefined,
    );
    const { rows, meta } = await paginate(input, context, {
      count: (queries) => queries.select({ total: count() }).from(users).where(where),
      read: ({ offset, rows }, queries) =>
        queries
          .select(patientColumns)
          .from(users)
          .where(where)
          .orderBy(asc(users.createdAt), asc(users.id))
          .limit(rows)
          .offset(offset),
    });
    const ids = rows.map(({ id }) => id);
    if (ids.length > 0) await execute(listAuditEntry(viewer.id, ids, 'patient.listed'));
    return { data: rows.map(presentPatient), meta };
  },
});
