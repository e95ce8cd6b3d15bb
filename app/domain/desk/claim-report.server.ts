import { and, asc, eq, gt, inArray, ne, notInArray, type SQL, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { isApprovedExpert, isApprovedNow } from '~/domain/identity/expert-status.server';
import { findRegistrationRefusal, requireRegistration } from '~/domain/identity/registration-rule.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import {
  canClaimMore,
  claimAuditEntry,
  claimMs,
  isClaimedBy,
  isClaimedByOther,
  isFree,
  isFreeFor,
  mayBeClaimed,
  noClaim,
  takenBy,
} from '~/domain/queue/claim-rules.server';
import { requireWithPatient, type WithPatient } from '~/domain/queue/question-state.server';
import { noteReadings } from '~/domain/queue/readings.server';
import { isInQueue } from '~/domain/queue/report-list.server';
import { nextReportForm } from '~/domain/report/list-schemas';
import { type PublicReport, reportAnswer } from '~/domain/report/present-report';
import { openedReport, reportIdOnly } from '~/domain/report/schemas';
import { presentOpened } from '~/domain/report-view/open-file.server';
import { presentReportTo } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import type { ReportType } from '~/platform/enums';
import { matchesPatientOrCase } from './report-search.server';
import { hasUrgentPlace } from './urgent-places.server';

/**
 * Claims a report for the expert who is about to review it, for 30 minutes from now. A single
 * statement decides between two experts. The holder of the claim extends it.
 *
 * @throws Refusal: `notFound`; `forbidden` for one's own report; `conflict` if it is reviewed,
 *   waits for its patient, or the viewer holds three already; `conflict` with the code `claimTaken`
 *   and the seconds left while another expert reads it; for a new claim as `requireRegistration`.
 */
export const claimReport = operation({
  name: 'report.claim',
  api: {
    summary: 'Claim a report',
    text: 'For approved experts. Reserves a waiting report for you for 30 minutes, so that no other expert reviews it. Saving a draft restarts the 30 minutes. You can hold at most three claims, besides urgent reports. If another expert holds the report, returns 409 with the code `claim_taken` and `Retry-After`. Once the clinic requires a registration on record and yours is missing or has ended, returns 403 with the code `registration_required`; a report you hold can be finished.',
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
      const reason = await findClaimRefusal(viewer, reportId);
      if (reason) throw reason;
    }
    const match = await requireWithPatient(reportId);
    // Only a new claim has an audit entry of its own.
    if (isRenewed) return { data: await presentOpened(viewer, match, context) };
    return { data: await presentRead(viewer, match, context) };
  },
});

/**
 * Claims a report for the expert who opens the page to review it, if nothing prevents it. The page
 * is shown either way: `readReportToReview` returns the report's state. Prefetches and navigations
 * from other sites claim nothing. A report that a review opened by itself stays marked as such, unless
 * its page is opened from elsewhere or with an earlier report beside it.
 */
export const claimReportToReview = operation({
  name: 'report.claimToReview',
  input: openedReport,
  output: emptyOutput,
  allow: 'report.review',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input: { reportId, andNext, beside }, context }) {
    const keepsMark = andNext !== undefined && beside === undefined;
    if (!context.isSpeculative) await tryClaim(viewer, reportId, { keepsMark });
    return {};
  },
});

/**
 * Gives up the viewer's claim on a report. Their draft stays.
 *
 * @throws Refusal: `notFound` if the viewer does not hold it.
 */
export const releaseReport = operation({
  name: 'report.release',
  api: { summary: 'Release a report', text: 'Ends your claim at once. Your draft is kept.' },
  input: reportIdOnly,
  output: reportAnswer,
  refusals: ['notFound'],
  allow: 'report.claim',
  successMessage: 'claim.released',
  failureMessage: 'claim.failed',
  async run({ viewer, input: { reportId }, context }) {
    await endClaim(reportId, viewer.id, { action: 'report.released', actorId: viewer.id });
    return { data: await readAndPresent(viewer, reportId, context) };
  },
});

/**
 * Frees a report that an expert holds, for an admin.
 *
 * @throws Refusal: `notFound` if nobody holds it.
 */
export const freeClaim = operation({
  name: 'report.freeClaim',
  api: {
    summary: "Release another expert's claim",
    text: "For admins. Ends an expert's claim on a report. The expert's draft is kept.",
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
    return { data: await readAndPresent(viewer, reportId, context) };
  },
});

/**
 * Ends an expert's claim on a report and writes an audit entry.
 *
 * @throws Refusal: `notFound` if they have no claim.
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
        .set(noClaim)
        .where(and(eq(reports.id, reportId), isClaimedBy(holderId, new Date()))),
    ),
    auditEntry({ ...line, objectId: reportId }),
  ]);
  if (!isEnded) throw new Refusal('notFound', 'report.notFound');
}

/**
 * Claims the longest-waiting report that is free and fits the filters. Experts who ask at the same
 * time get different reports.
 *
 * @throws Refusal: as `requireRegistration`; `notFound` if there is none; `conflict` if the viewer
 *   holds three already.
 */
export const nextReport = operation({
  name: 'report.next',
  api: {
    summary: 'Claim the next report',
    text: 'For approved experts. Claims the longest-waiting report that nobody holds, urgent ones first, optionally of one type or language. Returns 404 if no report matches, and 403 with the code `registration_required` as `report/claim` does.',
  },
  input: nextReportForm,
  output: reportAnswer,
  refusals: ['forbidden', 'notFound', 'conflict'],
  allow: 'report.claim',
  successMessage: 'claim.done',
  failureMessage: 'claim.failed',
  async run({ viewer, input, context }) {
    await requireRegistration(viewer);
    const id = await claimNext(viewer, input);
    if (!id) throw new Refusal('notFound', 'claim.nothing');
    return { data: await readAndPresent(viewer, id, context) };
  },
});

type QueueFilter = {
  reportType?: ReportType;
  language?: (typeof reports.$inferSelect)['language'];
  q?: string;
};

/**
 * Claims the longest-waiting report for an expert: an urgent one with a place above the list before
 * all others. Reports that they gave back within the last half hour come last.
 *
 * @param after the ID of the report whose review opens this one by itself, if one does.
 * @returns its ID; undefined if none fits.
 * @throws Refusal: `conflict` if the expert holds the maximum already.
 */
export async function claimNext(viewer: Viewer, filter: QueueFilter = {}, after?: string) {
  const search = filter.q ? await matchesPatientOrCase(filter.q) : undefined;
  const givenBack = await givenBackBy(viewer.id);
  const isOther = notInArray(reports.id, givenBack);
  const isGivenBack = inArray(reports.id, givenBack);
  const turns = [
    and(hasUrgentPlace, isOther),
    isOther,
    ...(givenBack.length > 0 ? [and(hasUrgentPlace, isGivenBack), isGivenBack] : []),
  ];
  for (;;) {
    const next = await findFirst(turns, (turn) => findNext(viewer.id, filter, and(search, turn)));
    if (!next) return undefined;
    if (await tryClaim(viewer, next.id, { after })) return next.id;
    // Another expert was faster: try the next report, unless the viewer may not claim any.
    const reason = await findClaimRefusal(viewer, next.id);
    if (reason?.code === 'claimsFull' || reason?.kind === 'forbidden') throw reason;
  }
}

/** Returns the first result that is found, one condition after the other. */
async function findFirst<Found>(
  conditions: (SQL | undefined)[],
  find: (condition: SQL | undefined) => Promise<Found | undefined>,
): Promise<Found | undefined> {
  for (const condition of conditions) {
    const found = await find(condition);
    if (found) return found;
  }
  return undefined;
}

async function findNext(viewerId: string, { reportType, language }: QueueFilter, condition: SQL | undefined) {
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
        condition,
      ),
    )
    .orderBy(asc(reports.createdAt), asc(reports.id))
    .limit(1);
  return next;
}

/** Lists the reports that an expert has given back within the duration of a claim. */
async function givenBackBy(expertId: string): Promise<string[]> {
  const { objectId, actorId, action, at } = audit;
  const rows = await db()
    .select({ objectId })
    .from(audit)
    .where(and(eq(actorId, expertId), eq(action, 'report.released'), gt(at, new Date(Date.now() - claimMs))));
  return rows.flatMap(({ objectId: id }) => id ?? []);
}

/**
 * Extends the viewer's claim on a report; resolves to false if it is not theirs.
 *
 * @param keepsMark false if the expert has done something with it: from then on it does not count as
 *   opened by itself.
 */
export function renewClaim(viewer: Viewer, reportId: string, keepsMark = false): Promise<boolean> {
  const now = new Date();
  const until = now.getTime() + claimMs;
  // A longer claim stays as it is, such as the day after an answer.
  const claimedUntil = sql`case when ${reports.claimedUntil} > ${until} then ${reports.claimedUntil} else ${until} end`;
  return atomically([
    requireChange(
      db()
        .update(reports)
        .set({ claimedUntil, ...(!keepsMark && { claimedAfter: null }) })
        .where(and(eq(reports.id, reportId), isClaimedBy(viewer.id, now), isInQueue)),
    ),
  ]);
}

/** Claims a report or extends the claim; resolves to false if that is not possible. */
async function tryClaim(
  viewer: Viewer,
  reportId: string,
  { keepsMark = false, after }: { keepsMark?: boolean; after?: string } = {},
): Promise<boolean> {
  if (await renewClaim(viewer, reportId, keepsMark)) return true;
  const now = new Date();
  const until = new Date(now.getTime() + claimMs);
  return atomically([
    lock(users, eq(users.id, viewer.id)),
    requireChange(
      db()
        .update(reports)
        .set({ claimedBy: viewer.id, claimedAt: now, claimedUntil: until, claimedAfter: after ?? null })
        .where(
          and(
            eq(reports.id, reportId),
            isInQueue,
            ne(reports.patientId, viewer.id),
            isFreeFor(viewer.id, now),
            isApprovedNow(viewer.id),
            mayBeClaimed(viewer.id, reportId, now),
          ),
        ),
    ),
    claimAuditEntry(viewer.id, reportId),
  ]);
}

/** Finds the reason why a report could not be claimed; undefined if it could be by now. */
async function findClaimRefusal(viewer: Viewer, reportId: string): Promise<Refusal | undefined> {
  const [row] = await db().select().from(reports).where(eq(reports.id, reportId));
  if (!row || row.status === 'Withdrawn') return new Refusal('notFound', 'report.notFound');
  if (row.patientId === viewer.id) return new Refusal('forbidden', 'review.own');
  if (row.status === 'Reviewed') return new Refusal('conflict', 'review.already');
  if (isClaimedByOther(row, viewer.id)) return takenBy(row);
  if (row.waitsFor) return new Refusal('conflict', 'claim.waits');
  if (!(await isApprovedExpert(viewer.id))) return new Refusal('forbidden', 'standing.taken');
  const refusal = await findRegistrationRefusal(viewer);
  if (refusal) return refusal;
  if (row.urgentAt) return undefined;
  const mayClaimMore = and(eq(users.id, viewer.id), canClaimMore(viewer.id, reportId, new Date()));
  if ((await db().$count(users, mayClaimMore)) > 0) return undefined;
  return new Refusal('conflict', 'claim.most', { code: 'claimsFull' });
}

const readAndPresent = async (viewer: Viewer, reportId: string, context: CallContext) =>
  presentRead(viewer, await requireWithPatient(reportId), context);

/** Presents a report to an expert, who has read it with that. */
async function presentRead(
  viewer: Viewer,
  { report, patient }: WithPatient,
  context: CallContext,
): Promise<PublicReport> {
  const presented = await presentReportTo(viewer, report, patient, context);
  await noteReadings(viewer, [presented]);
  return presented;
}
