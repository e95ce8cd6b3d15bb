import { and, asc, eq, inArray } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedNow, whereStatus } from '~/domain/identity/expert-status.server';
import { mayBeginWork, mayBeginWorkNow } from '~/domain/identity/registration-rule.server';
import { findIdempotentResult, rememberResult } from '~/domain/kernel/idempotency.server';
import { type Idempotency, operation, type ReceivedFile } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import { addresseeColumns, enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import {
  findLastQuestion,
  isOpenQuestion,
  reserveForAsker,
  waitsForAfterQuestion,
} from '~/domain/queue/question-state.server';
import { isOwnReport, requireOwnReport, requireSettled } from '~/domain/report/own-reports.server';
import { reportAnswer } from '~/domain/report/present-report';
import { maxAddedFiles } from '~/domain/report/question-constants';
import { answerForm } from '~/domain/report/question-schemas';
import { selectAddedFiles } from '~/domain/report/rows-of-reports.server';
import { reportIdOnly } from '~/domain/report/schemas';
import { checkDrawingLater } from '~/domain/report-view/check-drawings.server';
import { dropFiles, fileColumns, keepFiles, listFileNames } from '~/domain/report-view/keep-files.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { requireQuota, requireQuotaBefore, withinQuota } from '~/domain/upload/quota.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { drawingChecks, questions, reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, isUncertain, lock, requireChange } from '~/platform/db/db.server';

/**
 * Answers an expert's question about the viewer's own report, in words, with files, or both
 * (docs/requirements.md#states). The report is then reserved for the asker for a day. A report that
 * is closed to other experts waits for an admin. The first file of a report never changes: new files
 * are added.
 *
 * @throws Refusal: `notFound`, also for another account's report; `conflict` if there is no open
 *   question (any more); `invalid` for an empty answer; `tooLarge` if it does not fit.
 */
export const answerQuestion = operation({
  name: 'report.answerQuestion',
  api: {
    summary: "Answer an expert's question",
    text: `Answers a question about one of your own reports with \`answer\`, up to ${maxAddedFiles} \`files\`, or both. Send files as multipart form data, one \`files\` field per file. They are added to the report, which is then reserved for the same expert for 24 hours. Returns 409 if there is no open question.`,
  },
  input: answerForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'report.answerQuestion',
  file: {
    field: 'files',
    description: 'Photos or PDFs to add to the report: PDF, JPEG, PNG, WebP, GIF or HEIC.',
    maxFiles: maxAddedFiles,
    requireRoom: requireRoomFor,
  },
  successMessage: 'answer.done',
  failureMessage: 'answer.failed',
  async run({ viewer, input: { reportId, answer = null }, context, files = [], idempotency }) {
    if (answer === null && files.length === 0)
      throw new Refusal('invalid', 'answer.empty', { field: 'answer' });
    const present = async () => ({
      data: await presentReportTo(viewer, await requireOwnReport(viewer, reportId), viewer, context),
    });
    const isThere = async () =>
      Boolean(await findIdempotentResult(idempotency)) ||
      (context.resendsWithoutKey && (await isSameAnswer(viewer, { reportId, answer, files })));
    if (await isThere()) {
      await dropFiles('report.answer', listFileNames(files));
      return present();
    }
    await requireQuestion(viewer, reportId);
    if (files.length > 0) await requireQuota(viewer.id, bytesOf(files));
    await keepFiles('report.answer', files);
    try {
      await writeAnswer({ viewer, reportId, answer, files, idempotency });
    } catch (error) {
      // If the rows may have been written after all, the files stay.
      if (!isUncertain(error)) await dropFiles('report.answer', listFileNames(files));
      if (error instanceof Refusal && (await isThere())) return present();
      throw error;
    }
    wakeOutbox();
    return present();
  },
});

/** Reads the viewer's own report with its open question, for the answer page. */
export const readQuestion = operation({
  name: 'report.readQuestion',
  input: reportIdOnly,
  allow: 'report.answerQuestion',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const row = await requireOwnReport(viewer, reportId);
    return { data: await presentReportTo(viewer, row, viewer, context) };
  },
});

/** Requires room for the files of an answer; an answer without files always has room. */
async function requireRoomFor(accountId: string, bytes: number): Promise<void> {
  if (bytes > 0) await requireQuotaBefore(accountId, bytes);
}

const bytesOf = (files: ReceivedFile[]) => files.reduce((sum, { pendingFile }) => sum + pendingFile.bytes, 0);

type Answer = { reportId: string; answer: string | null; files: ReceivedFile[] };

/** Requires the open question of the viewer's own report. */
async function requireQuestion(viewer: Viewer, reportId: string) {
  const report = await requireOwnReport(viewer, reportId);
  requireSettled(report);
  if (report.status === 'Reviewed') throw new Refusal('conflict', 'answer.reviewed');
  const question = await findLastQuestion(reportId);
  const isOpen = report.status === 'Pending' && report.waitsFor === 'patient';
  // A report deleted between the two reads is `notFound`, not a conflict.
  if (!question) await requireOwnReport(viewer, reportId);
  if (!question || !isOpen || question.answeredAt || question.closedAt)
    throw new Refusal('conflict', question?.answeredAt ? 'answer.already' : 'answer.none');
  return question;
}

/**
 * Writes an answer with all its dependent rows. If the asker may not review any more, they get
 * neither the report nor an e-mail, and any expert may go on.
 *
 * @throws Refusal: as `answerQuestion`, if another call was faster.
 */
async function writeAnswer({
  viewer,
  reportId,
  answer,
  files,
  idempotency,
}: Answer & { viewer: Viewer; idempotency?: Idempotency }) {
  for (;;) {
    const question = await requireQuestion(viewer, reportId);
    const asker = await findAsker(question.expertId);
    const added = (await selectAddedFiles([reportId])).get(reportId) ?? [];
    const now = new Date();
    const isDone = await atomically([
      lock(users, inArray(users.id, [viewer.id, question.expertId])),
      idempotency && requireChange(rememberResult(idempotency, reportId)),
      files.length > 0 && requireChange(withinQuota(viewer.id, bytesOf(files))),
      requireChange(
        db()
          .update(reports)
          .set({
            waitsFor: waitsForAfterQuestion,
            ...(asker && reserveForAsker(asker.id, now)),
            updatedAt: now,
          })
          .where(
            and(
              isOwnReport(viewer, reportId),
              eq(reports.status, 'Pending'),
              eq(reports.waitsFor, 'patient'),
              asker && and(isApprovedNow(asker.id), mayBeginWorkNow(asker.id)),
            ),
          ),
      ),
      requireChange(
        db()
          .update(questions)
          .set({ answer, answeredAt: now })
          .where(and(eq(questions.id, question.id), isOpenQuestion)),
      ),
      ...files.map((file, at) =>
        db()
          .insert(reportFiles)
          .values({
            id: file.id,
            reportId,
            questionId: question.id,
            number: added.length + 2 + at,
            ...fileColumns(file),
            addedAt: now,
          }),
      ),
      files.length > 0 && db().delete(drawingChecks).where(eq(drawingChecks.reportId, reportId)),
      dropHeldEmails(reportId, ['question']),
      auditEntry({ action: 'report.answered', actorId: viewer.id, objectId: reportId }),
      asker &&
        enqueueEmail({
          template: 'answerWaits',
          ...toAddressee(asker),
          params: { reportId },
        }),
    ]);
    if (isDone) {
      if (files.length > 0) checkDrawingLater(reportId);
      return;
    }
    if (await findIdempotentResult(idempotency)) throw new Refusal('conflict', 'answer.already');
    // The asker was suspended meanwhile, or the patient added a file: tries again.
    await requireQuestion(viewer, reportId);
    await requireQuota(viewer.id, bytesOf(files));
  }
}

async function findAsker(expertId: string) {
  const [asker] = await db()
    .select(addresseeColumns)
    .from(users)
    .where(and(eq(users.id, expertId), whereStatus.approved, mayBeginWork()));
  return asker;
}

/** Checks whether the last answer to a report has the same text, with files of the same sizes. */
async function isSameAnswer(viewer: Viewer, { reportId, answer, files }: Answer) {
  await requireOwnReport(viewer, reportId);
  const last = await findLastQuestion(reportId);
  if (!last?.answeredAt || last.answer !== answer) return false;
  const storedFiles = await db()
    .select({ bytes: reportFiles.bytes })
    .from(reportFiles)
    .where(eq(reportFiles.questionId, last.id))
    .orderBy(asc(reportFiles.number));
  const sizes = (some: { bytes: number }[]) => some.map(({ bytes }) => bytes).join();
  return sizes(storedFiles) === sizes(files.map(({ pendingFile }) => pendingFile));
}
