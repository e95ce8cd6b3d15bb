import { and, count, desc, eq, isNotNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { countSearch } from '~/domain/accounts/searches.server';
import { judgeTry } from '~/domain/accounts/tries.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { toPhoneEnd } from '~/domain/identity/desk-key.server';
import { findTypedNumbers, isHelpedBy } from '~/domain/identity/helper-bonds.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { listFields, listMeta } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findConsentKind, toClinicYear } from '~/domain/report/people-constants';
import { toBirthYear } from '~/domain/report/profile-facts';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { findPersonForm, type PersonNamed, type PersonRead, readPersonQuery } from './schemas';

type Account = typeof users.$inferSelect;

/** A patient as their helper sees them. */
const helpedPerson = z
  .object({
    userId: z.string().describe('ID of the account.'),
    firstName: z.string().describe('First name.'),
    birthYear: z.int().nullable().describe('Year of birth. `null` if not given.'),
    phoneEnd: z
      .string()
      .describe(
        'Last four digits of the phone number that you typed for the patient. Empty if you typed none.',
      ),
    numberStart: z.string().describe('First half of the clinic number.'),
  })
  .meta({
    id: 'HelpedPerson',
    description: 'A patient whom a helper sends reports for.',
    example: {
      userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      firstName: 'Lakshmi',
      birthYear: 1962,
      phoneEnd: '5678',
      numberStart: 'K7QM',
    },
  });

export type HelpedPerson = z.infer<typeof helpedPerson>;

type Shown = Pick<Account, 'id' | 'firstName' | 'birthYear' | 'loginName'>;

/** @param typedNumber the number that the helper typed; the patient may have another one by now. */
const presentHelped = (
  { id, firstName, birthYear, loginName }: Shown,
  typedNumber: string | undefined,
): HelpedPerson => ({
  userId: id,
  firstName,
  birthYear: birthYear === null ? null : Number(birthYear),
  phoneEnd: toPhoneEnd(typedNumber ?? ''),
  numberStart: formatClinicNumber(loginName ?? '').slice(0, 4),
});

/**
 * Lists the people of a helper: those whose account they opened, and those they sent a report for,
 * newest first. A person leaves the list after a year without a report, and when they end the help.
 */
export const listHelpedPeople = operation({
  name: 'help.listPeople',
  api: {
    summary: 'List the people you help',
    text: 'For helpers. Lists the patients whose account you opened, and those you sent a report for. A patient leaves the list after a year without a report, and when they end the help.',
  },
  input: z.object(listFields),
  output: z.object({
    data: z.array(helpedPerson).describe('Patients of this page, newest first.'),
    meta: listMeta,
  }),
  allow: 'help.people',
  successMessage: 'help.title',
  failureMessage: 'help.failed',
  async run({ viewer, input, context }) {
    const where = and(isNotNull(users.loginName), isHelpedBy(viewer.id));
    const { rows, meta } = await paginate(input, context, {
      count: (queries) => queries.select({ total: count() }).from(users).where(where),
      read: ({ offset, rows }, queries) =>
        queries
          .select()
          .from(users)
          .where(where)
          .orderBy(desc(users.createdAt), desc(users.id))
          .limit(rows)
          .offset(offset),
    });
    const numbers = await findTypedNumbers(viewer.id);
    return { data: rows.map((row) => presentHelped(row, numbers.get(row.id))), meta };
  },
});

/**
 * Finds a person whom a helper wants to send a report for, by clinic number and year of birth. A
 * wrong year and an unknown number have the same answer, and share the limits of the front desk.
 *
 * @throws Refusal: `notFound`, `tooMany`.
 */
export const findHelpedPerson = operation({
  name: 'help.findPerson',
  api: {
    summary: 'Find a person to send a report for',
    text: 'For helpers. Returns a patient by clinic number and year of birth, to confirm before a report is sent. Both together have to be right.',
  },
  input: findPersonForm,
  output: z.object({ data: helpedPerson.describe('The patient.') }),
  refusals: ['notFound', 'tooMany'],
  allow: 'help.people',
  successMessage: 'help.found',
  failureMessage: 'help.failed',
  async run({ viewer, input }) {
    await countSearch(viewer);
    const account = await requirePerson(viewer, input);
    await execute(auditEntry({ action: 'account.found', actorId: viewer.id, objectId: account.id }));
    return { data: presentHelped(account, (await findTypedNumbers(viewer.id)).get(account.id)) };
  },
});

/**
 * Reads the person whom a helper is about to send a report for, and the consent that it needs. The
 * phone number is the one that the helper typed before.
 *
 * @returns null if the helper has to name the person again.
 */
export const readHelpedPerson = operation({
  name: 'help.readPerson',
  input: readPersonQuery,
  allow: 'help.people',
  successMessage: 'help.found',
  failureMessage: 'help.failed',
  async run({ viewer, input }) {
    const own = await findOwnPerson(viewer, input.userId);
    const account = own ?? (await findStranger(viewer, input));
    if (!account) return { data: null };
    const number = own && (await findTypedNumbers(viewer.id)).get(own.id);
    const person = presentHelped(account, number);
    const consentKind = findConsentKind(
      { birthYear: person.birthYear, relation: 'self' },
      toClinicYear(Date.now()),
    );
    return {
      data: {
        ...person,
        consentKind,
        phoneNumber: number ?? null,
        clinicNumber: own ? null : account.loginName,
      },
    };
  },
});

async function findOwnPerson(helper: Viewer, userId: string): Promise<Account | undefined> {
  const isOwn = and(eq(users.id, userId), isNotNull(users.loginName), isHelpedBy(helper.id));
  const [account] = await db().select().from(users).where(isOwn);
  return account;
}

/** Finds a person by what the helper typed a moment ago. Counts no try, because it was right then. */
async function findStranger(helper: Viewer, { userId, clinicNumber, birthYear }: PersonRead) {
  if (!clinicNumber || !birthYear) return undefined;
  const isPerson = and(eq(users.id, userId), eq(users.loginName, clinicNumber), ne(users.id, helper.id));
  const [account] = await db().select().from(users).where(isPerson);
  return account?.birthYear === String(birthYear) ? account : undefined;
}

/**
 * Finds the person whom a helper names, with the right year of birth: one of their own people by
 * ID, anybody else by clinic number. A key names every patient by ID.
 *
 * @throws Refusal: `notFound`; `tooMany` after three wrong years of one person in a day.
 */
export async function requirePerson(
  helper: Viewer,
  { userId, clinicNumber, birthYear }: PersonNamed,
): Promise<Account> {
  const isClinicNumber = clinicNumber ? eq(users.loginName, clinicNumber) : undefined;
  const isHelped = clinicNumber
    ? and(isClinicNumber, userId ? eq(users.id, userId) : undefined)
    : and(eq(users.id, userId ?? ''), isNotNull(users.loginName), isHelpedBy(helper.id));
  const isNamed = helper.keyReaches
    ? and(eq(users.id, userId ?? ''), eq(users.accountType, 'Patient'), isClinicNumber)
    : isHelped;
  const [account] = await db().select().from(users).where(isNamed);
  const isRight = await judgeTry(
    helper,
    { accountId: account?.id },
    () => account !== undefined && toBirthYear(account) === birthYear,
  );
  if (!account || !isRight)
    throw new Refusal('notFound', clinicNumber ? 'help.notFound' : 'help.notFoundById');
  return account;
}
