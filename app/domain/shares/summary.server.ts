import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { isShownTo } from '~/domain/desk/read-report.server';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { findWithPatient } from '~/domain/queue/question-state.server';
import type { PublicReport } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { findBarredAuthors, withoutBarredTexts } from '~/domain/report-view/barred-authors.server';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { isUndoable, presentReportTo, toVersionNumber } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { reportChecks } from '~/platform/db/core/tables/slips.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { formatCheckCode, newCheckCode } from './check-code.server';

const checkExample = {
  version: 1,
  code: '7M3K-9XPD-2QRT-V5AB-C6DE-F7GH-J8',
  checkUrl: 'https://clinic.example/check/7M3K9XPD2QRTV5ABC6DEF7GHJ8',
};

const publicCheck = z
  .object({
    version: z.int().min(1).describe('Version of the review that the code is for.'),
    code: z.string().meta({
      description: 'Code in letters, as it is printed.',
      example: '7M3K-9XPD-2QRT-V5AB-C6DE-F7GH-J8',
    }),
    checkUrl: z.string().meta({
      description: 'Address for the QR code.',
      example: 'https://clinic.example/check/7M3K9XPD2QRTV5ABC6DEF7GHJ8',
    }),
  })
  .meta({
    id: 'SummaryCheck',
    description: 'The code on the printed summary of a review.',
    example: checkExample,
  });

type PublicCheck = z.infer<typeof publicCheck>;

/**
 * Reads a review for its printed summary, for every viewer who finds the report in the list of the
 * patient's reports. For everybody but its patient this counts as an opening.
 *
 * @throws Refusal: `notFound`, also for a report that the viewer may not see, and one without a
 *   review that its patient sees.
 */
async function openSummary({ viewer, input: { reportId }, context }: SummaryCall) {
  const match = await findWithPatient(reportId, and(isShownTo(viewer), eq(reports.status, 'Reviewed')));
  if (!match || isUndoable(match.report)) throw new Refusal('notFound', 'report.notFound');
  const { report, patient } = match;
  const isOwn = patient.id === viewer.id;
  const presented = isOwn
    ? await presentReportTo(viewer, report, patient, context)
    : await withoutBarred(await presentOpened(viewer, match, context));
  return {
    data: await findCheck(report),
    report: presented,
    isOwn,
    version: toVersionNumber(report),
    amendedAt: report.amendedAt?.toISOString() ?? null,
    // A report that names nobody may not be about the owner of the account.
    birthYear: report.aboutBirthYear,
  };
}

/** Leaves out the texts of barred authors: a paper for others is no door of the owner's own. */
const withoutBarred = async (report: PublicReport) =>
  withoutBarredTexts(
    report,
    await findBarredAuthors([
      report.expert?._id ?? null,
      ...report.translations.map(({ expert }) => expert._id),
    ]),
  );

type SummaryCall = { viewer: Viewer; input: z.output<typeof reportIdOnly>; context: CallContext };

/**
 * Reads the code on the printed summary of a review; null before the patient has created one.
 *
 * @throws as `openSummary` does.
 */
export const readSummaryCode = operation({
  name: 'review.readSummary',
  api: {
    summary: 'Retrieve the code of a printed summary',
    text: 'Returns the code that the patient has created for the current version of the review, or `null`. Unless the patient calls it, the call is recorded as an opening of the report. Returns 404 for a report without a review.',
  },
  input: reportIdOnly,
  output: z.object({
    data: publicCheck
      .nullable()
      .meta({ description: 'The code. `null` if there is none yet.', example: checkExample }),
  }),
  refusals: ['notFound'],
  allow: 'review.print',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  run: async (call): Promise<{ data: PublicCheck | null }> => ({ data: (await openSummary(call)).data }),
});

/** Reads a review with everything that its printed summary shows. */
export const readSummary = operation({ ...readSummaryCode, output: undefined, run: openSummary });

/**
 * Creates the code for the current version of the viewer's own review. One version has one code,
 * however often this is called.
 *
 * @throws Refusal: `notFound`, also for another account's report, and one without a review.
 */
export const createSummaryCode = operation({
  name: 'review.createSummaryCode',
  api: {
    summary: 'Create the code of a printed summary',
    text: 'Creates a code for the current version of the review of one of your own reports, or returns the existing one. Whoever has the code can read doctor, date, next step and text with `review/check/{code}`, without your name. Every new version of the review needs a new code.',
  },
  input: reportIdOnly,
  output: z.object({ data: publicCheck.describe('The code.') }),
  refusals: ['notFound'],
  allow: 'review.print',
  successMessage: 'summary.done',
  failureMessage: 'summary.failed',
  async run({ viewer, input: { reportId } }) {
    const isOwnReview = and(
      eq(reports.id, reportId),
      eq(reports.patientId, viewer.id),
      eq(reports.status, 'Reviewed'),
    );
    const [report] = await db().select().from(reports).where(isOwnReview);
    if (!report || isUndoable(report)) throw new Refusal('notFound', 'report.notFound');
    const code = newCheckCode();
    await atomically([
      lock(reports, eq(reports.id, reportId)),
      requireChange(
        db()
          .select({ id: reports.id })
          .from(reports)
          .where(and(isOwnReview, eq(reports.version, report.version))),
      ),
      db()
        .insert(reportChecks)
        .values({ codeHash: hashToken(code), code, reportId, version: toVersionNumber(report) })
        .onConflictDoNothing(),
    ]);
    const check = await findCheck(report);
    // The review was changed or the report deleted at the same moment.
    if (!check) throw new Refusal('notFound', 'report.notFound');
    return { data: check };
  },
});

async function findCheck(report: typeof reports.$inferSelect): Promise<PublicCheck | null> {
  const version = toVersionNumber(report);
  const [row] = await db()
    .select({ code: reportChecks.code })
    .from(reportChecks)
    .where(and(eq(reportChecks.reportId, report.id), eq(reportChecks.version, version)));
  if (!row) return null;
  const { code } = row;
  return {
    version,
    code: formatCheckCode(code),
    checkUrl: `${getSettings().PUBLIC_URL}/check/${code}`,
  };
}
