import { and, asc, count, eq, isNotNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDifferences } from '~/domain/comparison/compare-translation.server';
import { requireScriptOf } from '~/domain/comparison/text-script';
import { isApprovedNow } from '~/domain/identity/expert-status.server';
import { signatureOf } from '~/domain/identity/own-row.server';
import {
  findRegistrationBar,
  mayBeginWorkNow,
  requireRegistration,
} from '~/domain/identity/registration-rule.server';
import { emptyOutput, listMeta, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { reviewLanguage } from '~/domain/queue/untranslated.server';
import { toPersonInEmail } from '~/domain/report/about';
import { publicNextStep } from '~/domain/report/next-step';
import { publicDoctor } from '~/domain/report/present-translation';
import { toCaseNumber } from '~/domain/report/report-constants';
import { selectSteps, selectTranslations, selectVersions } from '~/domain/report/rows-of-reports.server';
import { listOnly, reportIdOnly, translationCall, translationForm } from '~/domain/report/schemas';
import { findBarredAuthors } from '~/domain/report-view/barred-authors.server';
import { presentNextSteps } from '~/domain/report-view/present-next-steps.server';
import { toVersionNumber } from '~/domain/report-view/present-reports.server';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports, translations } from '~/platform/db/core/tables/reports.server';
import { atomically, db, execute, lock, requireChange } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { requireCurrentVersion } from './amend-review.server';
import { isWanted, languagesOf } from './wanted-translations.server';

const listed = z.object({
  _id: z.string().describe('ID of the report.'),
  reportType: z.string().describe('Type of the report.'),
  from: z.enum(languageCodes).describe('Language of the review.'),
  to: z.enum(languageCodes).describe('Language that the patient reads.'),
  expert: publicDoctor
    .pick({ firstName: true, lastName: true })
    .describe('Expert who wrote the review, as they were at that time.'),
  reviewedAt: publicMoment.nullable().describe('Time of the review, in UTC. `null` if unknown.'),
});

const wantedExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5w',
  reportType: 'Blood Test',
  from: 'en',
  to: 'hi',
  expert: { firstName: 'Meera', lastName: 'Nair' },
  reviewedAt: '2026-03-05T09:10:00.000Z',
};

/** A review in the list to translate, without its text, which may name the patient. */
const translationWanted = listed.meta({
  id: 'TranslationWanted',
  description: 'A review to translate, without its text.',
  example: wantedExample,
});

/** A review as its translator reads it: the patient's language is the only data about them. */
const reviewToTranslate = listed
  .extend({
    review: z.string().describe('Text of the review.'),
    version: z.int().min(1).describe('Version of the review. Send it with the translation.'),
    nextStep: publicNextStep
      .nullable()
      .describe('Next step, which the patient reads first. `null` if none was stated.'),
  })
  .meta({
    id: 'ReviewToTranslate',
    description: 'A review to translate.',
    example: { ...wantedExample, review: 'Your iron is a little low.', version: 1, nextStep: null },
  });

const { id, reportType, expertFirstName, expertLastName, reviewedAt } = reports;
const listedColumns = { id, reportType, expertFirstName, expertLastName, reviewedAt };

/**
 * Lists the reviews whose patients read another language, if the viewer reads both, the longest
 * waiting first. The list has no text of a review and no name but the doctor's, so there is no
 * audit entry.
 */
export const listReviewsToTranslate = operation({
  name: 'review.listToTranslate',
  api: {
    summary: 'List the reviews to translate',
    text: "For approved experts. Lists reviews whose patients read another language, where you read both languages. Longest-waiting first, with the report's type, the languages, the expert and the time. `report/get-review-to-translate` returns the text.",
  },
  input: listOnly,
  output: z.object({
    data: z.array(translationWanted).describe('Reviews of this page, longest-waiting first.'),
    meta: listMeta,
  }),
  allow: 'report.review',
  successMessage: 'translate.fetched',
  failureMessage: 'translate.fetchFailed',
  async run({ viewer, input, context }) {
    const isFitting = isWanted(await languagesOf(viewer));
    const { rows, meta } = await paginate(input, context, {
      count: (queries) =>
        queries
          .select({ total: count() })
          .from(reports)
          .innerJoin(users, eq(users.id, reports.patientId))
          .where(isFitting),
      read: ({ rows, offset }, queries) =>
        queries
          .select({ report: listedColumns, to: users.language, from: reviewLanguage })
          .from(reports)
          .innerJoin(users, eq(users.id, reports.patientId))
          .where(isFitting)
          .orderBy(asc(reports.reviewedAt), asc(reports.id))
          .limit(rows)
          .offset(offset),
    });
    return { data: rows.map(presentWanted), meta };
  },
});

/**
 * Reads the review to translate, for the page beside the text box.
 *
 * @throws Refusal: `notFound` if none waits for this viewer.
 */
export const readReviewToTranslate = operation({
  name: 'review.readToTranslate',
  api: {
    summary: 'Retrieve a review to translate',
    text: 'For approved experts. Returns a review from `report/get-reviews-to-translate`, with its text. The call is recorded as an opening of the report.',
  },
  input: reportIdOnly,
  output: z.object({ data: reviewToTranslate.describe('Review to translate.') }),
  refusals: ['notFound'],
  allow: 'report.review',
  successMessage: 'translate.fetched',
  failureMessage: 'translate.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    const match = await findWanted(viewer, reportId);
    if (!match) throw new Refusal('notFound', 'report.notFound');
    await execute(auditEntry({ action: 'report.opened', actorId: viewer.id, objectId: reportId }));
    const { report } = match;
    const [steps, versions] = await Promise.all([selectSteps([reportId]), selectVersions([reportId])]);
    const barred = await findBarredAuthors([report.expertId]);
    const nextSteps = await presentNextSteps([report], { steps, versions, barred }, context);
    return {
      data: {
        ...presentWanted(match),
        review: report.review ?? '',
        version: toVersionNumber(report),
        nextStep: nextSteps.get(reportId) ?? null,
      },
    };
  },
});

/** Reads a review to translate, and why the viewer cannot send a translation today, for the page. */
export const readTranslatePage = operation({
  ...readReviewToTranslate,
  output: undefined,
  async run(call) {
    const { data } = await readReviewToTranslate.run(call);
    return { data, registrationBar: await findRegistrationBar(call.viewer) };
  },
});

/**
 * Adds a translation of a review into the patient's language, signed like the review, which stays
 * unchanged.
 *
 * @throws Refusal: `notFound` if there is no such review for this viewer; `conflict` if another
 *   expert has translated it, or it needs no translation any more; `conflict` with the code
 *   `outdated` if the review was changed since it was read; `invalid` beside `numbersChecked` if
 *   numbers or words differ from the review's and the page's tick is missing, or as `requireScriptOf`; as `requireRegistration`.
 */
export const addTranslation = operation({
  name: 'review.translate',
  api: {
    summary: 'Translate a review',
    text: 'For approved experts. You sign the translation. Only the first translation is accepted; a second one is refused with 409. Send the `version` of the review as you read it. If its author has changed it since, returns 409 and writes nothing. Numbers and certain words (left, right, both; not; half, whole; before and after food; months; one to twelve) that differ from those of the review are shown to the patient as unchecked, unless you set `numbersChecked`.',
  },
  input: translationCall,
  inputOnPage: translationForm,
  output: emptyOutput,
  refusals: ['forbidden', 'notFound', 'conflict'],
  allow: 'report.review',
  successMessage: 'translate.done',
  failureMessage: 'translate.failed',
  async run({ viewer, input: { reportId, review, version, numbersChecked, sendAsIs } }) {
    const match = await findWanted(viewer, reportId);
    if (!match) {
      const stored = (await selectTranslations([reportId])).get(reportId);
      // A browser that got no answer sends its form again.
      if (stored?.some((one) => one.expertId === viewer.id && one.review === review)) return {};
      throw stored || (await isTakenBack(reportId))
        ? new Refusal('conflict', 'translate.already')
        : new Refusal('notFound', 'report.notFound');
    }
    await requireRegistration(viewer);
    requireScriptOf(match.to, review, sendAsIs);
    requireCurrentVersion({ version: toVersionNumber(match.report) }, { version });
    const differences = listDifferences(
      { text: match.report.review ?? '', language: match.from },
      { text: review, language: match.to },
    );
    if (differences.length > 0 && numbersChecked === false)
      throw new Refusal('invalid', 'translate.numbersWrong', { field: 'numbersChecked' });
    const translation = {
      id: newId(),
      reportId,
      language: match.to,
      review,
      ofVersion: version,
      numbersChecked: numbersChecked || null,
      ...(await signatureOf(viewer)),
      createdAt: new Date(),
    };
    const toPatient = await notify(match.patient, {
      bound: { topic: 'translation', about: reportId },
      template: 'translationReady',
      params: {
        patientId: match.patient.id,
        reportId,
        caseNumber: toCaseNumber(reportId),
        ...toPersonInEmail(match.report),
      },
    });
    const isFirst = await atomically([
      lock(users, eq(users.id, viewer.id)),
      requireChange(
        db()
          .update(reports)
          .set({ updatedAt: translation.createdAt })
          .where(
            and(
              eq(reports.id, reportId),
              eq(reports.status, 'Reviewed'),
              eq(reports.version, match.report.version),
              isApprovedNow(viewer.id),
              mayBeginWorkNow(viewer.id),
            ),
          ),
      ),
      requireChange(db().insert(translations).values(translation).onConflictDoNothing()),
      auditEntry({ action: 'review.translated', actorId: viewer.id, objectId: reportId }),
      ...toPatient,
    ]);
    if (!isFirst) {
      await requireRegistration(viewer);
      const latest = await findWanted(viewer, reportId);
      if (latest) requireCurrentVersion({ version: toVersionNumber(latest.report) }, { version });
      throw new Refusal('conflict', 'translate.already');
    }
    wakeOutbox();
    return {};
  },
});

async function findWanted(viewer: Viewer, reportId: string) {
  const [match] = await db()
    .select({ report: reports, patient: users, to: users.language, from: reviewLanguage })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isWanted(await languagesOf(viewer), eq(reports.id, reportId)));
  return match;
}

/** Checks whether the review of a report was taken back and not replaced yet. */
async function isTakenBack(reportId: string) {
  const isWaiting = and(eq(reports.status, 'Pending'), isNotNull(reports.takenBackAt));
  return (await db().$count(reports, and(eq(reports.id, reportId), isWaiting))) > 0;
}

type Wanted = {
  report: Pick<typeof reports.$inferSelect, keyof typeof listedColumns>;
  to: LanguageCode;
  from: LanguageCode;
};

function presentWanted({ report, to, from }: Wanted): z.infer<typeof translationWanted> {
  return {
    _id: report.id,
    reportType: report.reportType,
    from,
    to,
    expert: { firstName: report.expertFirstName ?? '', lastName: report.expertLastName ?? '' },
    reviewedAt: report.reviewedAt?.toISOString() ?? null,
  };
}
