import { and, eq } from 'drizzle-orm';
import type { z } from 'zod';
import { auditEntry, auditListAccess } from '~/domain/audit/audit-entry.server';
import { findGuessedShare, hasMadeShares } from '~/domain/identity/share-endings.server';
import { findScope } from '~/domain/kernel/abilities';
import { findPage, type PageRequest } from '~/domain/kernel/list-page';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { effectiveRole, type Viewer } from '~/domain/kernel/viewer';
import { noteReadings } from '~/domain/queue/readings.server';
import {
  pendingReports,
  type ReportList,
  reportsOfPatient,
  reviewedReports,
} from '~/domain/queue/report-list.server';
import { toAbout } from '~/domain/report/about';
import { changeListAnswer } from '~/domain/report/change-schemas';
import {
  allReviewedList,
  firstCursor,
  patientList,
  pendingList,
  reviewedList,
} from '~/domain/report/list-schemas';
import { requireOwnReport } from '~/domain/report/own-reports.server';
import { findConsentKind, toClinicYear } from '~/domain/report/people-constants';
import { maskFilters, maskReport, type PublicReport } from '~/domain/report/present-report';
import { reportIdOnly } from '~/domain/report/schemas';
import { noteOpenedByKey } from '~/domain/report-view/key-openings.server';
import { presentReports, presentReportTo, withoutFiles } from '~/domain/report-view/present-reports.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { asksForChanges, type Listed, listChanges } from './list-changes.server';
import { listNewAnswers } from './new-answers.server';
import { readListedRows, readReportPage } from './read-report-page.server';
import { matchesPatientOrCase, matchesPersonOrCase } from './report-search.server';
import { isTreatedBy, listPersonGroups, type PersonGroup } from './reports-by-person.server';
import { isUnansweredStep } from './step-checks.server';

/**
 * Lists the reports that wait for a review, the longest waiting first; masked for an expert who is
 * not approved yet (docs/requirements.md#permissions).
 */
export const listPendingReports = operation({
  name: 'report.listPending',
  api: {
    summary: 'List waiting reports',
    text: 'Lists waiting reports, longest-waiting first. For experts who are not approved yet, names and phone numbers are masked and there is no file.',
  },
  input: pendingList,
  output: changeListAnswer,
  allow: 'report.listPending',
  successMessage: 'report.fetched',
  failureMessage: 'report.pendingFailed',
  async run(call) {
    const listed = await readPendingList(call);
    await noteReadings(call.viewer, listed.data);
    return listed;
  },
});

type PendingCall = { viewer: Viewer; input: z.output<typeof pendingList>; context: CallContext };

/**
 * Reads a page of the waiting reports for a viewer.
 *
 * @param leftOut the IDs of a few reports that are shown elsewhere on the page.
 */
export async function readPendingList(
  { viewer, input, context }: PendingCall,
  leftOut: string[] = [],
): Promise<Listed> {
  const { page: _page, limit: _limit, changedSince: _cursor, q, ...filters } = input;
  if (findScope(viewer, 'report.listPending') === 'masked') {
    // A search by name would reveal the patient of a report to an unapproved expert.
    const list = pendingReports(maskFilters(filters));
    const listed = await listOf(viewer, list, input, context);
    return { ...listed, data: listed.data.map(maskReport) };
  }
  const search = q ? await matchesPatientOrCase(q) : undefined;
  return auditedListOf(viewer, pendingReports({ ...filters, search, leftOut }), input, context);
}

/**
 * Lists the reports that the viewer has reviewed, newest review first; an admin sees everybody's
 * (docs/requirements.md#api, docs/requirements.md#permissions). An expert who is not approved has
 * reviewed none.
 */
export const listReviewedReports = operation({
  name: 'report.listReviewed',
  api: {
    summary: 'List the reports you reviewed',
    text: 'Lists the reports you reviewed, newest review first. Admins get those of all experts.',
  },
  input: reviewedList,
  output: changeListAnswer,
  allow: 'report.listReviewed',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input, context }): Promise<Listed> {
    const { reportType, stepAnswer, q } = input;
    if (effectiveRole(viewer) === 'unapproved') {
      const changes = asksForChanges(input, context) && { removed: [], cursor: firstCursor, hasMore: false };
      return { data: [], meta: findPage(input, 0, context).meta, ...(changes && { changes }) };
    }
    const condition = stepAnswer && isUnansweredStep();
    const expertId = findScope(viewer, 'report.listReviewed') === 'all' ? undefined : viewer.id;
    const search = q ? await matchesPatientOrCase(q) : undefined;
    return auditedListOf(
      viewer,
      reviewedReports({ expertId, reportType, condition, search }),
      input,
      context,
    );
  },
});

/**
 * Lists every reviewed report with the names of its expert and its patient, newest review first
 * (docs/requirements.md#screens, docs/requirements.md#api).
 */
export const listAllReviewedReports = operation({
  name: 'report.listAllReviewed',
  api: {
    summary: 'List all reviewed reports',
    text: 'For admins, and keys with the scope `reports.read`. Lists reviewed reports, newest review first.',
  },
  input: allReviewedList,
  output: changeListAnswer,
  allow: 'report.listAllReviewed',
  successMessage: 'report.allFetched',
  failureMessage: 'report.allFailed',
  async run({ viewer, input, context }) {
    const { reportType, stepAnswer, q } = input;
    const condition = stepAnswer && isUnansweredStep();
    const search = q ? await matchesPersonOrCase(q) : undefined;
    const isSettledOnly = findScope(viewer, 'report.listAllReviewed') !== 'all';
    return auditedListOf(
      viewer,
      reviewedReports({ reportType, condition, search, isSettledOnly }),
      input,
      context,
    );
  },
});

/**
 * Lists the reports of one patient, newest first (docs/requirements.md#screens,
 * docs/requirements.md#api).
 *
 * @throws Refusal: `notFound` if there is no such patient or the viewer may not see their reports.
 */
export const listReportsOfPatient = operation({
  name: 'report.listOfPatient',
  api: {
    summary: "List a patient's reports",
    text: 'Lists reports, newest first. Patients see their own, experts those of patients they review or have reviewed, and admins all.',
  },
  input: patientList,
  output: changeListAnswer,
  refusals: ['notFound', 'invalid'],
  allow: 'report.listOfPatient',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchOfPatientFailed',
  async run({ viewer, input, context }): Promise<Listed> {
    await requirePatient(viewer, input.patientId);
    const isOwn = viewer.id === input.patientId;
    const withWithdrawn = isOwn || findScope(viewer, 'report.listOfPatient') === 'all';
    const list = await listOf(viewer, reportsOfPatient({ ...input, viewer, withWithdrawn }), input, context);
    if (isOwn || (list.changes && list.data.length === 0)) return list;
    if (viewer.keyReaches) {
      await noteListedByKey(viewer, list);
      return list;
    }
    if (!(await mayOpenAll(viewer, input.patientId))) list.data = list.data.map(hideClosedFile);
    await execute(auditEntry({ action: 'report.listed', actorId: viewer.id, objectId: input.patientId }));
    await noteReadings(viewer, list.data);
    return list;
  },
});

type OfPage = Listed & {
  people: PersonGroup[];
  /** When the reports were read. */
  loadedAt: string;
  /** When a link for another doctor ended after wrong passcodes, if that was lately. */
  guessedShareAt?: string | null;
  /** True if the patient has made links for other doctors. */
  hasShares?: boolean;
  newAnswers?: string[];
};

/**
 * Lists a patient's reports for the page. Patients see new answers first. Nothing is marked as seen
 * here, since the page may never arrive.
 */
export const listReportsForPage = operation({
  ...listReportsOfPatient,
  inputOnPage: undefined,
  output: undefined,
  async run(call): Promise<OfPage> {
    const loadedAt = new Date().toISOString();
    const list = await listReportsOfPatient.run(call);
    const { viewer, input } = call;
    const withWithdrawn =
      viewer.id === input.patientId || findScope(viewer, 'report.listOfPatient') === 'all';
    const people = await listPersonGroups(viewer, input.patientId, withWithdrawn);
    if (viewer.id !== input.patientId) return { ...list, people, loadedAt };
    const unseen = await listNewAnswers(viewer.id);
    const newIds = unseen.map(({ id }) => id);
    const isNew = ({ _id }: PublicReport) => newIds.includes(_id);
    const newReports = [...(await readUrgentElsewhere(call, list.data, unseen)), ...list.data.filter(isNew)];
    const data = [
      ...newReports.toSorted((one, other) => newIds.indexOf(one._id) - newIds.indexOf(other._id)),
      ...list.data.filter((report) => !isNew(report)),
    ];
    return {
      data,
      loadedAt,
      people,
      meta: list.meta,
      guessedShareAt: await findGuessedShare(viewer.id),
      hasShares: await hasMadeShares(viewer.id),
      newAnswers: data.filter(isNew).map(({ _id }) => _id),
    };
  },
});

/**
 * Reads the new answers that send a patient to a doctor today and are on a later page, so that the
 * first page begins with them. A list that is narrowed has none.
 */
async function readUrgentElsewhere(
  { viewer, input, context }: Parameters<typeof listReportsOfPatient.run>[0],
  shown: PublicReport[],
  unseen: Awaited<ReturnType<typeof listNewAnswers>>,
): Promise<PublicReport[]> {
  const { patientId, page = 1, limit: _limit, ...filters } = input;
  if (page > 1 || Object.values(filters).some((value) => value !== undefined)) return [];
  const ids = unseen.flatMap(({ id, isUrgent }) =>
    isUrgent && !shown.some(({ _id }) => _id === id) ? id : [],
  );
  const rows = await readListedRows(eq(reports.patientId, patientId), ids, db());
  return presentReports(viewer, rows, context);
}

/**
 * Checks whether every file of a patient is open to a viewer. An expert who has not reviewed them
 * may open only pending ones. A key sees only the links that it may open.
 */
export async function mayOpenAll(viewer: Viewer, patientId: string) {
  if (findScope(viewer, 'report.openFile') === 'all' || viewer.keyReaches) return true;
  const isReviewedByThem = and(eq(reports.patientId, patientId), eq(reports.expertId, viewer.id));
  return (await db().$count(reports, isReviewedByThem)) > 0;
}

/** Removes the file from a report if it is closed to a viewer who may not open all files. */
export const hideClosedFile = (report: PublicReport): PublicReport =>
  report.status === 'Pending' ? report : withoutFiles(report);

/**
 * Reads one of the viewer's own reports, for the pages that confirm a deletion or
 * a change of consent.
 *
 * @throws Refusal: `notFound`, also for another account's report.
 */
export const readOwnReport = operation({
  name: 'report.readOwn',
  input: reportIdOnly,
  allow: 'report.delete',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ viewer, input, context }) {
    const row = await requireOwnReport(viewer, input.reportId);
    const consentKind = findConsentKind(toAbout(row), toClinicYear(Date.now()));
    const data = await presentReportTo(viewer, row, viewer, context);
    return { data, consentKind, guardianName: row.guardianName ?? '' };
  },
});

/** Reads a page of a list, or its changes, and presents it to its viewer. */
async function listOf(
  viewer: Viewer,
  list: ReportList,
  query: PageRequest & { changedSince?: string },
  context: CallContext,
): Promise<Listed> {
  if (asksForChanges(query, context)) return listChanges(viewer, list, query, context);
  const { rows, meta } = await readReportPage(list, query, context);
  return { data: await presentReports(viewer, rows, context), meta };
}

/**
 * Reads a page of a list, and records in the audit log the patients whose reports the viewer is
 * about to see.
 */
async function auditedListOf(
  viewer: Viewer,
  list: ReportList,
  query: PageRequest & { changedSince?: string },
  context: CallContext,
): Promise<Listed> {
  const listed = await listOf(viewer, list, query, context);
  if (viewer.keyReaches) {
    await noteListedByKey(viewer, listed);
    return listed;
  }
  const patientIds = new Set(listed.data.flatMap(({ patient }) => patient._id ?? []));
  patientIds.delete(viewer.id);
  await auditListAccess(viewer.id, patientIds);
  return listed;
}

const noteListedByKey = (viewer: Viewer, { data }: Listed) =>
  noteOpenedByKey(
    viewer,
    data.map(({ _id }) => _id),
  );

async function requirePatient(viewer: Viewer, patientId: string) {
  const scope = viewer.id === patientId ? 'own' : findScope(viewer, 'report.listOfPatient');
  if (scope === 'own' && viewer.id !== patientId) throw new Refusal('notFound', 'report.notFound');
  const isShown = and(eq(users.id, patientId), scope === 'treating' ? isTreatedBy(viewer.id) : undefined);
  if ((await db().$count(users, isShown)) === 0) throw new Refusal('notFound', 'report.notFound');
}
