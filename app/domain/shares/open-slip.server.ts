import { and, eq, gt, isNull, lte, or, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { key, publicMoment, tokenField, visibleText } from '~/domain/kernel/fields';
import { type CallContext, openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { toClinicYear } from '~/domain/report/people-constants';
import { birthYearField } from '~/domain/report/people-schemas';
import { toInitial } from '~/domain/report/present-person';
import { toBirthYear, toPersonSex } from '~/domain/report/profile-facts';
import { toCaseNumber } from '~/domain/report/report-constants';
import { answerExample, presentAnswer, publicAnswer } from '~/domain/report-view/present-answer.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { type PersonSex, personSexes } from '~/platform/enums';
import { refund } from '~/platform/limits/limits.server';
import { hashToken, newNamedPass, readNamedPass, sameText } from '~/platform/secrets/tokens.server';
import { slipTries } from './issue-report-slip.server';

const triesBeforeLock = 3;
const lockMs = 3_600_000;
/** Minutes for which an opened slip shows the answer. */
export const slipMinutes = 15;

const slipView = z
  .object({
    caseNumber: z.string().describe('Case number.'),
    sentAt: publicMoment.describe('Time the report was sent, in UTC.'),
    person: z
      .object({
        initial: z.string().describe('First letter of the first name.'),
        age: z.int().min(0).nullable().describe('Age in the current year. `null` if not known.'),
        sex: z.enum(personSexes).describe('Sex. `unsaid` if not given.'),
      })
      .describe('Whom the report is about, to be confirmed before the answer is read.'),
    ...publicAnswer.shape,
  })
  .meta({
    id: 'SlipView',
    description: 'The answer to a report, as whoever holds its slip reads it.',
    example: {
      caseNumber: '47ER-K1H6',
      sentAt: '2026-03-05T08:30:00.000Z',
      person: { initial: 'L', age: 64, sex: 'female' },
      ...answerExample,
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
    token: tokenField(key('reportSlip.over')).meta({
      description: 'Last part of the address on the slip.',
      example: 'k2fZ0n1p',
    }),
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
    return { data: view, pass: newNamedPass('slip pass', tokenHash, slipMinutes) };
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

/**
 * Reads the answer again with the pass of an opened slip. Consent, deletion and the current version
 * are read each time. Until somebody has said that it is theirs, only the person is returned.
 *
 * @throws Refusal: `notFound` after a quarter of an hour, and once the slip has ended.
 */
export const readSlip = openOperation({
  name: 'slip.read',
  input: z.object({
    pass: visibleText.max(300).default(''),
    isMine: z.literal('yes').optional().catch(undefined),
  }),
  refusals: ['notFound'],
  successMessage: 'reportSlip.opened',
  failureMessage: 'reportSlip.failed',
  async run({ input: { pass, isMine }, context }) {
    const tokenHash = readNamedPass('slip pass', pass);
    if (!tokenHash) throw over();
    const [slip] = await db()
      .select({ reportId: slips.reportId })
      .from(slips)
      .where(and(eq(slips.tokenHash, tokenHash), gt(slips.triesLeft, 0), gt(slips.expiresAt, new Date())));
    const view = slip && (await readView(slip.reportId, context));
    if (!view) throw over();
    return { person: view.person, data: isMine ? view : null };
  },
});

async function readView(reportId: string, context: CallContext): Promise<SlipView | undefined> {
  const [found] = await db()
    .select({ row: reports, owner: ownerColumns })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(eq(reports.id, reportId));
  if (!found || found.row.status === 'Withdrawn') return undefined;
  const { row, owner } = found;
  return {
    caseNumber: toCaseNumber(row.id),
    sentAt: row.createdAt.toISOString(),
    person: presentPersonOf(row, owner),
    ...(await presentAnswer(row, context)),
  };
}

const ownerColumns = {
  firstName: users.firstName,
  birthYear: users.birthYear,
  dateOfBirth: users.dateOfBirth,
  gender: users.gender,
};

type Owner = Pick<typeof users.$inferSelect, keyof typeof ownerColumns>;

/** Presents whom a report is about: the owner of the account, if it names nobody. */
function presentPersonOf(row: typeof reports.$inferSelect, owner: Owner): SlipView['person'] {
  const isOwner = row.aboutName === null;
  const birthYear = row.aboutBirthYear ?? (isOwner ? toBirthYear(owner) : null);
  return {
    initial: toInitial(row.aboutName ?? owner.firstName),
    age: birthYear === null ? null : Math.max(0, toClinicYear(Date.now()) - Number(birthYear)),
    sex: (row.aboutSex as PersonSex | null) ?? (isOwner ? toPersonSex(owner.gender) : 'unsaid'),
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
