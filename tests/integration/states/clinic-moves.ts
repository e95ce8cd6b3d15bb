import { eq, sql } from 'drizzle-orm';
import { remindOfQuestions } from '~/domain/questions/question-job.server';
import { questions, reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import * as addReviewPage from '~/routes/dashboard/add-review';
import * as listPage from '~/routes/dashboard/pending-report';
import { claimFor, releaseFor, saveDraftFor } from '../../support/claims';
import type { Somebody } from '../../support/clinic';
import { asOlderServer } from '../../support/older-server';
import { aPersonOf, removePersonByApi } from '../../support/people';
import { answerTo, sendQuestion } from '../../support/questions';
import {
  amendReviewOf,
  correctionFields,
  correctReportOf,
  giveConsentFor,
  sendReview,
  takeBackOf,
  withdrawConsentFor,
} from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';
import { logInByApi, logInByPage } from '../../support/visits';
import {
  type adminMoves,
  type doctorMoves,
  leaseSeconds,
  type patientMoves,
  type pauses,
  type translatorMoves,
} from './model';

/** A report of a real clinic, with the version last read and the text of the next move. */
export type ReportState = { reportId: string; version: number; text: string };

type Moves<Of, Who> = { [Name in keyof Of]: (who: Who, at: ReportState) => Promise<number> };

const statusOf = async (answer: Promise<{ status: number }>) => (await answer).status;
const post = (
  { token }: Somebody,
  call: string,
  { reportId }: ReportState,
  body: Record<string, unknown> = {},
) => statusOf(callApi(apiRoute(call), { method: 'POST', token, params: { reportId }, body }));

/** The moves of `patientMoves`, made by a real patient through the API. */
export const patientCalls: Moves<typeof patientMoves, Somebody> = {
  withdraw: (who, { reportId }) => statusOf(withdrawConsentFor(who, reportId)),
  giveConsent: (who, { reportId }) => statusOf(giveConsentFor(who, reportId)),
  answer: (who, { reportId, text }) => statusOf(answerTo(who, reportId, { text })),
  correct: (who, { reportId, text: description }) =>
    statusOf(correctReportOf(who, reportId, correctionFields({ description }))),
  // Each time another one, as equal values change nothing.
  correctPerson: async (who, { reportId, text }) => {
    const { _id: personId } = await aPersonOf(who, { name: text.slice(0, 60) });
    const { status } = await correctReportOf(who, reportId, { personId, consent: 'true' });
    await removePersonByApi(who, personId);
    return status;
  },
};

export const doctorCalls: Moves<typeof doctorMoves, Somebody> = {
  claim: (who, { reportId }) => statusOf(claimFor(who, reportId)),
  release: (who, { reportId }) => statusOf(releaseFor(who, reportId)),
  saveDraft: (who, { reportId, text }) => statusOf(saveDraftFor(who, reportId, text)),
  review: ({ token }, { reportId, text: review }) => statusOf(sendReview({ reportId, token, review })),
  reviewGoToday: ({ token }, { reportId, text: review }) =>
    statusOf(sendReview({ reportId, token, review, nextStep: 'goToday' })),
  olderReview: (who, at) => asOlderServer(at.reportId, () => doctorCalls.review(who, at)),
  reviewOnPage: (who, at) => reviewOnPage(who, at),
  reviewGoTodayOnPage: (who, at) => reviewOnPage(who, at, { nextStep: 'goToday' }),
  undo: async ({ cookie }, { reportId }) => {
    const path = '/dashboard/pending-report/undo';
    const { toast } = await postPage(listPage, {
      path,
      params: { part: 'undo' },
      cookie,
      fields: { reportId },
    });
    return toast?.type === 'success' ? 200 : 409;
  },
  olderUndo: (who, at) => asOlderServer(at.reportId, () => doctorCalls.undo(who, at)),
  ask: (who, { reportId, text }) => statusOf(sendQuestion(who, reportId, { kind: 'detail', text })),
  askWhose: (who, { reportId }) => statusOf(sendQuestion(who, reportId, { kind: 'otherPerson' })),
  closeQuestion: (who, at) => post(who, 'report/close-question', at),
  addition: (who, { reportId, version, text }) =>
    statusOf(amendReviewOf(who, reportId, { kind: 'addition', text, version })),
  olderAddition: (who, at) => asOlderServer(at.reportId, () => doctorCalls.addition(who, at)),
  additionSeeDoctor: (who, { reportId, version, text }) =>
    statusOf(amendReviewOf(who, reportId, { kind: 'addition', text, version, nextStep: 'seeDoctor' })),
  additionGoToday: (who, { reportId, version, text }) =>
    statusOf(amendReviewOf(who, reportId, { kind: 'addition', text, version, nextStep: 'goToday' })),
  correctionSeeDoctor: (who, { reportId, version, text }) =>
    statusOf(amendReviewOf(who, reportId, { text, version, nextStep: 'seeDoctor' })),
  correction: (who, { reportId, version, text }) => statusOf(amendReviewOf(who, reportId, { text, version })),
  olderCorrection: (who, at) => asOlderServer(at.reportId, () => doctorCalls.correction(who, at)),
  takeBack: (who, { reportId, version }) => statusOf(takeBackOf(who, reportId, version)),
  olderTakeBack: (who, at) => asOlderServer(at.reportId, () => doctorCalls.takeBack(who, at)),
};

async function reviewOnPage(
  { cookie }: Somebody,
  { reportId, text: review }: ReportState,
  step: Record<string, string> = {},
) {
  const [report] = await db().select().from(reports).where(eq(reports.id, reportId));
  const correctedAt = report?.correctedAt?.toISOString() ?? '';
  const path = `/dashboard/add-review/${reportId}`;
  const fields = { review, language: 'en', correctedAt, ...step };
  const { toast } = await postPage(addReviewPage, { path, params: { reportId }, cookie, fields });
  return toast?.type === 'success' ? 200 : 409;
}

export const translatorCalls: Moves<typeof translatorMoves, Somebody> = {
  translate: (who, at) =>
    post(who, 'report/add-translation', at, {
      review: toTranslation(at.text),
      version: Math.max(at.version, 1),
    }),
  olderTranslate: (who, at) => asOlderServer(at.reportId, () => translatorCalls.translate(who, at)),
};

/** Returns a Tamil text that contains a text. */
export const toTranslation = (text: string) => `மருத்துவர் எழுதியதன் தமிழ் மொழிபெயர்ப்பு இது: ${text}`;

type Staff = { admin: Somebody; ravi: Somebody };

export const adminCalls: Moves<typeof adminMoves, Staff> = {
  freeClaim: ({ admin }, at) => post(admin, 'report/free-claim', at),
  closeQuestion: ({ admin }, at) => post(admin, 'report/close-question', at),
  liftHold: ({ admin }, at) => post(admin, 'report/lift-hold', at, { reason: 'She showed her card' }),
  takeBack: ({ admin }, at) =>
    post(admin, 'report/take-back-review', at, {
      reasonCode: 'wrongReport',
      reason: 'Mixed up',
      version: at.version,
    }),
  suspend: ({ admin, ravi }) => setStanding(admin, ravi, 'suspend-expert', { reason: 'On leave' }),
  restore: async (staff) => {
    const status = await setStanding(staff.admin, staff.ravi, 'restore-expert', {});
    const { email } = staff.ravi;
    const { token } = (await logInByApi(email)).json as { token?: string };
    staff.ravi = { ...staff.ravi, token: token ?? '', cookie: (await logInByPage(email)).cookies };
    return status;
  },
};

/** Suspends or restores an expert. Counts a 409 (already in that state) as success. */
async function setStanding(
  { token }: Somebody,
  { id }: Somebody,
  call: string,
  fields: Record<string, string>,
) {
  const body = { expertId: id, ...fields };
  const { status } = await callApi(apiRoute(`expert/${call}`), { method: 'POST', token, body });
  return status === 409 ? 200 : status;
}

/** Lets time pass for one report by moving all its times back. */
export const advanceTimes: Record<keyof typeof pauses, (at: ReportState) => Promise<void>> = {
  moment: (at) => moveTimesBack(at, 11),
  lease: (at) => moveTimesBack(at, leaseSeconds + 1),
  day: (at) => moveTimesBack(at, 24 * 3600 + 1),
  fortnight: async (at) => {
    await moveTimesBack(at, 14 * 24 * 3600 + 1);
    await remindOfQuestions();
  },
};

async function moveTimesBack({ reportId }: ReportState, seconds: number) {
  const ms = seconds * 1000;
  const { claimedUntil, hiddenUntil, askedAt, heldAt } = reports;
  await execute(
    db()
      .update(reports)
      .set({
        claimedUntil: sql`${claimedUntil} - ${ms}`,
        hiddenUntil: sql`${hiddenUntil} - ${ms}`,
        askedAt: sql`${askedAt} - ${ms}`,
        heldAt: sql`${heldAt} - ${ms}`,
      })
      .where(eq(reports.id, reportId)),
  );
  await execute(
    db()
      .update(questions)
      .set({ askedAt: sql`${questions.askedAt} - ${ms}` })
      .where(eq(questions.reportId, reportId)),
  );
}
