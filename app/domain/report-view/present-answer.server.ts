import { and, inArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { whereStatus } from '~/domain/identity/expert-status.server';
import { publicMoment } from '~/domain/kernel/fields';
import { publicNextStep } from '~/domain/report/next-step';
import { presentUnchecked, uncheckedFields } from '~/domain/report/present-translation';
import {
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report-rules/rows-of-reports.server';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import type { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import { reportStatuses } from '~/platform/enums';
import { presentNextSteps, type StepContext } from './present-next-steps.server';
import { isUndoable, listCurrentTranslations } from './present-reports.server';

/** A text of a doctor as readers without an account see it. */
export const writtenText = z.object({
  text: z.string().describe('Text as it was written.'),
  language: z.enum(languageCodes).nullable().describe('Language of the text. `null` if unknown.'),
  doctor: z.string().describe('Name of the doctor.'),
  registrationNumber: z.string().nullable().describe('Registration number. `null` if none was given.'),
});

export const writtenTranslation = writtenText.extend({
  ...uncheckedFields,
});

/** The answer to a report as readers without an account see it. */
export const publicAnswer = z.object({
  status: z.enum(reportStatuses).describe('Status of the report.'),
  reviewedAt: publicMoment.nullable().describe('Time of the review, in UTC. `null` before it.'),
  takenBackAt: publicMoment
    .nullable()
    .describe(
      'Time at which the last review was taken back, in UTC. `null` unless the report waits for another one.',
    ),
  nextStep: publicNextStep
    .nullable()
    .describe('What the patient should do next. `null` if nothing was said.'),
  review: writtenText.nullable().describe('The review. `null` before it.'),
  translations: z
    .array(writtenTranslation)
    .describe('Translations of the review; the one into the language of the response comes first.'),
});

export type PublicAnswer = z.infer<typeof publicAnswer>;

/** The answer to a report that waits, for examples. */
export const answerExample = {
  status: 'Pending',
  reviewedAt: null,
  takenBackAt: null,
  nextStep: null,
  review: null,
  translations: [],
} satisfies PublicAnswer;

type ReportRow = typeof reports.$inferSelect;

/**
 * Finds the experts among some accounts who are suspended or rejected. A deleted account keeps what
 * it signed.
 */
export async function findSuspendedAuthors(authorIds: (string | null)[]): Promise<Set<string>> {
  const ids = [...new Set(authorIds)].filter((id) => id !== null);
  if (ids.length === 0) return new Set();
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(inArray(users.id, ids), or(whereStatus.suspended, whereStatus.rejected)));
  return new Set(rows.map(({ id }) => id));
}

/**
 * Presents the answer to a report to readers without an account.
 *
 * @param options `leavesOutSuspended` hides the texts of experts who are suspended or rejected.
 */
export async function presentAnswer(
  row: ReportRow,
  context: StepContext,
  { leavesOutSuspended = false } = {},
): Promise<PublicAnswer> {
  const waiting = { ...answerExample, takenBackAt: row.takenBackAt?.toISOString() ?? null };
  if (row.status !== 'Reviewed' || isUndoable(row)) return waiting;
  const answered = {
    ...waiting,
    status: 'Reviewed' as const,
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    takenBackAt: null,
  };
  const [translations, steps, versions] = await Promise.all([
    selectTranslations([row.id]),
    selectSteps([row.id]),
    selectVersions([row.id]),
  ]);
  const current = listCurrentTranslations(row, translations.get(row.id));
  const hiddenAuthors = leavesOutSuspended
    ? await findSuspendedAuthors([row.expertId, ...current.map(({ expertId }) => expertId)])
    : new Set();
  if (hiddenAuthors.has(row.expertId)) return answered;
  const nextSteps = await presentNextSteps([row], { steps, versions }, context);
  return {
    ...answered,
    nextStep: nextSteps.get(row.id) ?? null,
    review: presentText({ ...row, language: row.reviewLanguage }),
    translations: current
      .filter(({ expertId }) => !hiddenAuthors.has(expertId))
      .map((translation) => ({
        ...presentText(translation),
        ...presentUnchecked(translation),
      }))
      .sort((a, b) => Number(b.language === context.language) - Number(a.language === context.language)),
  };
}

type TextRow = Pick<ReportRow, 'review' | 'expertFirstName' | 'expertLastName' | 'expertRegistration'> & {
  language: z.infer<typeof writtenText>['language'];
};

const presentText = ({
  review,
  language,
  expertFirstName,
  expertLastName,
  expertRegistration,
}: TextRow): z.infer<typeof writtenText> => ({
  text: review ?? '',
  language,
  doctor: `${expertFirstName ?? ''} ${expertLastName ?? ''}`.trim(),
  registrationNumber: expertRegistration,
});
