import { and, eq, isNull, ne, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { mayBeginWorkNow, requireRegistration } from '~/domain/identity/registration-rule.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { hasClaimed } from '~/domain/queue/claim-rules.server';
import { isNotClosedTo } from '~/domain/queue/question-state.server';
import { type ChosenStep, readSpecialist, storeSpecialist } from '~/domain/report/next-step';
import { type PublicDraft, publicDraft } from '~/domain/report/present-draft';
import { draftForm, reportIdOnly } from '~/domain/report/schemas';
import { dropHiddenStepFields, type StepInput } from '~/domain/report/step-schemas';
import { chosenStepOf } from '~/domain/report/step-writes.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { reports, reviewDrafts } from '~/platform/db/core/tables/reports.server';
import {
  atomically,
  db,
  execute,
  isForeignKeyError,
  lock,
  requireChange,
  type Statement,
} from '~/platform/db/db.server';
import type { NextStep, ReportType } from '~/platform/enums';
import { renewClaim } from './claim-report.server';

const draftAnswer = z.object({ data: publicDraft.describe('Your draft as stored.') });

/**
 * Saves an expert's text as a draft for 30 days, and extends their claim by 30 minutes if they hold
 * one. An empty text removes the draft, whatever the state of the report. A missing text or
 * language stays unchanged.
 *
 * @throws Refusal: `notFound` for a report that is neither waiting and open to the viewer nor was
 *   ever claimed by them, also once the consent was taken back; `conflict` for a text about a
 *   report that the viewer has reviewed; as `requireRegistration` for a report they never claimed.
 */
export const saveDraft = operation({
  name: 'review.saveDraft',
  api: {
    summary: 'Save a draft of a review',
    text: 'For approved experts. Saves a draft for a report that is waiting, or that you have claimed before. The draft is kept for 30 days after its last change, and your claim is extended to 30 minutes from now. Omitted text or language is unchanged; an empty text removes the draft.',
  },
  input: draftForm,
  output: draftAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  policy: { sentWith: 'report.review' },
  allow: 'report.claim',
  clearableFields: ['review'],
  successMessage: 'draft.done',
  failureMessage: 'draft.failed',
  async run({ viewer, input }) {
    const { reportId, review, language } = input;
    const earlier = await findDraft(viewer.id, reportId);
    // Authors may always discard their own text.
    const report =
      earlier && review === '' ? earlier.report : presentDrafted(await requireDraftable(reportId, viewer.id));
    if (review) {
      const text = {
        review,
        language: language ?? earlier?.language ?? undefined,
        nextStep: input.nextStep === undefined ? earlier?.nextStep : toDraftStep(input),
      };
      const isKept = await keepDraftIf(isDraftable(viewer.id), viewer.id, reportId, text);
      if (!isKept) throw new Refusal('notFound', 'report.notFound');
    } else if (review === '') await execute(dropDraft(viewer.id, reportId));
    else if (language) {
      const updatedAt = new Date();
      await execute(
        db().update(reviewDrafts).set({ language, updatedAt }).where(isDraft(viewer.id, reportId)),
      );
    }
    await renewClaim(viewer, reportId);
    const none = { review: '', language: null, nextStep: null, updatedAt: new Date().toISOString(), report };
    return { data: (await findDraft(viewer.id, reportId)) ?? none };
  },
});

/**
 * Reads the viewer's draft of a report.
 *
 * @throws Refusal: `notFound` if there is none.
 */
export const readDraft = operation({
  name: 'review.readDraft',
  api: {
    summary: 'Retrieve your draft of a review',
    text: 'For approved experts. Returns the draft you saved, or the one stored for you when another expert reviewed the report first. Includes the type of the report and when it was sent, and nothing else of it.',
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

/** Finds an expert's draft of a report; none if the consent was taken back. */
export async function findDraft(expertId: string, reportId: string): Promise<PublicDraft | undefined> {
  const { reportType, createdAt } = reports;
  const [row] = await db()
    .select({ draft: reviewDrafts, reportType, createdAt })
    .from(reviewDrafts)
    .innerJoin(reports, eq(reports.id, reviewDrafts.reportId))
    .where(and(isDraft(expertId, reportId), ne(reports.status, 'Withdrawn')));
  if (!row) return undefined;
  const { text: review, language, updatedAt } = row.draft;
  const nextStep = row.draft.nextStep === null ? null : parseDraftStep(row.draft.nextStep);
  return { review, language, nextStep, updatedAt: updatedAt.toISOString(), report: presentDrafted(row) };
}

/** Parses the stored step of a draft. */
function parseDraftStep(stored: string): ChosenStep {
  const step: ChosenStep = JSON.parse(stored);
  return { ...step, ...readSpecialist(step) };
}

/** Presents the fields of a report that the author of a draft may always know. */
const presentDrafted = ({ reportType, createdAt }: { reportType: ReportType; createdAt: Date }) => ({
  reportType,
  createdAt: createdAt.toISOString(),
});

/** The content of a draft. */
type DraftText = { review: string; language?: LanguageCode; nextStep?: ChosenStep | null };

/** Converts the step of a draft as sent; null for an empty one. */
const toDraftStep = ({ nextStep, ...fields }: Omit<StepInput, 'nextStep'> & { nextStep?: NextStep | '' }) =>
  chosenStepOf(dropHiddenStepFields({ ...fields, nextStep: nextStep || undefined }));

/**
 * Saves a text as a draft if a condition on its report holds at the moment of the write.
 *
 * @returns false, with nothing saved, if it does not hold, or the report or the expert no longer
 *   exists.
 */
export async function keepDraftIf(
  condition: SQL | undefined,
  expertId: string,
  reportId: string,
  text: DraftText,
): Promise<boolean> {
  const isReport = eq(reports.id, reportId);
  try {
    return await atomically([
      lock(reports, isReport),
      requireChange(db().select({ id: reports.id }).from(reports).where(and(isReport, condition))),
      keepDraft(expertId, reportId, text),
    ]);
  } catch (error) {
    if (isForeignKeyError(error)) return false;
    throw error;
  }
}

const storedStepFields = ['step', 'withinDays', 'speciality', 'specialist'];

/** Builds the statement that saves a draft in place of an older one. */
export function keepDraft(
  expertId: string,
  reportId: string,
  { review: text, language, nextStep }: DraftText,
): Statement {
  const columns = {
    text,
    language: language ?? null,
    nextStep: nextStep
      ? JSON.stringify({ ...nextStep, ...storeSpecialist(nextStep) }, storedStepFields)
      : null,
    updatedAt: new Date(),
  };
  return db()
    .insert(reviewDrafts)
    .values({ expertId, reportId, ...columns })
    .onConflictDoUpdate({ target: [reviewDrafts.expertId, reviewDrafts.reportId], set: columns });
}

/** Builds the statement that removes a draft. */
export const dropDraft = (expertId: string, reportId: string): Statement =>
  db().delete(reviewDrafts).where(isDraft(expertId, reportId));

/** Builds the statement that removes all drafts of a report. */
export const dropReportDrafts = (reportId: string): Statement =>
  db().delete(reviewDrafts).where(eq(reviewDrafts.reportId, reportId));

const isDraft = (expertId: string, reportId: string) =>
  and(eq(reviewDrafts.expertId, expertId), eq(reviewDrafts.reportId, reportId));

/**
 * Builds the condition of the reports that an expert may have a draft of: waiting ones that are
 * open to them, and ones they have claimed before. Never their own, nor one without consent. An
 * expert without a registration on record begins no draft of another report.
 */
const isDraftable = (expertId: string) =>
  and(
    ne(reports.patientId, expertId),
    ne(reports.status, 'Withdrawn'),
    isNotClosedTo(expertId),
    or(eq(reports.status, 'Pending'), hasClaimed(expertId)),
    or(isNull(reports.expertId), ne(reports.expertId, expertId)),
    or(hasClaimed(expertId), mayBeginWorkNow(expertId)),
  );

async function requireDraftable(reportId: string, viewerId: string) {
  const { reportType, createdAt } = reports;
  const [row] = await db()
    .select({ reportType, createdAt })
    .from(reports)
    .where(and(eq(reports.id, reportId), isDraftable(viewerId)));
  if (row) return row;
  const [reviewed] = await db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.id, reportId), eq(reports.status, 'Reviewed'), eq(reports.expertId, viewerId)));
  // A late save of a text that was already submitted must not become a draft.
  if (reviewed) throw new Refusal('conflict', 'review.already');
  await requireRegistration({ id: viewerId });
  throw new Refusal('notFound', 'report.notFound');
}
