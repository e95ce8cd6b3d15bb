import { and, asc, eq, exists, gt, gte, inArray, lte, ne, notExists, sql } from 'drizzle-orm';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { clinicDay } from '~/domain/kernel/days';
import { minutesOfBundle } from '~/domain/outbox/constants';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/outbox/enqueue-email.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { db, type Statement } from '~/platform/db/db.server';
import { minuteMs } from '~/platform/durations';

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
 * there is none, all approved experts.
 */
export async function listOnDuty(now = new Date()) {
  const select = () =>
    db()
      .select({ id: users.id, lastName: users.lastName, ...addresseeColumns })
      .from(users);
  const onDuty = await select()
    .where(and(whereStatus.approved, isOnDuty(now)))
    .orderBy(asc(users.firstName), asc(users.id));
  if (onDuty.length > 0) return { experts: onDuty, isNobody: false };
  const approved = await select().where(whereStatus.approved).orderBy(asc(users.firstName), asc(users.id));
  return { experts: approved, isNobody: true };
}

const topicOf = (userId: string) => `urgent ${userId}`;

/**
 * Prepares the statements that tell the experts on duty of a report that has become urgent. They
 * belong in its `atomically`. Who was told within five minutes is not told again: the first e-mail
 * leads to all urgent reports.
 *
 * @param exceptId the patient, who may be an expert.
 */
export async function listUrgentEmails(exceptId: string): Promise<(Statement | undefined)[]> {
  const now = new Date();
  const { experts } = await listOnDuty(now);
  const since = new Date(now.getTime() - minutesOfBundle * minuteMs);
  const told = await db()
    .select({ topic: outbox.topic })
    .from(outbox)
    .where(
      and(
        inArray(
          outbox.topic,
          experts.map(({ id }) => topicOf(id)),
        ),
        // The time of the next try, by which the index goes, is never before that of the row.
        gt(outbox.nextTryAt, since),
        gt(outbox.createdAt, since),
        ne(outbox.state, 'given up'),
      ),
    );
  const toldTopics = new Set(told.map(({ topic }) => topic));
  return experts
    .filter(({ id }) => id !== exceptId && !toldTopics.has(topicOf(id)))
    .map((expert) =>
      enqueueEmail({
        template: 'urgentWaits',
        ...toAddressee(expert),
        params: {},
        topic: topicOf(expert.id),
      }),
    );
}
