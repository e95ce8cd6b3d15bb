import { and, asc, eq, inArray, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findCredentialChanges } from '~/domain/identity/expert-status.server';
import { publicMoment } from '~/domain/kernel/fields';
import { registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, type Statement, type Step } from '~/platform/db/db.server';
import { type RegistrationMethod, registrationMethods } from '~/platform/enums';
import { newId } from '~/platform/ids.server';

type Expert = typeof users.$inferSelect;
export type RegistrationCheck = typeof registrationChecks.$inferSelect;

/** What an admin may say of a registration. */
type CheckInput = {
  registrationNumber?: string;
  council?: string;
  qualification?: string;
  method?: RegistrationMethod;
  validUntil?: string;
  reason?: string;
};

/** The newest check of an expert, as lists of experts show it to admins. */
export const publicRegistration = z
  .object({
    checkedAt: publicMoment.describe('Time of the newest check, in UTC.'),
    method: z
      .enum(registrationMethods)
      .nullable()
      .describe('How the number was checked. `null` if there is none, or nobody said.'),
    validUntil: z.string().nullable().describe('Last day of the registration. `null` without an end.'),
    extendedUntil: z
      .string()
      .nullable()
      .describe('Last day with the days that an admin has added. `null` if none were.'),
    isChanged: z.boolean().describe('Whether the expert has changed their registration since the check.'),
  })
  .nullable()
  .describe('Newest check of the registration. `null` if none is recorded.');

/** The newest check of an expert, and when they last changed their credentials. */
export type RegistrationRecord = { check?: RegistrationCheck; changedAt?: Date };

/**
 * Lists the checks of some experts.
 *
 * @returns the rows, each expert's oldest first.
 */
export const listRegistrationChecks = (expertIds: string[]): Promise<RegistrationCheck[]> =>
  db()
    .select()
    .from(registrationChecks)
    .where(inArray(registrationChecks.userId, expertIds))
    .orderBy(asc(registrationChecks.checkedAt), asc(registrationChecks.id));

/** Finds the newest check of each of some experts, and the last change of their credentials. */
export async function findRegistrationRecords(expertIds: string[]): Promise<Map<string, RegistrationRecord>> {
  if (expertIds.length === 0) return new Map();
  const checks = new Map((await listRegistrationChecks(expertIds)).map((check) => [check.userId, check]));
  const changes = await findCredentialChanges(expertIds);
  return new Map(expertIds.map((id) => [id, { check: checks.get(id), changedAt: changes.get(id) }]));
}

/** Checks whether an expert has changed their credentials since a check, or has another number. */
const isChangedSince = (
  { checkedAt, registrationNumber }: RegistrationCheck,
  expert: Pick<Expert, 'registrationNumber'>,
  changedAt: Date | undefined,
): boolean =>
  registrationNumber !== expert.registrationNumber || (changedAt !== undefined && changedAt > checkedAt);

/** Presents the newest check of an expert for admins; null if there is none. */
export function presentRegistration(
  expert: Pick<Expert, 'registrationNumber'>,
  { check, changedAt }: RegistrationRecord,
): z.infer<typeof publicRegistration> {
  if (!check) return null;
  const { checkedAt, method, validUntil, extendedUntil } = check;
  const isChanged = isChangedSince(check, expert, changedAt);
  return { checkedAt: checkedAt.toISOString(), method, validUntil, extendedUntil, isChanged };
}

/**
 * Completes what an admin said of an expert's registration with the expert's own credentials.
 *
 * @returns the columns of the check; undefined if the admin said nothing.
 */
export function toCheckColumns(expert: Expert, input: CheckInput) {
  const registrationNumber = input.registrationNumber ?? expert.registrationNumber;
  const columns = {
    registrationNumber,
    council: input.council ?? expert.council,
    qualification: input.qualification ?? expert.qualification,
    method: (registrationNumber && input.method) || null,
    noNumberReason: (!registrationNumber && input.reason) || null,
    validUntil: input.validUntil ?? null,
  };
  const isSaid =
    columns.method !== null ||
    columns.noNumberReason !== null ||
    columns.validUntil !== null ||
    registrationNumber !== expert.registrationNumber ||
    columns.council !== expert.council ||
    columns.qualification !== expert.qualification;
  return isSaid ? columns : undefined;
}

export type CheckColumns = NonNullable<ReturnType<typeof toCheckColumns>>;

/** Builds the condition that an expert's number is the one that an admin was shown, or that was read. */
export const isNumberAs = (number: string | null): SQL =>
  eq(sql`coalesce(${users.registrationNumber}, '')`, number ?? '');

/**
 * Builds the steps that record a check, with the credentials as the admin completed them. They belong
 * behind a lock on the expert's row.
 */
export function checkSteps(
  columns: CheckColumns,
  { expertId, adminId, now }: { expertId: string; adminId: string; now: Date },
): Step[] {
  const { registrationNumber, council, qualification } = columns;
  return [
    db()
      .insert(registrationChecks)
      .values({ id: newId(), userId: expertId, checkedAt: now, checkedBy: adminId, ...columns }),
    db()
      .update(users)
      .set({ registrationNumber, council, qualification, updatedAt: now })
      .where(eq(users.id, expertId)),
    setRegisteredUntil(expertId),
    auditEntry({ action: 'registration.checked', actorId: adminId, objectId: expertId }),
  ];
}

const newestFirst = sql`order by ${registrationChecks.checkedAt} desc, ${registrationChecks.id} desc limit 1`;

/** Builds the condition that a check is the newest of its expert. */
export const isNewestOf = (expertId: string): SQL =>
  and(
    eq(registrationChecks.userId, expertId),
    sql`${registrationChecks.id} = (select ${registrationChecks.id} from ${registrationChecks} where ${registrationChecks.userId} = ${expertId} ${newestFirst})`,
  ) as SQL;

/** Builds the statement that makes the end of an expert's registration what their newest check says. */
export const setRegisteredUntil = (expertId: string): Statement =>
  db()
    .update(users)
    .set({
      registeredUntil: sql`(select coalesce(${registrationChecks.extendedUntil}, ${registrationChecks.validUntil}) from ${registrationChecks} where ${registrationChecks.userId} = ${expertId} ${newestFirst})`,
    })
    .where(eq(users.id, expertId));
