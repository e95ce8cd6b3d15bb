import { and, asc, eq, isNull, lte } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { formatFullName } from '~/domain/identity/full-name';
import { clinicDay } from '~/domain/kernel/days';
import { isEveryServerAble } from '~/domain/kernel/every-server.server';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { addDays } from '~/domain/report/step-check';
import { registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { listRegistrationChecks } from './registration-checks.server';

/** Days before the end of a registration from which the expert and the admins are told. */
const tellDaysBefore = 30;

/** Returns the last day, as YYYY-MM-DD, that is near today. */
const lastNearDay = () => addDays(clinicDay(Date.now()), tellDaysBefore);

/** The end of a registration: its last day, and whether that has passed. */
export type NearEnd = { day: string; isOver: boolean };

/** Returns the end of a registration if it is at most 30 days away or has passed, else null. */
export const findNearEnd = (registeredUntil: string | null): NearEnd | null =>
  registeredUntil !== null && registeredUntil <= lastNearDay()
    ? { day: registeredUntil, isOver: registeredUntil < clinicDay(Date.now()) }
    : null;

/**
 * E-mails approved experts and all admins once about each check whose end is near, and once more
 * after an extension when its end is near. Does nothing while a server of an earlier release is
 * running, which could not write the e-mails.
 */
export async function tellOfEndingRegistrations(): Promise<void> {
  if (!isEveryServerAble('registrations')) return;
  const ending = await db()
    .select()
    .from(users)
    .where(and(whereStatus.approved, lte(users.registeredUntil, lastNearDay())))
    .orderBy(asc(users.registeredUntil), asc(users.id));
  if (ending.length === 0) return;
  const checks = await listRegistrationChecks(ending.map(({ id }) => id));
  const newest = new Map(checks.map((check) => [check.userId, check]));
  const admins = await listAdminAccounts();
  for (const expert of ending) {
    const check = newest.get(expert.id);
    if (!check || check.endToldAt || !expert.registeredUntil) continue;
    const day = expert.registeredUntil;
    const params = { name: formatFullName(expert), expertId: expert.id, day };
    await atomically([
      requireChange(
        db()
          .update(registrationChecks)
          .set({ endToldAt: new Date() })
          .where(
            and(
              eq(registrationChecks.id, check.id),
              isNull(registrationChecks.endToldAt),
              // Days that were added meanwhile have an e-mail of their own.
              check.extendedUntil ? undefined : isNull(registrationChecks.extendedUntil),
            ),
          ),
      ),
      enqueueEmail({ template: 'registrationEnds', ...toAddressee(expert), params: { day } }),
      ...admins.map((admin) =>
        enqueueEmail({ template: 'registrationOfEnds', ...toAddressee(admin), params }),
      ),
    ]);
  }
  wakeOutbox();
}
