import { and, eq, isNull } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { complaints } from '~/platform/db/core/tables/accountability.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { requireReadableComplaint } from './complaint-lists.server';
import { complaintAnswer } from './complaint-schemas';
import { formatComplaintNumber } from './constants';

/**
 * Answers a complaint, once, and sends the answer by e-mail. An account gets a link to it instead.
 *
 * @throws Refusal: `notFound`, also if it names the admin; `conflict` with the name and time of an
 *   earlier answer.
 */
export const answerComplaint = operation({
  name: 'message.answerComplaint',
  api: {
    summary: 'Answer a complaint',
    text: 'For admins. Stores the answer, which cannot be changed, and sends it to whoever complained. Returns 409 if it is already answered.',
  },
  input: complaintAnswer,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'complaint.answer',
  successMessage: 'complaint.answered',
  failureMessage: 'complaint.failed',
  async run({ viewer, input: { complaintId, answer } }) {
    // Whom it names does not change once it is sent.
    await requireReadableComplaint(viewer, complaintId);
    const [complaint] = await db().select().from(complaints).where(eq(complaints.id, complaintId));
    const isFirst = await atomically([
      requireChange(
        db()
          .update(complaints)
          .set({ answer, answeredAt: new Date(), answeredBy: viewer.id })
          .where(and(eq(complaints.id, complaintId), isNull(complaints.answeredAt))),
      ),
      complaint && emailAnswer(complaint, answer),
      auditEntry({ action: 'complaint.answered', actorId: viewer.id, objectId: complaintId }),
    ]);
    if (!isFirst) throw await alreadyAnswered(viewer, complaintId);
    wakeOutbox();
    return {};
  },
});

/** Builds the statement that sends the answer; undefined if there is no address. */
function emailAnswer(
  { name, email, language, userId, ...row }: typeof complaints.$inferSelect,
  answer: string,
) {
  if (!email) return undefined;
  const recipient = { to: { name, address: email }, language };
  const number = formatComplaintNumber(row.number);
  return userId === null
    ? enqueueEmail({ template: 'complaintAnswered', params: { number, answer }, ...recipient })
    : enqueueEmail({ template: 'complaintAnswerWaits', params: { number }, ...recipient });
}

async function alreadyAnswered(viewer: Viewer, complaintId: string): Promise<Refusal> {
  const { answeredBy, answeredAt } = await requireReadableComplaint(viewer, complaintId);
  const values = { name: answeredBy ?? '–', moment: { moment: answeredAt ?? new Date().toISOString() } };
  return new Refusal('conflict', 'complaint.already', { values });
}
