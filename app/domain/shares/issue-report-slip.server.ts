import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requireDeskAccount, requireIdentity } from '~/domain/front-desk/identity.server';
import { accountIdOnly, identityForm } from '~/domain/front-desk/schemas';
import { idSchema, key, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { isUnchangedSince } from '~/domain/queue/person-change.server';
import { findOwnQueuePlace } from '~/domain/queue/queue-place.server';
import { toInitial } from '~/domain/report/present-person';
import { toCaseNumber } from '~/domain/report/report-constants';
import type { QueuePlace } from '~/domain/report/report-field';
import { languageCodes } from '~/i18n/language-codes';
import { reports } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';
import { checkPass, isCheckPass } from './desk-reports.server';

const reportSlipForm = identityForm.safeExtend({
  reportId: z
    .preprocess((typed) => typed ?? '', idSchema.min(1, key('reportSlip.choose')))
    .meta({ description: 'ID of the report.', example: '01k2zq5v7m8n9p0q1r2s3t4v5w' }),
});

/** Days for which a slip of a report opens the answer. */
const slipDays = 90;
/** Wrong years that end a slip. */
export const slipTries = 6;

/**
 * Issues a slip of a report to its patient at the front desk. It opens the answer without a log-in,
 * together with the year of birth of the person. A new slip of a report ends the one
 * before.
 *
 * @throws Refusal: `notFound`; `conflict` if the year of birth of the person is not known, or the
 *   report was corrected at the same moment; otherwise as for a new slip of the account.
 */
export const issueReportSlip = operation({
  name: 'report.issueSlip',
  api: {
    summary: 'Issue a slip of a report',
    text: 'For admins and the front desk. Checks the answers of the person, and returns an address for the slip of one report: it opens the answer together with the year of birth of whom the report is about, for 90 days. A new slip ends the one before. Returns 409 if that year is not known.',
  },
  input: reportSlipForm,
  output: z.object({
    data: z
      .object({
        slipUrl: z.string().meta({
          description: 'Address for the QR code of the slip. It is not shown again.',
          example: 'https://clinic.example/r/k2fZ0n1p',
        }),
        caseNumber: z.string().describe('Case number of the report.'),
        initial: z
          .string()
          .describe('First letter of the first name of whom the report is about, for the slip.'),
        expectedAt: publicMoment
          .nullable()
          .describe('Time by which an answer usually has come, in UTC. `null` if it is not known or past.'),
        language: z.enum(languageCodes).meta({
          description: 'Language of the account, in which the slip is printed.',
          example: 'te',
        }),
        expiresAt: publicMoment.describe('Time until which the slip opens the answer, in UTC.'),
      })
      .meta({
        description: 'What stands on the slip.',
        example: {
          slipUrl: 'https://clinic.example/r/k2fZ0n1p',
          caseNumber: '47ER-K1H6',
          initial: 'L',
          expectedAt: '2026-03-07T08:30:00.000Z',
          language: 'te',
          expiresAt: '2026-06-03T08:30:00.000Z',
        },
      }),
  }),
  refusals: ['notFound', 'conflict', 'tooMany'],
  allow: 'report.issueSlip',
  secretFields: ['password'],
  successMessage: 'reportSlip.done',
  failureMessage: 'reportSlip.failed',
  async run({ viewer, input }) {
    const account = await requireDeskAccount(input.userId, viewer);
    await requireIdentity(account, input, viewer);
    return { data: await issue(account, input.reportId, viewer) };
  },
});

/**
 * Issues a slip of a report on the page, to a patient whose answers were checked a moment before.
 *
 * @throws Refusal: `forbidden` if the check is too old; otherwise as `issueReportSlip` does.
 */
export const issueChosenSlip = operation({
  name: 'report.issueChosenSlip',
  input: z.object({ ...accountIdOnly.shape, reportId: reportSlipForm.shape.reportId, pass: checkPass }),
  refusals: ['notFound', 'conflict', 'forbidden'],
  allow: 'report.issueSlip',
  successMessage: 'reportSlip.done',
  failureMessage: 'reportSlip.failed',
  async run({ viewer, input: { userId, reportId: id, pass } }) {
    const account = await requireDeskAccount(userId, viewer);
    if (!isCheckPass(pass, { viewer, userId })) throw new Refusal('forbidden', 'reportSlip.askAgain');
    return { data: await issue(account, id, viewer) };
  },
});

type Account = Awaited<ReturnType<typeof requireDeskAccount>>;

async function issue(account: Account, id: string, viewer: Viewer) {
  const [report] = await db()
    .select({
      id: reports.id,
      createdAt: reports.createdAt,
      correctedAt: reports.correctedAt,
      aboutName: reports.aboutName,
      birthYear: reports.aboutBirthYear,
    })
    .from(reports)
    .where(and(eq(reports.id, id), eq(reports.patientId, account.id)));
  if (!report) throw new Refusal('notFound', 'report.notFound');
  // A report that names nobody is about the owner of the account.
  const birthYear = report.birthYear ?? (report.aboutName === null ? account.birthYear : null);
  if (!birthYear) throw new Refusal('conflict', 'reportSlip.noYear');
  const token = newToken();
  const issuedAt = new Date();
  const expiresAt = new Date(issuedAt.getTime() + slipDays * 24 * 3_600_000);
  const isIssued = await atomically([
    lock(reports, eq(reports.id, report.id)),
    requireChange(selectUnchanged(report)),
    db().delete(slips).where(eq(slips.reportId, report.id)),
    db()
      .insert(slips)
      .values({
        tokenHash: hashToken(token),
        reportId: report.id,
        birthYear,
        triesLeft: slipTries,
        issuedAt,
        issuedBy: viewer.id,
        expiresAt,
      }),
    auditEntry({ action: 'reportSlip.issued', actorId: viewer.id, objectId: report.id }),
  ]);
  // The patient has corrected whom it is about at the same moment.
  if (!isIssued) throw new Refusal('conflict', 'refused.busy');
  return {
    slipUrl: `${getSettings().PUBLIC_URL}/r/${token}`,
    caseNumber: toCaseNumber(report.id),
    initial: toInitial(report.aboutName ?? account.firstName),
    expectedAt: toExpectedAt(report.createdAt, await findOwnQueuePlace(account.id, report.id)),
    language: account.language,
    expiresAt: expiresAt.toISOString(),
  };
}

/** Returns the time by which an answer usually has come; null if it is not known or past. */
function toExpectedAt(sentAt: Date, place: QueuePlace | null): string | null {
  if (!place?.usualSeconds) return null;
  const expectedAt = sentAt.getTime() + place.usualSeconds * 1000;
  return expectedAt > Date.now() ? new Date(expectedAt).toISOString() : null;
}
/** Builds the select that finds a report if it was not corrected since. */
const selectUnchanged = ({ id, correctedAt }: { id: string; correctedAt: Date | null }) =>
  db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.id, id), isUnchangedSince(correctedAt)));
