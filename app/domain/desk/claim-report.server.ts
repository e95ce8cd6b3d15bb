import { and, asc, eq, gt, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedExpert, isApprovedNow } from '~/domain/identity/expert-status.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { type PublicReport, reportAnswer } from '~/domain/report/present-report';
import { nextReportForm, reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-files/open-file.server';
import {
  claimNoted,
  isFree,
  isFreeFor,
  isHeldBy,
  isTaken,
  leaseMs,
  mayHoldMore,
  takenBy,
  unclaimed,
} from '~/domain/report-rules/claim-rules.server';
import { requireWithPatient } from '~/domain/report-rules/question-state.server';
import { isInQueue } from '~/domain/report-rules/report-list.server';
import { ofPatientOrCase } from '~/domain/report-rules/report-search.server';
import { presentOne } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import type { ReportType } from '~/platform/enums';

/**
 * Keeps a report for the expert who is about to review it, for 30 minutes from now. One statement
 * decides between two. Who holds it already holds it for longer.
 *
 * @throws Refusal: `notFound`; `forbidden` for one's own report; `conflict` when it is reviewed,
 *   waits for its patient, or the viewer holds three already; `conflict` with the code `claimTaken`
 *   and the seconds left while another expert reads it.
 */
export const claimReport = operation({
  name: 'report.claim',
  api: {
    summary: 'Claim a report',
    text: 'For approved experts. Keeps a report that waits for you for 30 minutes, so that nobody else reviews it meanwhile; saving a draft begins them anew. At most three at once. While another expert holds it, the answer is 409 with `claim_taken` and `Retry-After`.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  allow: 'report.claim',
  successMessage: 'claim.done',
  failureMessage: 'claim.failed',
  async run({ viewer, input: { reportId }, context }) {
    const isRenewed = await renewClaim(viewer, reportId);
    while (!isRenewed && !(await tryClaim(viewer, reportId))) {
      const reason = await whyNot(viewer, reportId);
      if (reason) throw reason;
    }
    const found = await requireWithPatient(reportId);
    // Only a new claim has an audit entry of its own.
    if (isRenewed) return { data: await presentOpened(viewer, found, context) };
    return { data: await presentOne(viewer, found.report, found.patient, context) };
  },
});

/**
 * Claims a report for the expert who opens the page to review it, if nothing speaks against it. The
 * page is shown either way: `readReportToReview` tells how the report stands. Nothing is claimed for
 * a request that the browser sent ahead of its user, or that another site led to.
 */
export const claimReportToReview = operation({
  name: 'report.claimToReview',
  input: reportIdOnly,
  output: emptyOutput,
  allow: 'report.review',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId }, context }) {
    if (!context.isSpeculative) await tryClaim(viewer, reportId);
    return {};
  },
});

/**
 * Gives a report back that one has claimed. What was kept as a draft stays.
 *
 * @throws Refusal: `notFound` where the viewer does not hold it.
 */
export const releaseReport = operation({
  name: 'report.release',
  api: { summary: 'Give a report back', text: 'Ends your claim at once. Your draft stays.' },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound'],
  allow: 'report.claim',
  successMessage: 'claim.released',
  failureMessage: 'claim.failed',
  async run({ viewer, input: { reportId }, context }) {
    await endClaim(reportId, viewer.id, { action: 'report.released', actorId: viewer.id });
    return { data: await presentAnew(viewer, reportId, context) };
  },
});

/**
 * Frees a report that somebody else holds, for an admin.
 *
 * @throws Refusal: `notFound` where nobody holds it.
 */
export const freeClaim = operation({
  name: 'report.freeClaim',
  api: {
    summary: 'Free a report',
    text: 'For admins. Ends the claim of an expert on a report. The expert’s draft stays.',
  },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound'],
  allow: 'report.freeClaim',
  successMessage: 'claim.freed',
  failureMessage: 'claim.failed',
  async run({ viewer, input: { reportId }, context }) {
    const { claimedBy } = (await requireWithPatient(reportId)).report;
    await endClaim(reportId, claimedBy ?? '', { action: 'report.claimFreed', actorId: viewer.id });
    return { data: await presentAnew(viewer, reportId, context) };
  },
});

/**
 * Ends the claim that an expert has on a report, and writes it to the audit log.
 *
 * @throws Refusal: `notFound` where they have none.
 */
async function endClaim(
  reportId: string,
  holderId: string,
  line: { action: 'report.released' | 'report.claimFreed'; actorId: string },
) {
  const isEnded = await atomically([
    requireChange(
      db()
        .update(reports)
        .set(unclaimed)
        .where(and(eq(reports.id, reportId), isHeldBy(holderId, new Date()))),
    ),
    auditEntry({ ...line, objectId: reportId }),
  ]);
  if (!isEnded) throw new Refusal('notFound', 'report.notFound');
}

/**
 * Claims the report that waits longest of those that are free and fit; several experts who ask at
 * once get one each.
 *
 * @throws Refusal: `notFound` where there is none; `conflict` when the viewer holds three already.
 */
export const nextReport = operation({
  name: 'report.next',
  api: {
    summary: 'Claim the next report',
    text: 'For approved experts. Claims the report that waits longest of those that nobody holds, of one type or language where you say so. 404 where none fits.',
  },
  input: nextReportForm,
  output: reportAnswer,
  refusals: ['notFound', 'conflict'],
  allow: 'report.claim',
  successMessage: 'claim.done',
  failureMessage: 'claim.failed',
  async run({ viewer, input, context }) {
    const id = await claimNext(viewer, input);
    if (!id) throw new Refusal('notFound', 'claim.nothing');
    return { data: await presentAnew(viewer, id, context) };
  },
});

type Fitting = {
  reportType?: ReportType;
  language?: (typeof reports.$inferSelect)['language'];
  q?: string;
};

/**
 * Claims the report that waits longest for an expert. What they gave back within the last half hour
 * comes after all others.
 *
 * @returns its id; undefined where none fits.
 * @throws Refusal: `conflict` when the expert holds as many as they may.
 */
export async function claimNext(viewer: Viewer, wanted: Fitting = {}) {
  const search = wanted.q ? await ofPatientOrCase(wanted.q) : undefined;
  const givenBack = await givenBackBy(viewer.id);
  for (;;) {
    const next =
      (await findNext(viewer.id, wanted, and(search, notInArray(reports.id, givenBack)))) ??
      (givenBack.length > 0
        ? await findNext(viewer.id, wanted, and(search, inArray(reports.id, givenBack)))
        : undefined);
    if (!next) return undefined;
    if (await tryClaim(viewer, next.id)) return next.id;
    // Somebody was faster, and the next one is looked for; but not for ever.
    const reason = await whyNot(viewer, next.id);
    if (reason?.code === 'claimsFull' || reason?.kind === 'forbidden') throw reason;
  }
}

async function findNext(viewerId: string, { reportType, language }: Fitting, more: SQL | undefined) {
  const [next] = await db()
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(
      and(
        isInQueue,
        ne(reports.patientId, viewerId),
        isFree(new Date()),
        reportType && eq(reports.reportType, reportType),
        language && eq(reports.language, language),
        more,
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(1);
  return next;
}

/** The reports that an expert has given back within the time of a lease. */
async function givenBackBy(expertId: string): Promise<string[]> {
  const { objectId, actorId, action, at } = audit;
  const rows = await db()
    .select({ objectId })
    .from(audit)
    .where(and(eq(actorId, expertId), eq(action, 'report.released'), gt(at, new Date(Date.now() - leaseMs))));
  return rows.flatMap(({ objectId: id }) => id ?? []);
}

/** Holds a report for longer that is the viewer's; false where it is not. */
export function renewClaim(viewer: Viewer, reportId: string): Promise<boolean> {
  const now = new Date();
  const until = now.getTime() + leaseMs;
  // What an answer keeps for a day stays kept.
  const claimedUntil = sql`case when ${reports.claimedUntil} > ${until} then ${reports.claimedUntil} else ${until} end`;
  return atomically([
    requireChange(
      db()
        .update(reports)
        .set({ claimedUntil })
        .where(and(eq(reports.id, reportId), isHeldBy(viewer.id, now), isInQueue)),
    ),
  ]);
}

/** Claims a report, or holds it for longer; false where that cannot be. */
async function tryClaim(viewer: Viewer, reportId: string): Promise<boolean> {
  if (await renewClaim(viewer, reportId)) return true;
  const now = new Date();
  const until = new Date(now.getTime() + leaseMs);
  return atomically([
    lock(users, eq(users.id, viewer.id)),
    requireChange(
      db()
        .update(reports)
        .set({ claimedBy: viewer.id, claimedAt: now, claimedUntil: until })
        .where(
          and(
            eq(reports.id, reportId),
            isInQueue,
            ne(reports.patientId, viewer.id),
            isFreeFor(viewer.id, now),
            isApprovedNow(viewer.id),
            mayHoldMore(viewer.id, reportId, now),
          ),
        ),
    ),
    claimNoted(viewer.id, reportId),
  ]);
}

/** Why a report could not be claimed; undefined where by now it could. */
async function whyNot(viewer: Viewer, reportId: string): Promise<Refusal | undefined> {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row || row.status === 'Withdrawn') return new Refusal('notFound', 'report.notFound');
  if (row.patientId === viewer.id) return new Refusal('forbidden', 'review.own');
  if (row.status === 'Reviewed') return new Refusal('conflict', 'review.already');
  if (isTaken(row, viewer.id)) return takenBy(row);
  if (row.waitsFor) return new Refusal('conflict', 'claim.waits');
  if (!(await isApprovedExpert(viewer.id))) return new Refusal('forbidden', 'standing.taken');
  const mayMore = and(eq(users.id, viewer.id), mayHoldMore(viewer.id, reportId, new Date()));
  if ((await db().$count(users, mayMore)) > 0) return undefined;
  return new Refusal('conflict', 'claim.most', { code: 'claimsFull' });
}

async function presentAnew(viewer: Viewer, reportId: string, context: CallContext): Promise<PublicReport> {
  const { report, patient } = await requireWithPatient(reportId);
  return presentOne(viewer, report, patient, context);
}
