import { and, eq, inArray, isNotNull, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { countSearch, noteMiss } from '~/domain/accounts/searches.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isRemovalReady } from '~/domain/identity/address-dispute.server';
import { listDeskKeys, toPhoneEnd } from '~/domain/identity/desk-key.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { publicMoment } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { hasPrefix } from '~/domain/kernel/search.server';
import { toClinicYear } from '~/domain/report/people-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db } from '~/platform/db/db.server';
import { findAccountForm, findAccountQuery, readFoundQuery } from './schemas';
import { findSecondProofRule } from './second-proof.server';

const maxFound = 20;

const foundExample = {
  userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Lakshmi',
  numberStart: 'K7QM',
  openedAt: '2026-03-05T09:10:00.000Z',
  hasEmail: false,
};

/** An account as the front desk finds it: too little to answer the questions about its owner. */
const foundAccount = z
  .object({
    userId: z.string().describe('ID of the account.'),
    firstName: z.string().describe('First name of the owner.'),
    numberStart: z.string().describe('First half of the clinic number.'),
    openedAt: publicMoment.describe('Time the account was opened, in UTC.'),
    hasEmail: z
      .boolean()
      .describe(
        'Whether the account has got an e-mail address. It gets no slip unless the address comes off.',
      ),
  })
  .meta({
    id: 'FoundAccount',
    description: 'An account that was opened without e-mail, as the front desk finds it.',
    example: foundExample,
  });

type Found = Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'loginName' | 'createdAt' | 'email'>;

const presentFound = ({
  id,
  firstName,
  loginName,
  createdAt,
  email,
}: Found): z.infer<typeof foundAccount> => ({
  userId: id,
  firstName,
  numberStart: formatClinicNumber(loginName ?? '').slice(0, 4),
  openedAt: createdAt.toISOString(),
  hasEmail: !isNoEmail(email),
});

/**
 * Finds accounts without e-mail for the front desk: by clinic number, by the case number of a
 * report, or by the last four digits of the phone. No search compares a year of birth, so that none
 * can be found by searching. Each account that is found has an audit entry, which its owner can read.
 *
 * @returns at most 20 accounts; null if nothing was typed.
 * @throws Refusal: `tooMany` after 30 searches in an hour.
 */
export const findAccounts = operation({
  name: 'frontDesk.find',
  api: {
    summary: 'Find an account at the front desk',
    text: 'For admins and the front desk. Finds accounts without e-mail by `clinicNumber`, by `caseNumber`, or by `phoneEnd`. Each account that is found is recorded, and its owner can see that. Allows 30 searches an hour; admins are told of many that find nobody. Send the search by POST, so that it stands in no log of addresses; GET is for older programs.',
  },
  input: findAccountQuery,
  inputOnPage: findAccountForm,
  output: z.object({
    data: z
      .array(foundAccount)
      .nullable()
      .meta({
        description: 'Accounts that were found, at most 20. `null` if no search was sent.',
        example: [foundExample],
      }),
  }),
  refusals: ['tooMany'],
  allow: 'frontDesk.search',
  successMessage: 'frontDesk.title',
  failureMessage: 'frontDesk.failed',
  async run({ viewer, input }) {
    if (![input.clinicNumber, input.caseNumber, input.phoneEnd].some(Boolean)) return { data: null };
    await countSearch(viewer);
    const rows = await db()
      .select({
        id: users.id,
        firstName: users.firstName,
        loginName: users.loginName,
        createdAt: users.createdAt,
        email: users.email,
        contactNumber: users.contactNumber,
        provenNumber: users.provenNumber,
      })
      .from(users)
      .where(and(isNotNull(users.loginName), eq(users.accountType, 'Patient'), await toCondition(input)))
      .limit(maxFound);
    // A server of an earlier release changes a phone number without the key by which it is found.
    const isByPhone = !input.clinicNumber && !input.caseNumber;
    const found = rows.filter(
      ({ contactNumber, provenNumber }) =>
        !isByPhone ||
        [contactNumber, provenNumber].some((number) => toPhoneEnd(number ?? '') === input.phoneEnd),
    );
    if (found.length === 0) await noteMiss(viewer);
    await atomically(
      found.map(({ id }) => auditEntry({ action: 'account.found', actorId: viewer.id, objectId: id })),
    );
    return { data: found.map(presentFound) };
  },
});

/** Builds the condition of a search. */
async function toCondition({
  clinicNumber,
  caseNumber,
  phoneEnd = '',
}: z.output<typeof findAccountQuery>): Promise<SQL | undefined> {
  if (clinicNumber) return eq(users.loginName, clinicNumber);
  if (!caseNumber) {
    const deskKeys = listDeskKeys(phoneEnd, toClinicYear(Date.now()));
    return or(inArray(users.deskKey, deskKeys), inArray(users.provenKey, deskKeys));
  }
  const rows = await db()
    .select({ id: reports.patientId })
    .from(reports)
    .where(hasPrefix(reports.id, caseNumber));
  return inArray(users.id, ['', ...rows.map(({ id }) => id)]);
}

/**
 * Reads an account that the front desk found, for the pages that issue a slip and change the phone
 * number, and the second proof that the viewer needs there. The whole clinic number, for a slip
 * without a password, is given out with an audit entry.
 *
 * @returns `keepsEmail` is true if an e-mail address stands in the way of a slip.
 * @throws Refusal: `notFound`, also for an account that was opened with an e-mail address.
 */
export const readFoundAccount = operation({
  name: 'frontDesk.read',
  input: readFoundQuery,
  allow: 'account.issueSlip',
  successMessage: 'slip.title',
  failureMessage: 'frontDesk.failed',
  async run({ viewer, input: { userId, only } }) {
    const [row] = await db()
      .select()
      .from(users)
      .where(and(eq(users.id, userId), isNotNull(users.loginName), eq(users.accountType, 'Patient')));
    if (!row) throw new Refusal('notFound', 'frontDesk.notFound');
    const rule = await findSecondProofRule(viewer, row);
    if (only === 'number')
      await atomically([auditEntry({ action: 'account.numberShown', actorId: viewer.id, objectId: userId })]);
    const clinicNumber = only === 'number' ? formatClinicNumber(row.loginName ?? '') : null;
    const keepsEmail = !isNoEmail(row.email) && !(await isRemovalReady(userId));
    return { data: presentFound(row), language: row.language, clinicNumber, rule, keepsEmail };
  },
});

/** Opens the page of the search, which reads nothing. */
export const readFrontDesk = operation({
  name: 'frontDesk.readPage',
  input: z.object({}),
  allow: 'frontDesk.search',
  successMessage: 'frontDesk.title',
  failureMessage: 'frontDesk.failed',
  run: async () => ({}),
});
