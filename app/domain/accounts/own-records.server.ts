import { and, asc, eq, gt, inArray, not, or, sql } from 'drizzle-orm';
import { findSeenPatients, isAboutPatient } from '~/domain/audit/audit-entry.server';
import type { requireOwnRow } from '~/domain/identity/own-row.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import type { Viewer } from '~/domain/kernel/viewer';
import { listPersonRows } from '~/domain/report/people-rows.server';
import { toConsentWording } from '~/domain/report/present-consent';
import {
  selectAddedFiles,
  selectOwnConsents,
  selectQuestions,
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report-rules/rows-of-reports.server';
import { findLastTakenBack, hideTakenBack, isUndoable } from '~/domain/report-view/present-reports.server';
import { passkeys, sessions } from '~/platform/db/core/tables/accounts.server';
import { audit, digests } from '~/platform/db/core/tables/clinic.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import {
  phrases,
  questions,
  reports,
  reviewDrafts,
  reviewVersions,
  translations,
} from '~/platform/db/core/tables/reports.server';
import { helperBonds, messageConsents, toTell } from '~/platform/db/core/tables/to-tell.server';
import { db } from '~/platform/db/db.server';
import { findDispute } from './address-dispute.server';
import { listOwnShares } from './own-shares.server';
import { exportedColumns } from './personal-data';

const rowsAtOnce = 500;

export type Report = typeof reports.$inferSelect;
type Account = Awaited<ReturnType<typeof requireOwnRow>>;

/**
 * Collects the short data stored about a user.
 *
 * @param nameOf the name in the archive by the ID of each file.
 */
export async function presentOwnDetails(
  viewer: Viewer,
  {
    account,
    picture,
    ownReports,
    nameOf,
  }: { account: Account; picture: string | null; ownReports: Report[]; nameOf: Map<string, string> },
) {
  return {
    exportedAt: new Date().toISOString(),
    account: accountFacts(account),
    picture,
    sessions: await sessionsOf(viewer),
    passkeys: await passkeysOf(viewer),
    addressDispute: await disputeOf(viewer),
    digest: await digestOf(viewer),
    phrases: await phrasesOf(viewer),
    shares: await listOwnShares(viewer),
    told: await tellingsOf(viewer),
    helpers: await helpersOf(viewer),
    messageConsents: await messageConsentsOf(viewer),
    people: (await listPersonRows(viewer.id)).map((row) => exportedColumns('people', row)),
    reports: await reportFacts(viewer, ownReports, nameOf),
  };
}

function accountFacts(row: Account) {
  const { totpSince, ...account } = exportedColumns('users', row);
  const { email, loginName } = account;
  return {
    ...account,
    email: toVisibleAddress(email),
    loginName: loginName && formatClinicNumber(loginName),
    secondFactorSince: totpSince,
  };
}

async function sessionsOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(sessions)
    .where(eq(sessions.userId, viewer.id))
    .orderBy(asc(sessions.createdAt), asc(sessions.tokenHash));
  return rows.map((row) => exportedColumns('sessions', row));
}

async function phrasesOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(phrases)
    .where(eq(phrases.expertId, viewer.id))
    .orderBy(asc(phrases.reportType), asc(phrases.position), asc(phrases.id));
  return rows.map((row) => exportedColumns('phrases', row));
}

async function passkeysOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, viewer.id))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));
  return rows.map((row) => exportedColumns('passkeys', row));
}

async function disputeOf(viewer: Viewer) {
  const row = await findDispute(viewer.id);
  return row ? exportedColumns('addressDisputes', row) : null;
}

/** Reads the times of the last and the next digest of waiting work of an expert or an admin. */
async function digestOf(viewer: Viewer) {
  const [row] = await db().select().from(digests).where(eq(digests.userId, viewer.id));
  return row ? exportedColumns('digests', row) : null;
}

/** Reads the numbers that helpers typed for the user, and when the user ended their help. */
async function helpersOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(helperBonds)
    .where(eq(helperBonds.userId, viewer.id))
    .orderBy(asc(helperBonds.helperId));
  return rows.map((row) => exportedColumns('helperBonds', row));
}

/** Reads what came of telling the user by hand. */
async function tellingsOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(toTell)
    .where(eq(toTell.userId, viewer.id))
    .orderBy(asc(toTell.toldAt));
  return rows.map((row) => exportedColumns('toTell', row));
}

async function messageConsentsOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(messageConsents)
    .where(eq(messageConsents.userId, viewer.id))
    .orderBy(asc(messageConsents.at));
  return rows.map((row) => exportedColumns('messageConsents', row));
}

async function reportFacts(viewer: Viewer, ownReports: Report[], nameOf: Map<string, string>) {
  const ids = ownReports.map(({ id }) => id);
  const lines = await selectOwnConsents(viewer, ids);
  const translations = await selectTranslations(ids);
  const versions = await selectVersions(ids);
  const stepsById = await selectSteps(ids);
  const followUpsById = await followUpsOf(ids);
  const questionsById = await selectQuestions(ids);
  const added = await selectAddedFiles(ids);
  return ownReports.map((row) => ({
    ...signed(exportedColumns('reports', row)),
    file: nameOf.get(row.id) ?? null,
    translations: (translations.get(row.id) ?? [])
      .filter(({ ofVersion }) => ofVersion > findLastTakenBack(versions.get(row.id)))
      .map((line) => signed(exportedColumns('translations', line))),
    consents:
      lines.get(row.id)?.map((line) => ({
        ...exportedColumns('consents', line),
        wording: toConsentWording(line, row.aboutName),
      })) ?? [],
    versions: hideTakenBack(versions.get(row.id) ?? [], false).map((line) =>
      signed(exportedColumns('reviewVersions', line)),
    ),
    // A review that can still be undone has a later version than its patient knows.
    steps: (stepsById.get(row.id) ?? [])
      .filter(({ version }) => version > findLastTakenBack(versions.get(row.id)) && version <= row.version)
      .map((line) => exportedColumns('reviewSteps', line)),
    followUp: row.status === 'Reviewed' ? (followUpsById.get(row.id) ?? null) : null,
    questions: questionsById.get(row.id)?.map((line) => exportedColumns('questions', line)) ?? [],
    files:
      added.get(row.id)?.map((line) => ({
        ...exportedColumns('reportFiles', line),
        file: nameOf.get(line.id) ?? null,
      })) ?? [],
  }));
}

/** Reads the follow-ups of some reports, by report ID. */
async function followUpsOf(reportIds: string[]) {
  const rows = await db().select().from(followUps).where(inArray(followUps.reportId, reportIds));
  return new Map(rows.map((row) => [row.reportId, exportedColumns('followUps', row)]));
}

type Signature = {
  expertId: string | null;
  expertFirstName: string | null;
  expertLastName: string | null;
  expertRegistration: string | null;
};

/** Joins the doctor's columns of a row into one object; null if no doctor has signed. */
function signed<Row extends Signature>(row: Row) {
  const { expertId, expertFirstName, expertLastName, expertRegistration, ...columns } = row;
  const expert = expertId && {
    id: expertId,
    firstName: expertFirstName,
    lastName: expertLastName,
    registration: expertRegistration,
  };
  return { ...columns, expert };
}

/**
 * Returns the lists that may be long, to be read in parts: the user's reviews, without the
 * patients, and the audit entries about the user.
 */
export function listOwnRecords(viewer: Viewer, ownReports: Report[]): Record<string, AsyncIterable<unknown>> {
  return {
    reviewsWritten: reviewsBy(viewer),
    translationsWritten: translationsBy(viewer),
    versionsWritten: versionsBy(viewer),
    questionsWritten: questionsBy(viewer),
    drafts: draftsBy(viewer),
    audit: auditLinesAbout(viewer, ownReports),
  };
}

/**
 * Yields rows part by part.
 *
 * @param read reads the part after the last row of the previous one.
 */
async function* inParts<Row>(read: (last: Row | undefined) => Promise<Row[]>): AsyncGenerator<Row> {
  let last: Row | undefined;
  for (;;) {
    const rows = await read(last);
    yield* rows;
    last = rows.at(-1);
    if (rows.length < rowsAtOnce) return;
  }
}

async function* translationsBy(viewer: Viewer) {
  const rows = inParts<typeof translations.$inferSelect>((last) =>
    db()
      .select()
      .from(translations)
      .where(and(eq(translations.expertId, viewer.id), gt(translations.id, last?.id ?? '')))
      .orderBy(asc(translations.id))
      .limit(rowsAtOnce),
  );
  for await (const row of rows) yield signed(exportedColumns('translations', row));
}

/** Yields the texts of reviews that the user changed or took back. */
async function* versionsBy(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(reviewVersions)
    .where(eq(reviewVersions.expertId, viewer.id))
    .orderBy(asc(reviewVersions.createdAt), asc(reviewVersions.id));
  for (const row of rows) yield signed(exportedColumns('reviewVersions', row));
}

async function* questionsBy(viewer: Viewer) {
  const { expertId, askedAt, id } = questions;
  const rows = await db()
    .select()
    .from(questions)
    .where(eq(expertId, viewer.id))
    .orderBy(asc(askedAt), asc(id));
  // The patient's words belong to the patient.
  for (const row of rows) yield { ...exportedColumns('questions', row), answer: undefined };
}

async function* draftsBy(viewer: Viewer) {
  const { expertId, updatedAt } = reviewDrafts;
  const rows = await db().select().from(reviewDrafts).where(eq(expertId, viewer.id)).orderBy(asc(updatedAt));
  for (const row of rows) yield exportedColumns('reviewDrafts', row);
}

function reviewsBy(viewer: Viewer) {
  const { id: reportId, reportType, review, reviewedAt } = reports;
  return inParts<Pick<Report, 'reportType' | 'review' | 'reviewedAt'> & { reportId: string }>((last) => {
    const isAfter = sql`(${reviewedAt}, ${reportId}) > (${last?.reviewedAt?.getTime() ?? 0}, ${last?.reportId})`;
    return db()
      .select({ reportId, reportType, review, reviewedAt })
      .from(reports)
      .where(and(eq(reports.expertId, viewer.id), last && isAfter))
      .orderBy(asc(reviewedAt), asc(reportId))
      .limit(rowsAtOnce);
  });
}

/**
 * Yields the user's actions, and all actions on their account or their reports, by ID. A review
 * that can still be undone is left out, as it is from the report itself.
 */
async function* auditLinesAbout(viewer: Viewer, ownReports: Report[]) {
  const reportIds = ownReports.map(({ id }) => id);
  const hidden = ownReports.filter((row) => isUndoable(row) && row.status === 'Pending').map(({ id }) => id);
  const isHidden = and(eq(audit.action, 'report.reviewed'), inArray(audit.objectId, hidden));
  const isTheirs = or(eq(audit.actorId, viewer.id), isAboutPatient([viewer.id, ...reportIds], viewer.id));
  let last = 0;
  for (;;) {
    const rows = await db()
      .select()
      .from(audit)
      .where(and(isTheirs, gt(audit.id, last), hidden.length > 0 ? not(sql`${isHidden}`) : undefined))
      .orderBy(asc(audit.id))
      .limit(rowsAtOnce);
    const looks = await findSeenPatients(rows.filter(({ actorId }) => actorId === viewer.id));
    // The other people on a list that someone looked at are not data about the viewer.
    const ownLooks = await findSeenPatients(rows, { patientIds: [viewer.id] });
    for (const line of rows) {
      for (const objectId of looks.get(line.id) ?? ownLooks.get(line.id) ?? [line.objectId])
        yield exportedColumns('audit', { ...line, objectId });
    }
    last = rows.at(-1)?.id ?? last;
    if (rows.length < rowsAtOnce) return;
  }
}
