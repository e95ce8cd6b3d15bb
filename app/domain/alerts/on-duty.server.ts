import { and, asc, eq, exists, gt, gte, lte, notExists, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { mayBeginWork } from '~/domain/identity/registration-rule.server';
import { clinicDay } from '~/domain/kernel/days';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { db } from '~/platform/db/db.server';

const existence = { exists: sql`1` };

const isOnDuty = (now: Date) =>
  and(
    exists(
      db()
        .select(existence)
        .from(duty)
        .where(and(eq(duty.userId, users.id), lte(duty.fromAt, now), gt(duty.toAt, now))),
    ),
    notExists(
      db()
        .select(existence)
        .from(away)
        .where(
          and(
            eq(away.userId, users.id),
            lte(away.fromDay, clinicDay(now.getTime())),
            gte(away.toDay, clinicDay(now.getTime())),
          ),
        ),
    ),
  );

/**
 * Lists the experts to tell of an urgent report: those on duty who are approved and not away. If
 * there is none, all approved experts. Those who get no new work for want of a registration are left
 * out.
 */
export async function listOnDuty(now = new Date()) {
  const isAtWork = and(whereStatus.approved, mayBeginWork(now.getTime()));
  const select = () =>
    db()
      .select({ lastName: users.lastName, ...addresseeColumns })
      .from(users);
  const onDuty = await select()
    .where(and(isAtWork, isOnDuty(now)))
    .orderBy(asc(users.firstName), asc(users.id));
  if (onDuty.length > 0) return { experts: onDuty, isNobody: false };
  const approved = await select().where(isAtWork).orderBy(asc(users.firstName), asc(users.id));
  return { experts: approved, isNobody: true };
}
