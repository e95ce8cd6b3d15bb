import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { type PublicDraft, publicDraft } from '~/domain/reports/present-draft';
import { isNotHeldFrom } from '~/domain/reports/questions/question-state.server';
import { draftForm, reportIdOnly } from '~/domain/reports/schemas';
import type { LanguageCode } from '~/i18n/language-codes';
import { atomically, db, execute, lock, requireChange, type Statement } from '~/platform/db/db.server';
import { reports, reviewDrafts } from '~/platform/db/tables.server';
import { renewClaim } from './claim-report.server';

const draftAnswer = z.object({ data: publicDraft });

/**
 * Keeps what an expert has written so far, for 30 days, and the report with them for another 30
 * minutes where they hold it. An empty text is no draft any more. Kept too when another expert was
 * faster.
 *
 * @throws Refusal: `notFound`, also once the consent was taken back; `conflict` for a text about a
 *   report that the viewer has reviewed.
 */
export const saveDraft = operation({
  name: 'review.saveDraft',
  api: {
    summary: 'Keep a draft of a review',
    text: 'For approved experts. Keeps what you have written of a report, for 30 days after the last change, and your claim for another 30 minutes. An empty text removes it.',
  },
  input: draftForm,
  output: draftAnswer,
  refusals: ['notFound', 'conflict'],
  policy: { sentWith: 'report.review' },
  allow: 'report.claim',
  successMessage: 'draft.done',
  failureMessage: 'draft.failed',
  async run({ viewer, input: { reportId, review, language } }) {
    // What was kept of a review that came second can be thrown away, whoever wrote the first.
    if (review) {
      await requireDraftable(reportId, viewer.id);
      const isKept = await atomically([
        // A report that is deleted or closed at this moment takes the draft with it.
        lock(reports, eq(reports.id, reportId)),
        requireChange(keepDraft(viewer.id, reportId, { review, language })),
      ]).catch((error: unknown) => {
        if (isGone(error)) return false;
        throw error;
      });
      if (!isKept) throw new Refusal('notFound', 'report.notFound');
    } else await execute(dropDraft(viewer.id, reportId));
    await renewClaim(viewer, reportId);
    const none = { review: '', language: null, updatedAt: new Date().toISOString() };
    return { data: (await findDraft(viewer.id, reportId)) ?? none };
  },
});

/**
 * What the viewer has written of a report and not sent.
 *
 * @throws Refusal: `notFound` where there is none.
 */
export const readDraft = operation({
  name: 'review.readDraft',
  api: {
    summary: 'Read your draft of a review',
    text: 'For approved experts: what you kept yourself, or what was kept for you when another expert was faster.',
  },
  input: reportIdOnly,
  output: draftAnswer,
  refusals: ['notFound'],
  allow: 'report.claim',
  successMessage: 'draft.fetched',
  failureMessage: 'draft.failed',
  async run({ viewer, input: { reportId } }) {
    const draft = await findDraft(viewer.id, reportId);
    if (!draft) throw new Refusal('notFound', 'report.notFound');
    return { data: draft };
  },
});

/** The draft an expert has of a report, if any. */
export async function findDraft(expertId: string, reportId: string): Promise<PublicDraft | undefined> {
  const [row] = await db().select().from(reviewDrafts).where(isDraft(expertId, reportId));
  if (!row) return undefined;
  return { review: row.text, language: row.language, updatedAt: row.updatedAt.toISOString() };
}

/** The statement that keeps a draft in the place of an older one. */
export function keepDraft(
  expertId: string,
  reportId: string,
  { review: text, language }: { review: string; language?: LanguageCode },
): Statement {
  const written = { text, language: language ?? null, updatedAt: new Date() };
  return db()
    .insert(reviewDrafts)
    .values({ expertId, reportId, ...written })
    .onConflictDoUpdate({ target: [reviewDrafts.expertId, reviewDrafts.reportId], set: written });
}

/** The statement that removes a draft. */
export const dropDraft = (expertId: string, reportId: string): Statement =>
  db().delete(reviewDrafts).where(isDraft(expertId, reportId));

/** The statement that removes everybody's drafts of a report. */
export const dropDraftsOf = (reportId: string): Statement =>
  db().delete(reviewDrafts).where(eq(reviewDrafts.reportId, reportId));

const isDraft = (expertId: string, reportId: string) =>
  and(eq(reviewDrafts.expertId, expertId), eq(reviewDrafts.reportId, reportId));

const isGone = (error: unknown) => /foreign key/i.test(String((error as Error)?.message));

/** Anybody's but one's own that is there, and whose consent stands. */
async function requireDraftable(reportId: string, viewerId: string) {
  const [row] = await db()
    .select({ status: reports.status, patientId: reports.patientId, expertId: reports.expertId })
    .from(reports)
    .where(and(eq(reports.id, reportId), isNotHeldFrom(viewerId)));
  if (!row || row.status === 'Withdrawn' || row.patientId === viewerId)
    throw new Refusal('notFound', 'report.notFound');
  // What comes late of a text that was sent is no draft.
  if (row.status === 'Reviewed' && row.expertId === viewerId) throw new Refusal('conflict', 'review.already');
}
