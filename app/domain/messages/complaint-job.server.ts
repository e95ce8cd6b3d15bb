import { and, asc, gte, inArray, isNull, lte } from 'drizzle-orm';
import { clinicDay } from '~/domain/kernel/days';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { addDays } from '~/domain/report/step-check';
import { complaints } from '~/platform/db/core/tables/accountability.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';
import { isReadableBy } from './complaint-subjects.server';
import { remindComplaintDays } from './constants';

const batchSize = 200;

/**
 * Reminds the admins of open complaints that are due within three days: each admin who may read one,
 * once for each. The ID of the e-mail is made from both, and its row stays for a week, so that a later
 * run finds it. Runs alone, under a lease.
 */
export async function remindOfComplaints(): Promise<void> {
  const today = clinicDay(Date.now());
  for (const admin of await listAdminAccounts()) {
    const due = await db()
      .select({ id: complaints.id })
      .from(complaints)
      .where(
        and(
          isNull(complaints.answeredAt),
          gte(complaints.dueDay, today),
          lte(complaints.dueDay, addDays(today, remindComplaintDays)),
          isReadableBy(admin.id),
        ),
      )
      .orderBy(asc(complaints.dueDay), asc(complaints.id))
      .limit(batchSize);
    const emailIds = due.map(({ id }) => toReminderId(id, admin.id));
    const queued = await db()
      .select({ id: outbox.id })
      .from(outbox)
      .where(inArray(outbox.id, emailIds))
      .orderBy(asc(outbox.id));
    const missing = emailIds.filter((emailId) => !queued.some(({ id }) => id === emailId));
    await atomically(
      missing.map((id) => enqueueEmail({ id, template: 'complaintDue', params: {}, ...toAddressee(admin) })),
    );
    if (missing.length > 0) wakeOutbox();
  }
}

const toReminderId = (complaintId: string, adminId: string) =>
  sign('complaint due', `${complaintId} ${adminId}`).slice(0, 26);
