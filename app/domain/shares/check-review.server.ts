import { and, eq, gt } from 'drizzle-orm';
import { z } from 'zod';
import { key, publicMoment } from '~/domain/kernel/fields';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { publicNextStep } from '~/domain/report/next-step';
import { findBarredAuthors } from '~/domain/report-view/barred-authors.server';
import { presentAnswer, writtenText, writtenTranslation } from '~/domain/report-view/present-answer.server';
import { isUndoable, toVersionNumber } from '~/domain/report-view/present-reports.server';
import { reports, reviewVersions } from '~/platform/db/core/tables/reports.server';
import { reportChecks } from '~/platform/db/core/tables/slips.server';
import { db } from '~/platform/db/db.server';
import { checkStates } from '~/platform/enums';
import { refund } from '~/platform/limits/limits.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { formatCheckCode, toCheckCode } from './check-code.server';

/** Longer than a code with dashes, and than the address with it. */
const maxTypedLength = 300;

const checkView = z
  .object({
    code: z.string().describe('Code as it is printed.'),
    state: z
      .enum(checkStates)
      .describe(
        'State of the printed version. Everything else is shown only for `current`: the version is still the answer.',
      ),
    reviewedAt: publicMoment.nullable().describe('Time of the review, in UTC.'),
    amendedAt: publicMoment
      .nullable()
      .describe('Time of the last change of the review, in UTC. `null` if there is none.'),
    nextStep: publicNextStep
      .nullable()
      .describe('What the patient should do next. `null` if nothing was said.'),
    review: writtenText.nullable().describe('The review as it was signed.'),
    translations: z
      .array(writtenTranslation)
      .describe(
        'Translations of the review; the one into the language of the response comes first. Those of suspended experts are left out.',
      ),
  })
  .meta({
    id: 'CheckView',
    description: 'The answer behind the code of a printed summary. It names nobody but doctors.',
    example: {
      code: '7M3K-9XPD-2QRT-V5AB-C6DE-F7GH-J8',
      state: 'newer',
      reviewedAt: null,
      amendedAt: null,
      nextStep: null,
      review: null,
      translations: [],
    },
  });

export type CheckView = z.infer<typeof checkView>;

const nothingShown = {
  reviewedAt: null,
  amendedAt: null,
  nextStep: null,
  review: null,
  translations: [],
};

/**
 * Reads the answer behind the code of a printed summary, so that its reader can compare the two. The
 * state of the report is read at each check: only the current version of a review shows its text.
 *
 * @throws Refusal: `notFound` for an unknown code; `tooMany` after 60 wrong codes from one network in
 *   an hour.
 */
export const checkReview = openOperation({
  name: 'review.check',
  api: {
    summary: 'Check a printed summary',
    text: 'Returns the answer behind the code on a printed summary, to compare it with the paper. `state` says whether the printed version is still the answer; if not, nothing else is shown. Letter case and dashes do not matter; O is read as 0, and I and L as 1. Returns 404 for an unknown code, and for one that has ended.',
  },
  input: z.object({
    code: z
      .string({ error: key('check.required') })
      .trim()
      .min(1, key('check.required'))
      .max(maxTypedLength, key('check.shape'))
      .transform((typed, issues) => {
        const code = toCheckCode(typed);
        if (code) return code;
        issues.addIssue({ code: 'custom', message: key('check.shape') });
        return z.NEVER;
      })
      .meta({ description: 'Code on the paper.', example: '7M3K-9XPD-2QRT-V5AB-C6DE-F7GH-J8' }),
  }),
  output: z.object({ data: checkView.describe('The answer.') }),
  refusals: ['notFound'],
  limits: ['wrongChecks'],
  successMessage: 'check.done',
  failureMessage: 'check.failed',
  async run({ input: { code }, context }): Promise<{ data: CheckView }> {
    const [check] = await db()
      .select()
      .from(reportChecks)
      .where(eq(reportChecks.codeHash, hashToken(code)));
    if (!check) throw new Refusal('notFound', 'check.unknown');
    await refund('wrongChecks', context.client);
    return { data: { code: formatCheckCode(code), ...(await readCheck(check, context)) } };
  },
});

async function readCheck(
  { reportId, version }: typeof reportChecks.$inferSelect,
  context: CallContext,
): Promise<Omit<CheckView, 'code'>> {
  const row = reportId === null ? undefined : await findReport(reportId);
  const state = row ? await findState(row, version) : 'deleted';
  if (!row || state !== 'current') return { state, ...nothingShown };
  const answer = await presentAnswer(row, context);
  const { reviewedAt, nextStep, review, translations } = answer;
  return {
    state,
    reviewedAt,
    amendedAt: row.amendedAt?.toISOString() ?? null,
    nextStep,
    review,
    translations,
  };
}

type Report = typeof reports.$inferSelect;

async function findReport(reportId: string): Promise<Report | undefined> {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  return row;
}

/** Finds the state of a printed version of a review. */
async function findState(row: Report, version: number): Promise<CheckView['state']> {
  if (row.status === 'Withdrawn') return 'withdrawn';
  const isTakenBack = and(
    eq(reviewVersions.reportId, row.id),
    eq(reviewVersions.kind, 'takenBack'),
    gt(reviewVersions.number, version),
  );
  // The report has no review either way, or one that nobody but its author knows of yet.
  if (row.status !== 'Reviewed' || isUndoable(row)) return 'takenBack';
  if ((await db().$count(reviewVersions, isTakenBack)) > 0) return 'takenBack';
  if (toVersionNumber(row) !== version) return 'newer';
  return (await findBarredAuthors([row.expertId])).size > 0 ? 'unconfirmed' : 'current';
}
