import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { key, publicMoment, visibleText } from '~/domain/kernel/fields';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { publicNextStep } from '~/domain/report/next-step';
import { birthYearField } from '~/domain/report/people-schemas';
import { toCaseNumber } from '~/domain/report/report-constants';
import { presentAnswer, writtenText, writtenTranslation } from '~/domain/report-view/present-answer.server';
import { isUndoable } from '~/domain/report-view/present-reports.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { reportStatuses } from '~/platform/enums';
import { refund } from '~/platform/limits/limits.server';
import { hashToken, sameText, sign } from '~/platform/secrets/secrets.server';
import { slipTries } from './issue-report-slip.server';

const triesBeforeLock = 3;
const lockMs = 3_600_000;
/** Longer than a token. The end of a longer text is ignored, so that the slip is refused as unknown. */
const maxTokenLength = 100;
/** Minutes for which an opened slip shows the answer. */
export const slipMinutes = 15;

const slipView = z
  .object({
    caseNumber: z.string().describe('Case number.'),
    sentAt: publicMoment.describe('Time the report was sent, in UTC.'),
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
  })
  .meta({
    id: 'SlipView',
    description: 'The answer to a report, as whoever holds its slip reads it.',
    example: {
      caseNumber: '47ER-K1H6',
      sentAt: '2026-03-05T08:30:00.000Z',
      status: 'Pending',
      reviewedAt: null,
      takenBackAt: null,
      nextStep: null,
      review: null,
      translations: [],
    },
  });

export type SlipView = z.infer<typeof slipView>;

const over = () => new Refusal('notFound', 'reportSlip.over');

/**
 * Opens the slip of a report with the year of birth of its person. After three wrong years it waits
 * for an hour, after six it ends. An unknown, ended or wrongly answered slip gets the same answer.
 *
 * @returns the answer, and the pass with which the page reads it for a quarter of an hour.
 * @throws Refusal: `notFound`; `tooMany` after 20 wrong answers from one network in an hour.
 */
export const openSlip = openOperation({
  name: 'slip.open',
  api: {
    summary: 'Open the slip of a report',
    text: 'Returns the status of a report, and its review, to whoever holds its slip and knows the year of birth of its person. After three wrong years the slip waits for an hour; after six it ends. Returns 404 for an unknown slip, an ended one and a wrong year.',
  },
  input: z.object({
    token: z
      .string({ error: key('reportSlip.over') })
      .transform((token) => token.slice(0, maxTokenLength))
      .meta({ description: 'Last part of the address on the slip.', example: 'k2fZ0n1p' }),
    birthYear: birthYearField
      .pipe(z.number({ error: key('people.birthYear') }))
      .meta({ description: 'Year of birth of the person whom the report is about.', example: 1962 }),
  }),
  output: z.object({ data: slipView.describe('The answer.') }),
  refusals: ['notFound'],
  limits: ['wrongSlips'],
  successMessage: 'reportSlip.opened',
  failureMessage: 'reportSlip.failed',
  async run({ input: { token, birthYear }, context }): Promise<{ data: SlipView; pass?: string }> {
    const tokenHash = hashToken(token);
    const [slip] = await db().select().from(slips).where(eq(slips.tokenHash, tokenHash));
    const mayTry = await consumeTry(tokenHash);
    const isRight = mayTry && slip !== undefined && sameText(slip.birthYear, String(birthYear));
    if (!isRight) throw over();
    const view = await readView(slip.reportId, context);
    if (!view) throw over();
    await atomically([
      db()
        .update(slips)
        .set({ triesLeft: slipTries, lockedUntil: null })
        .where(eq(slips.tokenHash, tokenHash)),
      auditEntry({ action: 'reportSlip.opened', objectId: slip.reportId }),
    ]);
    await refund('wrongSlips', context.client);
    return { data: view, pass: passOf(tokenHash, Date.now() + slipMinutes * 60_000) };
  },
});

/** Uses up a try before the year is compared, so that parallel tries gain nothing. */
async function consumeTry(tokenHash: string): Promise<boolean> {
  const now = Date.now();
  const isLast = sql`${slips.triesLeft} - 1 = ${slipTries - triesBeforeLock}`;
  const changed = await execute(
    db()
      .update(slips)
      .set({
        triesLeft: sql`${slips.triesLeft} - 1`,
        lockedUntil: sql`case when ${isLast} then ${now + lockMs} else ${slips.lockedUntil} end`,
      })
      .where(
        and(
          eq(slips.tokenHash, tokenHash),
          gt(slips.triesLeft, 0),
          gt(slips.expiresAt, new Date(now)),
          or(isNull(slips.lockedUntil), lte(slips.lockedUntil, new Date(now))),
        ),
      ),
    // An unknown slip has no row to write, and must not be answered sooner.
    { durable: false },
  );
  return changed > 0;
}

const passOf = (tokenHash: string, until: number) =>
  `${tokenHash}.${until}.${sign('slip pass', JSON.stringify([tokenHash, until]))}`;

/**
 * Reads the answer again with the pass of an opened slip. Consent, deletion and the current version
 * are read each time.
 *
 * @throws Refusal: `notFound` after a quarter of an hour, and once the slip has ended.
 */
export const readSlip = openOperation({
  name: 'slip.read',
  input: z.object({ pass: visibleText.max(300).default('') }),
  refusals: ['notFound'],
  successMessage: 'reportSlip.opened',
  failureMessage: 'reportSlip.failed',
  async run({ input: { pass }, context }) {
    const [tokenHash = '', until = ''] = pass.split('.');
    if (!sameText(pass, passOf(tokenHash, Number(until))) || Number(until) <= Date.now()) throw over();
    const [slip] = await db()
      .select({ reportId: slips.reportId })
      .from(slips)
      .where(and(eq(slips.tokenHash, tokenHash), gt(slips.triesLeft, 0), gt(slips.expiresAt, new Date())));
    const view = slip && (await readView(slip.reportId, context));
    if (!view) throw over();
    return { data: view };
  },
});

async function readView(reportId: string, context: CallContext): Promise<SlipView | undefined> {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row || row.status === 'Withdrawn') return undefined;
  const waitingView = {
    caseNumber: toCaseNumber(row.id),
    sentAt: row.createdAt.toISOString(),
    status: 'Pending' as const,
    reviewedAt: null,
    takenBackAt: row.takenBackAt?.toISOString() ?? null,
    nextStep: null,
    review: null,
    translations: [],
  };
  if (row.status !== 'Reviewed' || isUndoable(row)) return waitingView;
  const { nextStep, review, translations } = await presentAnswer(row, context);
  return {
    ...waitingView,
    status: 'Reviewed',
    reviewedAt: row.reviewedAt?.toISOString() ?? null,
    takenBackAt: null,
    nextStep,
    review,
    translations: translations.map(({ expertId: _notShown, ...translation }) => translation),
  };
}

/** Ends the reading of an opened slip. The page then deletes the pass. */
export const closeSlip = openOperation({
  name: 'slip.close',
  input: z.object({}),
  successMessage: 'reportSlip.closed',
  failureMessage: 'reportSlip.failed',
  run: async () => ({}),
});
