import { and, desc, eq, exists, isNull, lt, lte, not, or, type SQL, sql } from 'drizzle-orm';
import { clinicDay } from '~/domain/kernel/days';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { clinicRules, registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db } from '~/platform/db/db.server';
import { whereStatus } from './expert-status.server';

/** The columns that decide whether a registration is on record. */
type RegistrationRow = Pick<
  typeof users.$inferSelect,
  'registrationNumber' | 'registeredUntil' | 'standingReason'
> & {
  /** Why no number is needed, according to the newest check. */
  noNumberReason: string | null;
};

/** The lack of a registration: no number and no reason for it, or a last day that is over. */
type RegistrationLack = 'missing' | 'ended';

/** Builds the condition that the rule `requireRegistration` holds on a day, as YYYY-MM-DD. */
const isRequiredOn = (day: string): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(clinicRules)
      .where(and(eq(clinicRules.rule, 'requireRegistration'), lte(clinicRules.fromDay, day))),
  );

const newestNoNumberReason = sql`(select ${registrationChecks.noNumberReason} from ${registrationChecks}
  where ${registrationChecks.userId} = ${users.id}
  order by ${registrationChecks.checkedAt} desc, ${registrationChecks.id} desc limit 1)`;

/**
 * Builds the condition that an approved expert has no registration on record on a day.
 * `findRegistrationLack` is the same rule for a row.
 *
 * @param day the clinic's day, as YYYY-MM-DD.
 */
export const isUnregisteredOn = (day: string): SQL =>
  or(
    and(
      sql`coalesce(${users.registrationNumber}, '') = ''`,
      isNull(users.standingReason),
      sql`${newestNoNumberReason} is null`,
    ),
    lt(users.registeredUntil, day),
  ) as SQL;

/**
 * Finds what the registration of an approved expert lacks on a day. `isUnregisteredOn` is the same
 * rule as a condition.
 *
 * @param day the clinic's day, as YYYY-MM-DD.
 */
export function findRegistrationLack(
  { registrationNumber, registeredUntil, standingReason, noNumberReason }: RegistrationRow,
  day: string,
): RegistrationLack | null {
  if (!registrationNumber && standingReason === null && noNumberReason === null) return 'missing';
  return registeredUntil !== null && registeredUntil < day ? 'ended' : null;
}

/**
 * Builds the condition on `users` that an expert may begin new work today: the rule does not hold
 * yet, or their registration is on record.
 */
export function mayBeginWork(now = Date.now()): SQL {
  const day = clinicDay(now);
  return or(not(isRequiredOn(day)), not(sql`coalesce(${isUnregisteredOn(day)}, false)`)) as SQL;
}

/**
 * Builds the condition that an account may begin new work at the moment of the write.
 *
 * @param id the ID of the account of an expert.
 */
export const mayBeginWorkNow = (id: string): SQL =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(users)
      .where(and(eq(users.id, id), mayBeginWork())),
  );

/** Reads whether the rule holds today. */
export async function isRegistrationRequired(): Promise<boolean> {
  const [rule] = await db()
    .select({ fromDay: clinicRules.fromDay })
    .from(clinicRules)
    .where(eq(clinicRules.rule, 'requireRegistration'));
  return rule !== undefined && rule.fromDay <= clinicDay(Date.now());
}

/** Why an expert gets no new work today: what lacks, and the last day of a registration that is over. */
export type RegistrationBar = { lack: RegistrationLack; lastDay: string | null };

/** Finds why an approved expert gets no new work today; null if they do. */
export async function findRegistrationBar({ id }: Pick<Viewer, 'id'>): Promise<RegistrationBar | null> {
  if (!(await isRegistrationRequired())) return null;
  const [row] = await selectRegistrations(eq(users.id, id));
  const lack = row ? findRegistrationLack(row, clinicDay(Date.now())) : null;
  return row && lack ? { lack, lastDay: row.registeredUntil } : null;
}

/** Reads the registrations of approved experts, by name. */
export async function selectRegistrations(condition?: SQL) {
  const { id, firstName, lastName, registrationNumber, registeredUntil, standingReason } = users;
  const rows = await db()
    .select({ id, firstName, lastName, registrationNumber, registeredUntil, standingReason })
    .from(users)
    .where(and(whereStatus.approved, condition))
    .orderBy(firstName, lastName, id);
  const reasons = new Map<string, string | null>();
  const isRead = rows.some((row) => !row.registrationNumber && row.standingReason === null);
  const checks = isRead ? await readReasons(condition) : [];
  for (const { userId, noNumberReason } of checks)
    if (!reasons.has(userId)) reasons.set(userId, noNumberReason);
  return rows.map((row) => ({ ...row, noNumberReason: reasons.get(row.id) ?? null }));
}

/** Reads why approved experts need no number, the newest check first. */
const readReasons = (condition?: SQL) =>
  db()
    .select({ userId: registrationChecks.userId, noNumberReason: registrationChecks.noNumberReason })
    .from(registrationChecks)
    .innerJoin(users, eq(users.id, registrationChecks.userId))
    .where(and(whereStatus.approved, condition))
    .orderBy(desc(registrationChecks.checkedAt), desc(registrationChecks.id));

/** Counts the approved experts who get no new work today. */
export const countBarredExperts = (): Promise<number> =>
  db().$count(users, and(whereStatus.approved, not(mayBeginWork())));

/** Finds the refusal for an expert who gets no new work, with the code `registrationRequired`. */
export async function findRegistrationRefusal(viewer: Pick<Viewer, 'id'>): Promise<Refusal | undefined> {
  const bar = await findRegistrationBar(viewer);
  if (!bar) return undefined;
  const code = 'registrationRequired' as const;
  if (bar.lack === 'missing' || bar.lastDay === null)
    return new Refusal('forbidden', 'registrationBar.missing', { code });
  return new Refusal('forbidden', 'registrationBar.ended', { code, values: { date: { day: bar.lastDay } } });
}

/** @throws Refusal: `forbidden` with the code `registrationRequired` for an expert who gets no new work. */
export async function requireRegistration(viewer: Pick<Viewer, 'id'>): Promise<void> {
  const refusal = await findRegistrationRefusal(viewer);
  if (refusal) throw refusal;
}

/**
 * Requires a number or a reason of an expert who is about to be approved, once the rule holds.
 *
 * @throws Refusal: `conflict` with the code `registrationMissing`.
 */
export async function requireNumberOrReason({ hasEither }: { hasEither: boolean }): Promise<void> {
  if (!hasEither && (await isRegistrationRequired()))
    throw new Refusal('conflict', 'registrationRule.notApproved', { code: 'registrationMissing' });
}
