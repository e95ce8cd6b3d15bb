import { and, asc, count, desc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditListAccess } from '~/domain/audit/audit-entry.server';
import { isReadableByHelper, isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { listFields, listMeta, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { toCaseNumber } from '~/domain/report/report-constants';
import { selectSteps, selectVersions } from '~/domain/report/rows-of-reports.server';
import { type PublicStepCheck, publicStepCheck } from '~/domain/report/step-check';
import {
  type BarredAuthors,
  findBarredAuthors,
  leaveOutBarred,
} from '~/domain/report-view/barred-authors.server';
import { toVisibleStatus } from '~/domain/report-view/present-reports.server';
import { presentStepChecks } from '~/domain/report-view/present-step-checks.server';
import { languageCodes } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, type Queries } from '~/platform/db/db.server';
import { reportStatuses } from '~/platform/enums';

/** A report as the helper who sent it sees it: no file, type or description. */
const sentReport = z
  .object({
    reportId: z.string().describe('ID of the report.'),
    caseNumber: z.string().describe('Case number.'),
    userId: z.string().describe('ID of the patient.'),
    firstName: z.string().describe('First name of the patient.'),
    sentAt: publicMoment.describe('Time the report was sent, in UTC.'),
    status: z.enum(reportStatuses).describe('Status of the report.'),
    isWithdrawn: z.boolean().describe('Whether the patient has withdrawn the consent.'),
    urgent: z.boolean().describe('Whether the report waits and is marked as urgent.'),
    mayRead: z.boolean().describe('Whether the patient lets you read the review.'),
    review: z
      .string()
      .nullable()
      .describe(
        'The review. `null` before it is sent, without leave, and if its author is suspended or rejected.',
      ),
    reviewLanguage: z.enum(languageCodes).nullable().describe('Language of the review. `null` without it.'),
    stepCheck: publicStepCheck
      .nullable()
      .describe(
        'Whether the patient has taken the next step. `null` until its last day has passed, and without leave.',
      ),
  })
  .meta({
    id: 'SentReport',
    description: 'A report that a helper sent for somebody else.',
    example: {
      reportId: '01k2zq5v7m8n9p0q1r2s3t4v5w',
      caseNumber: '01K2-ZQ5V',
      userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      firstName: 'Lakshmi',
      sentAt: '2026-03-05T09:10:00.000Z',
      status: 'Pending',
      isWithdrawn: false,
      urgent: false,
      mayRead: false,
      review: null,
      reviewLanguage: null,
      stepCheck: null,
    },
  });

export type SentReport = z.infer<typeof sentReport>;

/**
 * Lists the reports that a helper sent for others, newest first. Those of a patient leave the list
 * after a year without another one, and when the patient ends the help.
 */
export const listSentReports = operation({
  name: 'report.listSent',
  api: {
    summary: 'List the reports you sent for others',
    text: 'For helpers. Lists the reports you sent, newest first. `review` is `null` unless the patient lets you read it. Reports of a patient leave the list after a year without another one, and when the patient ends your help.',
  },
  input: z.object(listFields),
  output: z.object({
    data: z.array(sentReport).describe('Reports of this page, newest first.'),
    meta: listMeta,
  }),
  allow: 'help.people',
  successMessage: 'sentReports.title',
  failureMessage: 'help.failed',
  async run({ viewer, input, context }) {
    const where = isSeenByHelper(viewer.id);
    const { rows, meta } = await paginate(input, context, {
      count: (queries) => queries.select({ total: count() }).from(reports).where(where),
      read: ({ offset, rows }, queries) => readSent(viewer, { offset, rows }, queries),
    });
    const readable = await findReadable(
      viewer.id,
      rows.map(({ report }) => report.id),
    );
    const barred = await findBarredAuthors(rows.map(({ report }) => report.expertId));
    const checks = await readChecks(
      viewer,
      rows.flatMap(({ report }) => (readable.has(report.id) ? [report] : [])),
    );
    const data = rows.map((row) =>
      presentSent(viewer, row, { mayRead: readable.has(row.report.id), barred, checks }),
    );
    await auditListAccess(
      viewer.id,
      data.filter(({ review }) => review !== null).map(({ userId }) => userId),
    );
    return { data, meta };
  },
});

const readSent = (viewer: Viewer, { offset, rows }: { offset: number; rows: number }, queries: Queries) =>
  queries
    .select({ report: reports, firstName: users.firstName })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(isSeenByHelper(viewer.id))
    .orderBy(desc(reports.createdAt), desc(reports.id))
    .limit(rows)
    .offset(offset);

type Row = { report: typeof reports.$inferSelect; firstName: string };

type Beside = { mayRead: boolean; barred: BarredAuthors; checks: Map<string, PublicStepCheck> };

function presentSent(
  viewer: Viewer,
  { report, firstName }: Row,
  { mayRead, barred, checks }: Beside,
): SentReport {
  const status = toVisibleStatus(viewer, report);
  const isReadable = mayRead && status === 'Reviewed' && !leaveOutBarred(report, [], barred).isHidden;
  return {
    reportId: report.id,
    caseNumber: toCaseNumber(report.id),
    userId: report.patientId,
    firstName,
    sentAt: report.createdAt.toISOString(),
    status: status === 'Reviewed' ? 'Reviewed' : 'Pending',
    isWithdrawn: status === 'Withdrawn',
    urgent: status === 'Pending' && report.urgentAt !== null,
    mayRead,
    review: isReadable ? report.review : null,
    reviewLanguage: isReadable ? report.reviewLanguage : null,
    stepCheck: (isReadable && checks.get(report.id)) || null,
  };
}

/** Reads whether the patients of some reports have taken their steps. */
async function readChecks(viewer: Viewer, sent: Row['report'][]) {
  const rows = sent.filter((report) => toVisibleStatus(viewer, report) === 'Reviewed');
  const ids = rows.map(({ id }) => id);
  const [steps, versions] = await Promise.all([selectSteps(ids), selectVersions(ids)]);
  return presentStepChecks(rows, { steps, versions }, Date.now());
}

/** Finds the reports whose patients let the helper who sent them, and still sees them, read the review. */
export async function findReadable(helperId: string, reportIds: string[]): Promise<Set<string>> {
  const rows = await db()
    .select({ reportId: reports.id })
    .from(reports)
    .where(and(inArray(reports.id, reportIds), isReadableByHelper(helperId)))
    .orderBy(asc(reports.id));
  return new Set(rows.map(({ reportId }) => reportId));
}
