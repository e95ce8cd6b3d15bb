import { and, asc, count, desc, eq, exists, or, type SQL, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { changed, db } from '~/platform/db/db.server';
import { reports, users } from '~/platform/db/tables';
import { reachOf } from '../abilities';
import { record } from '../audit/record';
import { type Door, operation } from '../operation';
import { Refusal } from '../refusal';
import type { Viewer } from '../viewer';
import { maskReport, type PublicReport, presentReport, reportListAnswer } from './presentReport';
import { patientList, pendingList, reportIdOnly } from './schemas';

/** The reports that wait for a review, the longest waiting first; masked for an expert not yet approved (specification §6). */
export const listPendingReports = operation({
  name: 'report.listPending',
  input: pendingList,
  output: reportListAnswer,
  allow: 'report.listPending',
  done: 'report.fetched',
  failed: 'report.pendingFailed',
  async run({ viewer, input, door }) {
    const isMasked = reachOf(viewer, 'report.listPending') === 'masked';
    const where = and(
      eq(reports.status, 'Pending'),
      input.reportType && eq(reports.reportType, input.reportType),
      // A search by name would tell an unapproved expert whose reports these are.
      input.q && !isMasked ? nameContains(input.q) : undefined,
    );
    const { data, meta } = await listOf({
      where,
      order: [asc(reports.createdAt), asc(reports.id)],
      input,
      door,
    });
    return { data: isMasked ? data.map(maskReport) : data, meta };
  },
});

/**
 * The reports of one patient, newest first (specification §2, §7). Refusals: `notFound` for a patient who is not there or whose
 * reports the viewer may not see.
 */
export const listReportsOfPatient = operation({
  name: 'report.listOfPatient',
  input: patientList,
  output: reportListAnswer,
  refuses: ['notFound'],
  allow: 'report.listOfPatient',
  done: 'report.fetched',
  failed: 'report.fetchOfPatientFailed',
  async run({ viewer, input, door }) {
    await requirePatient(viewer, input.patientId);
    const where = and(
      eq(reports.patientId, input.patientId),
      input.reportType && eq(reports.reportType, input.reportType),
    );
    const list = await listOf({ where, order: [desc(reports.createdAt), desc(reports.id)], input, door });
    if (viewer.id !== input.patientId) {
      if (!(await mayOpenAll(viewer, input.patientId))) list.data = list.data.map(withoutClosedFile);
      await changed(record({ action: 'report.listed', actorId: viewer.id, objectId: input.patientId }));
    }
    return list;
  },
});

/** Whether every file of a patient is open to a viewer; for an expert who has not reviewed them only the pending ones are. */
async function mayOpenAll(viewer: Viewer, patientId: string) {
  if (reachOf(viewer, 'report.openFile') === 'all') return true;
  const [reviewed] = await db()
    .select({ id: reports.id })
    .from(reports)
    .where(and(eq(reports.patientId, patientId), eq(reports.expertId, viewer.id)))
    .limit(1);
  return reviewed !== undefined;
}

const withoutClosedFile = (report: PublicReport): PublicReport =>
  report.status === 'Pending' ? report : { ...report, reportUrl: null, thumbnailUrl: null };

/** One of the viewer's own reports, for the page that asks before it deletes. Refusals: `notFound`, for somebody else's too. */
export const readOwnReport = operation({
  name: 'report.readOwn',
  input: reportIdOnly,
  allow: 'report.delete',
  done: 'report.fetched',
  failed: 'report.fetchFailed',
  async run({ viewer, input, door }) {
    const [row] = await db()
      .select()
      .from(reports)
      .where(and(eq(reports.id, input.reportId), eq(reports.patientId, viewer.id)));
    if (!row) throw new Refusal('notFound', 'report.notFound');
    return { data: presentReport(row, viewer, door) };
  },
});

async function listOf({
  where,
  order,
  input: { page, limit },
  door,
}: {
  where: SQL | undefined;
  order: SQL[];
  input: { page: number; limit: number };
  door: Door;
}) {
  const [totals] = await db()
    .select({ total: count() })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(where);
  const rows = await db()
    .select({ report: reports, patient: users })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(where)
    .orderBy(...order)
    .limit(limit)
    .offset((page - 1) * limit);
  return {
    data: rows.map(({ report, patient }) => presentReport(report, patient, door)),
    meta: { page, limit, total: totals?.total ?? 0 },
  };
}

const nameContains = (text: string) => {
  const pattern = `%${text.replace(/[\\%_]/g, '\\$&')}%`;
  return sql`(${users.firstName} || ' ' || ${users.lastName}) like ${pattern} escape '\\'`;
};

async function requirePatient(viewer: Viewer, patientId: string) {
  const reach = viewer.id === patientId ? 'own' : reachOf(viewer, 'report.listOfPatient');
  if (reach === 'own' && viewer.id !== patientId) throw new Refusal('notFound', 'report.notFound');
  const [patient] = await db()
    .select({ id: users.id })
    .from(users)
    .where(and(eq(users.id, patientId), reach === 'treating' ? isTreatedBy(viewer.id) : undefined));
  if (!patient) throw new Refusal('notFound', 'report.notFound');
}

/** Somebody one of whose reports this expert may review or has reviewed. */
const isTreatedBy = (expertId: string) => {
  const other = alias(reports, 'other');
  return exists(
    db()
      .select({ one: sql`1` })
      .from(other)
      .where(
        and(eq(other.patientId, users.id), or(eq(other.status, 'Pending'), eq(other.expertId, expertId))),
      ),
  );
};
