import { and, desc, eq, gt, inArray, isNull, lt, ne, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { isAboutPatient } from '~/domain/audit/audit-entry.server';
import { publicMoment } from '~/domain/kernel/fields';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { db } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import type { AuditAction } from '~/platform/enums';
import { type FirstLogInAccount, listFirstLogIn } from './first-log-in.server';

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
  'email.disputed',
  'email.removalAgreed',
  'email.removalAllowed',
  'email.removalRefused',
  'email.removed',
  'patient.listed',
  'patient.exported',
] as const satisfies AuditAction[];

/** The actions in sessions of the account that change a way into it, or give others a way to its reports. */
const ownActions = [
  'email.added',
  'email.removalStopped',
  'email.removalObjected',
  'phone.changed',
  'number.changed',
  'password.changed',
  'password.reset',
  'passkey.added',
  'passkey.removed',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.renewed',
  'share.created',
] as const satisfies AuditAction[];

export type OwnAction = (typeof ownActions)[number];
export type StaffAction = (typeof staffActions)[number];

const eventActions = [...new Set([...staffActions, ...ownActions, 'session.opened' as const])];

const maxEvents = 50;
const maxLooks = 10;
/** One link for several reports has an entry for each of them. */
const sameActMs = 2000;

export const eventExample = {
  action: 'slip.lost' as const,
  isOwn: false,
  by: 'Ravi Kumar',
  device: null,
  at: '2026-03-05T09:10:00.000Z',
};

export const publicEvent = z
  .object({
    action: z
      .enum(eventActions)
      .describe('What was done. `session.opened` is the first log-in to an account opened without e-mail.'),
    isOwn: z
      .boolean()
      .describe(
        'Whether it was done in a session of the account, by its owner or by somebody who had the session.',
      ),
    by: z
      .string()
      .nullable()
      .describe('Name of the owner, the staff member or the program. `null` once the account is deleted.'),
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
    description: 'What was done with an account.',
    example: eventExample,
  });

/** The changes that a log-in names. */
export const changesAtLogIn = z
  .array(publicEvent)
  .describe(
    'Changes of the ways into the account, and new links for other doctors, since the log-in before, newest first. Missing if there are none. Show them, so that a user learns of what somebody else did.',
  );

export type AccountEvent = z.infer<typeof publicEvent>;

const isByStaff = (accountId: string) =>
  and(
    eq(audit.objectId, accountId),
    inArray(
      audit.action,
      staffActions.filter((name) => name !== 'patient.listed'),
    ),
    ne(audit.actorId, accountId),
  );

const isByOwner = (accountId: string) =>
  or(
    and(eq(audit.actorId, accountId), inArray(audit.action, [...ownActions])),
    and(eq(audit.objectId, accountId), isNull(audit.actorId), eq(audit.action, 'email.removalObjected')),
  );

async function findEvents(accountId: string, condition: SQL | undefined): Promise<AccountEvent[]> {
  const { actorId, action, at } = audit;
  const { firstName, lastName } = users;
  const rows = await db()
    .select({ action, at, actorId, firstName, lastName, keyName: apiKeys.name })
    .from(audit)
    .leftJoin(users, eq(users.id, actorId))
    .leftJoin(apiKeys, eq(apiKeys.id, actorId))
    .where(condition)
    .orderBy(desc(audit.id))
    .limit(maxEvents);
  const isSameAct = (row: (typeof rows)[number], at: number) => {
    const earlier = rows[at + 1];
    return (
      row.action === 'share.created' &&
      earlier?.action === row.action &&
      row.at.getTime() - earlier.at.getTime() < sameActMs
    );
  };
  return rows
    .filter((row, index) => !isSameAct(row, index))
    .map((row) => ({
      action: row.action as AccountEvent['action'],
      isOwn: row.actorId === accountId || row.actorId === null,
      by: row.keyName ?? (row.firstName === null ? null : `${row.firstName} ${row.lastName}`.trim()),
      device: null,
      at: row.at.toISOString(),
    }));
}

/** Lists what was done with an account, newest first, for its owner. */
export async function listAccountEvents(account: FirstLogInAccount): Promise<AccountEvent[]> {
  const { id: accountId } = account;
  const events = [
    ...(await findEvents(accountId, isByStaff(accountId))),
    ...(await findEvents(accountId, isByOwner(accountId))),
  ];
  return [
    ...events.sort((a, b) => b.at.localeCompare(a.at)).slice(0, maxEvents),
    ...(await listLooks(accountId)),
    ...(await listFirstLogIn(account)),
  ].sort((a, b) => b.at.localeCompare(a.at));
}

/**
 * Lists the programs that had the account in a list of patients. A program may list them every few
 * minutes: its looks within a day are one event.
 */
async function listLooks(accountId: string): Promise<AccountEvent[]> {
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
    isOwn: false,
    by: look.keyName,
    device: null,
    at: new Date(look.at).toISOString(),
  }));
}

/** The actions of staff that change a way into an account. */
const staffChanges = [
  'phone.changed',
  'email.disputed',
  'email.removalAgreed',
  'email.removed',
] as const satisfies AuditAction[];

/**
 * Lists the changes of the ways into an account since the log-in before, newest first, so that a
 * log-in names what somebody else may have done.
 *
 * @param until the time of the log-in that names them; missing if it is still to come.
 * @returns nothing at the first log-in.
 */
export async function listChangesSinceLogIn(accountId: string, until?: Date): Promise<AccountEvent[]> {
  const [last] = await db()
    .select({ id: audit.id })
    .from(audit)
    .where(
      and(
        eq(audit.objectId, accountId),
        eq(audit.actorId, accountId),
        eq(audit.action, 'session.opened'),
        until && lt(audit.at, until),
      ),
    )
    .orderBy(desc(audit.id))
    .limit(1);
  if (!last) return [];
  const isChange = or(
    isByOwner(accountId),
    and(isByStaff(accountId), inArray(audit.action, [...staffChanges])),
  );
  return findEvents(accountId, and(isChange, gt(audit.id, last.id), until && lt(audit.at, until)));
}
