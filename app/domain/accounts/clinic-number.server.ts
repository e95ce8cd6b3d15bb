import { and, desc, eq, inArray, ne, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry, isAboutPatient } from '~/domain/audit/audit-entry.server';
import { findWithMessages } from '~/domain/identity/message-consents.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { emailAddress, emptyOutput, key, oneTimeCode, publicMoment } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { formatPhoneNumber } from '~/domain/kernel/phone';
import { Refusal } from '~/domain/kernel/refusal';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { atomically, db, isDuplicate, requireChange } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { refund } from '~/platform/limits/limits.server';
import { listFirstLogIn } from './first-log-in.server';
import { consumeCodeAttempt, findWrongCodeRefusal, spendCode } from './one-time-code.server';
import { sendOtp } from './sign-up.server';

/** The actions of staff about an account that its owner reads. */
const staffActions = [
  'account.openedFor',
  'account.found',
  'account.numberShown',
  'account.casesShown',
  'account.matched',
  'identity.refused',
  'vouched.known',
  'vouched.card',
  'vouched.companion',
  'slip.lost',
  'slip.forgotten',
  'slip.phoneLost',
  'phone.changed',
  'patient.listed',
  'patient.exported',
] as const satisfies AuditAction[];

const maxEvents = 50;
const maxLooks = 10;
const dayMs = 86_400_000;

const eventExample = { action: 'slip.lost', by: 'Ravi Kumar', device: null, at: '2026-03-05T09:10:00.000Z' };

const publicEvent = z
  .object({
    action: z
      .enum([...staffActions, 'session.opened'])
      .describe(
        'Action of the staff member, or of a program with a key. `session.opened` is the first log-in to an account that was opened without e-mail, whoever it was.',
      ),
    by: z
      .string()
      .nullable()
      .describe('Name of the staff member or of the program. `null` once the account is deleted.'),
    device: z
      .string()
      .nullable()
      .describe(
        'Browser and operating system of the first log-in. `null` if unknown, and for all other events.',
      ),
    at: publicMoment.describe('Time of the action, in UTC.'),
  })
  .meta({
    id: 'StaffEvent',
    description: 'An action of the staff of the clinic about an account.',
    example: eventExample,
  });

/**
 * Reads the user's clinic number, whether they have an e-mail address, and what the staff of the
 * clinic did with the account: who opened it, looked it up, issued slips or changed the phone number.
 */
export const readOwnNumber = operation({
  name: 'account.readOwnNumber',
  api: {
    summary: 'Retrieve your clinic number',
    text: 'Returns the clinic number you log in with, and what the staff of the clinic and programs with a key did with your account, newest first.',
  },
  input: z.object({}),
  output: z.object({
    data: z
      .object({
        clinicNumber: z.string().nullable().meta({
          description: 'Clinic number. `null` for an account that was opened with an e-mail address.',
          example: 'K7QM-3XPD-5',
        }),
        mayWrite: z.boolean().describe('Whether the staff may write to your phone number.'),
        hasEmail: z.boolean().describe('Whether the account has an e-mail address.'),
        phoneNumber: z.string().meta({
          description: 'Phone number as the form shows it. Empty if none was given.',
          example: '9876543210',
        }),
        events: z.array(publicEvent).describe('Actions of the staff, newest first, at most 61.'),
      })
      .meta({
        description: 'How you log in without e-mail.',
        example: {
          clinicNumber: 'K7QM-3XPD-5',
          mayWrite: true,
          hasEmail: false,
          phoneNumber: '9876543210',
          events: [eventExample],
        },
      }),
  }),
  allow: 'account.own',
  successMessage: 'ownNumber.title',
  failureMessage: 'ownNumber.failed',
  async run({ viewer }) {
    const account = await requireOwnRow(viewer);
    const { loginName, email, contactNumber } = account;
    const writable = await findWithMessages([{ id: viewer.id, contactNumber }]);
    return {
      data: {
        clinicNumber: loginName && formatClinicNumber(loginName),
        mayWrite: writable.has(viewer.id),
        hasEmail: !isNoEmail(email),
        phoneNumber: contactNumber ? formatPhoneNumber(contactNumber) : '',
        events: await listStaffEvents(account),
      },
    };
  },
});

const newAddress = z.object({
  email: emailAddress(key('signup.email')).meta({
    description: 'Your e-mail address. Not case-sensitive.',
    example: 'asha@example.com',
  }),
});

type EventRow = {
  action: AuditAction;
  at: Date;
  firstName: string | null;
  lastName: string | null;
  keyName: string | null;
};

const toEvent = ({ action, at, firstName, lastName, keyName }: EventRow): z.infer<typeof publicEvent> => ({
  action: action as (typeof staffActions)[number],
  by: keyName ?? (firstName === null ? null : `${firstName} ${lastName}`.trim()),
  device: null,
  at: at.toISOString(),
});

async function listStaffEvents(
  account: Awaited<ReturnType<typeof requireOwnRow>>,
): Promise<z.infer<typeof publicEvent>[]> {
  const { id: accountId } = account;
  const { actorId, action, at, objectId } = audit;
  const { firstName, lastName } = users;
  const isOfStaff = and(
    eq(objectId, accountId),
    inArray(
      action,
      staffActions.filter((name) => name !== 'patient.listed'),
    ),
    ne(actorId, accountId),
  );
  const rows = await db()
    .select({ action, at, firstName, lastName, keyName: apiKeys.name })
    .from(audit)
    .leftJoin(users, eq(users.id, actorId))
    .leftJoin(apiKeys, eq(apiKeys.id, actorId))
    .where(isOfStaff)
    .orderBy(desc(audit.id))
    .limit(maxEvents);
  const events = [...rows.map(toEvent), ...(await listLooks(accountId)), ...(await listFirstLogIn(account))];
  return events.sort((a, b) => b.at.localeCompare(a.at));
}

/**
 * Lists the programs that had the account in a list of patients. A program may list them every few
 * minutes: its looks within a day are one event.
 */
async function listLooks(accountId: string): Promise<z.infer<typeof publicEvent>[]> {
  if ((await db().$count(apiKeys)) === 0) return [];
  const { actorId, action, at } = audit;
  const looks = await db()
    .select({ at: sql<number>`max(${at})`, keyName: apiKeys.name })
    .from(audit)
    .innerJoin(apiKeys, eq(apiKeys.id, actorId))
    .where(and(eq(action, 'patient.listed'), isAboutPatient([accountId], accountId)))
    .groupBy(apiKeys.id, apiKeys.name, sql`${at} / ${sql.raw(String(dayMs))}`)
    .orderBy(desc(sql`max(${at})`))
    .limit(maxLooks);
  return looks.map((look) => ({
    action: 'patient.listed',
    by: look.keyName,
    device: null,
    at: new Date(look.at).toISOString(),
  }));
}

/**
 * Sends a code to the address that an account without e-mail is to get. The answer is the same
 * whether or not the address has an account.
 *
 * @returns the address, for the form that asks for the code.
 * @throws Refusal: `conflict` if the account has an address; `tooMany` as `sendOtp` does.
 */
export const sendAddressCode = operation({
  name: 'account.sendAddressCode',
  input: newAddress,
  refusals: ['conflict', 'tooMany'],
  allow: 'account.own',
  limits: ['codes'],
  successMessage: 'otp.sent',
  failureMessage: 'otp.failed',
  async run({ viewer, input, context }) {
    const account = await requireOwnRow(viewer);
    if (!isNoEmail(account.email)) throw new Refusal('conflict', 'addEmail.has');
    await sendOtp.run({ viewer, input, context });
    return { data: { email: input.email } };
  },
});

/**
 * Adds an e-mail address to an account without one, with the code that was sent there. The clinic
 * number goes on to work.
 *
 * @throws Refusal: `conflict` if the account has an address; `invalid` beside `otp`, also for an
 *   address that has an account; `signedOut` if the session has ended meanwhile.
 */
export const addEmail = operation({
  name: 'account.addEmail',
  api: {
    summary: 'Add an e-mail address',
    text: 'Adds an address to an account without one, with the code from `auth/send-otp`. You can then log in with either. Returns 409 if the account has an address.',
  },
  input: newAddress.extend({
    otp: oneTimeCode.describe('6-digit code from the e-mail that `auth/send-otp` sent.'),
    token: z.string(),
  }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'account.own',
  limits: ['codes'],
  successMessage: 'addEmail.done',
  failureMessage: 'addEmail.failed',
  async run({ viewer, input: { email, otp, token }, context }) {
    const account = await requireOwnRow(viewer);
    if (!isNoEmail(account.email)) throw new Refusal('conflict', 'addEmail.has');
    await consumeCodeAttempt(email, context.client);
    const isWithout = and(eq(users.id, viewer.id), eq(users.email, account.email));
    try {
      const isAdded = await atomically([
        ...requireOpenSession(viewer, token),
        requireChange(spendCode(email, otp)),
        requireChange(db().update(users).set({ email, updatedAt: new Date() }).where(isWithout)),
        auditEntry({ action: 'email.added', actorId: viewer.id, objectId: viewer.id }),
      ]);
      if (!isAdded) throw await findSessionRefusal(token, await findWrongCodeRefusal(email, context.client));
      await refund('codes', context.client);
      return {};
    } catch (error) {
      if (isDuplicate(error)) throw await findWrongCodeRefusal(email, context.client);
      throw error;
    }
  },
});
