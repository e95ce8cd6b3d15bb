import { and, eq, ne, or } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireFittingStep, warnedAnswer } from '~/domain/comparison/step-warnings.server';
import { requireScriptOf } from '~/domain/comparison/text-script';
import { readPhrases } from '~/domain/desk/phrases.server';
import { listEarlierReports, openReportBeside } from '~/domain/desk/reports-by-person.server';
import { dropDraft, findDraft } from '~/domain/desk/review-draft.server';
import { findUndoable } from '~/domain/desk/undo-review.server';
import { findWritingLanguage } from '~/domain/desk/writing-language.server';
import { isApprovedExpert, isApprovedNow } from '~/domain/identity/expert-status.server';
import { signatureOf } from '~/domain/identity/own-row.server';
import {
  findRegistrationBar,
  mayBeginWorkNow,
  requireRegistration,
} from '~/domain/identity/registration-rule.server';
import { findIdempotentResult, rememberResult } from '~/domain/kernel/idempotency.server';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { dropHeldEmails } from '~/domain/notifications/bounded-emails.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import {
  holdsClaim,
  isClaimedBy,
  isClaimedByOther,
  isFreeFor,
  noClaim,
  takenBy,
} from '~/domain/queue/claim-rules.server';
import { hasOpenedSince, isPersonChanged } from '~/domain/queue/person-change.server';
import {
  closeOpenQuestion,
  findWithPatient,
  isNotClosedTo,
  type WithPatient,
} from '~/domain/queue/question-state.server';
import { hasReadState, isInState, noteReadings, readState } from '~/domain/queue/readings.server';
import { toPersonInEmail } from '~/domain/report/about';
import { toCaseNumber } from '~/domain/report/report-constants';
import { reportToReview, reviewCall, reviewForm } from '~/domain/report/schemas';
import { isToReadToday, type StepInput } from '~/domain/report/step-schemas';
import { chosenStepOf, findStepOf, isSameStep, writeStep } from '~/domain/report/step-writes.server';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, lock, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { keepRefusedText, readClosedReport } from './refused-review.server';

/**
 * Adds the review of a report, once (docs/requirements.md#states, docs/requirements.md#api). The
 * doctor's current name and registration number stand under it (Telemedicine Practice Guidelines
 * 2020).
 *
 * @throws Refusal: `notFound`; `forbidden` for one's own report; `conflict` if it is reviewed
 *   already, and the first text stands; `conflict` with the code `outdated` if the patient has
 *   corrected it or answered a question since the viewer last read it; `invalid` as `requireScriptOf`
 *   and `requireFittingStep`; as `requireRegistration` without a claim.
 */
export const addReview = operation({
  name: 'report.review',
  api: {
    summary: 'Write a review',
    text: 'For approved experts. Only the first review of a report is accepted. A second one is refused with 409, and its text is stored as your draft. If the patient has corrected the report, changed whom it is about or answered a question since you last read it, returns 409 with the code `outdated` and writes nothing, with or without `correctedAt`. The pending list, the list of a patient’s reports, `report/get-report` and `report/claim` count as reading; read it again and repeat the call. Also send the `correctedAt` of the report as you read it, including `null`, to have your own reading compared.',
  },
  input: reviewCall,
  inputOnPage: reviewForm,
  output: warnedAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  policy: { idempotencyKey: 'honoured' },
  allow: 'report.review',
  successMessage: 'review.done',
  failureMessage: 'review.failed',
  async run({ viewer, input, context, idempotency }) {
    const language = input.language ?? context.language;
    requireScriptOf(language, input.review, input.sendAsIs);
    const doubts = requireFittingStep(
      chosenStepOf(input),
      { text: input.review, language, isConfirmed: input.stepConfirmed },
      context,
    );
    // A browser that got no answer sends its form again; an API client has its Idempotency-Key for
    // that.
    const findEarlier = async () =>
      (await findOwnReview(await findIdempotentResult(idempotency), viewer.id)) ??
      (context.resendsWithoutKey ? await findSameReview(input, viewer.id) : undefined);
    // Read first: if the same call was faster, its review is found and not refused.
    const match = await findWithPatient(input.reportId, isNotClosedTo(viewer.id));
    const earlier = await findEarlier();
    if (earlier) return { data: await presentOpened(viewer, earlier, context), ...doubts };
    await keepRefusedText(viewer, input, match, { keepsOwn: context.resendsWithoutKey });
    const { report, patient, state } = await requireReviewable(match, input, viewer.id);
    const now = new Date();
    const reviewed = {
      status: 'Reviewed' as const,
      version: report.version + 1,
      takenBackAt: null,
      waitsFor: null,
      ...noClaim,
      review: input.review,
      reviewLanguage: language,
      ...(await signatureOf(viewer)),
      reviewedAt: now,
      updatedAt: now,
      ...(context.undoMs && { hiddenUntil: new Date(now.getTime() + context.undoMs), noticeId: newId() }),
    };
    const { noticeId } = reviewed;
    const toPatient = await announceReview({
      report,
      patient,
      step: input,
      noticeId,
      heldMs: context.undoMs,
    });
    const isFirst = await atomically([
      lock(users, eq(users.id, viewer.id)),
      lock(reports, eq(reports.id, report.id)),
      requireChange(
        db()
          .update(reports)
          .set(reviewed)
          .where(
            and(
              eq(reports.id, report.id),
              eq(reports.status, 'Pending'),
              isInState(report.id, state),
              eq(reports.version, report.version),
              ne(reports.patientId, viewer.id),
              isFreeFor(viewer.id, now),
              isNotClosedTo(viewer.id),
              isApprovedNow(viewer.id),
              or(isClaimedBy(viewer.id, now), mayBeginWorkNow(viewer.id)),
            ),
          ),
      ),
      closeOpenQuestion(report.id, now),
      idempotency && requireChange(rememberResult(idempotency, report.id)),
      auditEntry({ action: 'report.reviewed', actorId: viewer.id, objectId: report.id }),
      ...writeStep(
        { reportId: report.id, version: reviewed.version, at: now, shownAt: reviewed.hiddenUntil },
        chosenStepOf(input),
      ),
      dropDraft(viewer.id, report.id),
      dropHeldEmails(report.id, ['question', 'withdrawal']),
      ...toPatient,
    ]);
    // Someone was faster: an expert with a review, the patient with a correction or a deletion, or
    // an admin with a suspension.
    if (!isFirst) {
      const first = await findEarlier();
      if (first) return { data: await presentOpened(viewer, first, context), ...doubts };
      const latest = await findWithPatient(report.id, isNotClosedTo(viewer.id));
      await keepRefusedText(viewer, input, latest, { keepsOwn: context.resendsWithoutKey });
      await requireReviewable(latest, report, viewer.id);
      await requireStillApproved(viewer.id);
      throw new Refusal('conflict', 'review.already');
    }
    wakeOutbox();
    return { data: await presentReportTo(viewer, { ...report, ...reviewed }, patient, context), ...doubts };
  },
});

type Announced = Pick<WithPatient, 'report' | 'patient'> & {
  step: StepInput;
  noticeId?: string;
  heldMs?: number;
};

/** Queues the notification that there is an answer, which waits while the review can be undone. */
const announceReview = ({ report, patient, step, noticeId, heldMs }: Announced) =>
  notify(patient, {
    bound: { topic: 'review', about: report.id },
    id: noticeId,
    heldMs,
    template: 'reviewReady',
    params: {
      patientId: patient.id,
      reportId: report.id,
      caseNumber: toCaseNumber(report.id),
      ...toPersonInEmail(report),
      ...(isToReadToday(chosenStepOf(step)) && { isSoon: true }),
    },
  });

/**
 * The state of a report for the expert who opens the page to review it. `mine` is held by them;
 * `taken` is read by another expert; `waits` is for its patient or an admin. `free` also if they
 * hold three others, or the request may not claim anything.
 */
type DeskState = 'mine' | 'free' | 'taken' | 'waits';

/**
 * Reads the report to review, with its patient and the viewer's draft, for the page beside the text
 * box. A report that another expert reads is shown too. If the viewer has a draft of a report that
 * is closed to them, the state is `beaten` (`isOwn` if they reviewed it themselves), and `data` is
 * the result of `readClosedReport`. With `beside`, an earlier report of the same person is opened too.
 *
 * @throws Refusal: as `addReview`.
 * @see claimReportToReview, which comes first.
 */
export const readReportToReview = operation({
  name: 'report.readToReview',
  input: reportToReview,
  allow: 'report.review',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId, beside }, context }) {
    const draft = (await findDraft(viewer.id, reportId)) ?? null;
    const match = await findWithPatient(reportId, isNotClosedTo(viewer.id));
    if (draft && (!match || match.report.status === 'Reviewed')) {
      const data = await readClosedReport(viewer, reportId, { draft, report: match, context });
      return { state: 'beaten' as const, data, draft, undoable: await findUndoable(viewer) };
    }
    const { report, patient } = requireWaiting(match, viewer.id);
    const free: DeskState = report.waitsFor ? 'waits' : holdsClaim(viewer.id, report) ? 'mine' : 'free';
    const state: DeskState = isClaimedByOther(report, viewer.id) ? 'taken' : free;
    await execute(auditEntry({ action: 'report.opened', actorId: viewer.id, objectId: report.id }));
    const data = await presentReportTo(viewer, report, patient, context);
    await noteReadings(viewer, [data]);
    const earlier = await listEarlierReports(viewer, report, context);
    if (earlier.total > 0)
      await execute(auditEntry({ action: 'report.listed', actorId: viewer.id, objectId: patient.id }));
    return {
      data,
      writingLanguage: await findWritingLanguage(viewer, report.language, context.language),
      draft,
      state,
      registrationBar: state === 'free' ? await findRegistrationBar(viewer) : null,
      undoable: await findUndoable(viewer),
      earlier,
      isPersonChanged: report.correctedAt !== null && (await isPersonChanged(report.id)),
      phrases: await readPhrases(viewer.id, report.reportType),
      beside: await openReportBeside(viewer, report, beside, context),
    };
  },
});

/**
 * Finds a review that the expert wrote already, with its patient.
 *
 * @param reportId the report's ID, if any.
 * @returns undefined if it no longer exists.
 */
async function findOwnReview(reportId: string | undefined, expertId: string) {
  if (!reportId) return undefined;
  const match = await findWithPatient(reportId, eq(reports.expertId, expertId));
  if (!match) throw new Refusal('notFound', 'report.notFound');
  return match;
}

/** Finds the expert's review of a report if it has the same text and next step. */
async function findSameReview(
  { reportId, review, ...step }: { reportId: string; review: string } & StepInput,
  expertId: string,
) {
  const found = await findWithPatient(reportId, eq(reports.expertId, expertId));
  const isSame =
    found?.report.status === 'Reviewed' &&
    found.report.review === review &&
    isSameStep(await findStepOf(found.report), chosenStepOf(step));
  return isSame ? found : undefined;
}

/**
 * Requires a report that waits for this viewer's review and that nobody else reads.
 *
 * @param match the report as it was found, with its patient.
 * @param correctedAt its value as the viewer says that they read the report; undefined if they do not
 *   say. Then their last reading decides.
 */
async function requireReviewable(
  match: WithPatient | undefined,
  { correctedAt }: { correctedAt?: Date | null },
  viewerId: string,
) {
  const waiting = requireWaiting(match, viewerId);
  if (isClaimedByOther(waiting.report, viewerId)) throw await takenBy(waiting.report);
  if (!holdsClaim(viewerId, waiting.report)) await requireRegistration({ id: viewerId });
  // If a correction or an answer follows this check, the state differs, and nothing is written.
  const state = await readState(waiting.report);
  const reportId = waiting.report.id;
  if (await hasReadState(viewerId, reportId, { state, namedVersion: correctedAt }))
    return { ...waiting, state };
  const knowsPerson = await hasOpenedSince(viewerId, reportId, ['report.personCorrected']);
  const sentence = knowsPerson ? 'review.outdated' : 'review.personChanged';
  throw new Refusal('conflict', sentence, { code: 'outdated' });
}

/** Requires a report of another patient that waits for a review, with its patient. */
function requireWaiting(match: WithPatient | undefined, viewerId: string) {
  // A report without consent no longer exists for experts.
  if (!match || match.report.status === 'Withdrawn') throw new Refusal('notFound', 'report.notFound');
  if (match.patient.id === viewerId) throw new Refusal('forbidden', 'review.own');
  if (match.report.status === 'Reviewed') throw new Refusal('conflict', 'review.already');
  return match;
}

/** @throws Refusal: `forbidden` for an expert who is not approved (any more). */
export async function requireStillApproved(viewerId: string) {
  if (!(await isApprovedExpert(viewerId))) throw new Refusal('forbidden', 'standing.taken');
}
