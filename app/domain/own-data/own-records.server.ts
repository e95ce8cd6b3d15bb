import { asc, eq, inArray } from 'drizzle-orm';
import { findDispute } from '~/domain/identity/address-dispute.server';
import type { requireOwnRow } from '~/domain/identity/own-row.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import type { Viewer } from '~/domain/kernel/viewer';
import { formatComplaintNumber } from '~/domain/messages/constants';
import { listPersonRows } from '~/domain/report/people-rows.server';
import { toConsentWording } from '~/domain/report/present-consent';
import {
  selectAddedFiles,
  selectOwnConsents,
  selectQuestions,
  selectStepChecks,
  selectSteps,
  selectTranslations,
  selectVersions,
} from '~/domain/report/rows-of-reports.server';
import { findLastTakenBack, hideTakenBack } from '~/domain/report-view/present-reports.server';
import { complaints, registrationChecks } from '~/platform/db/core/tables/accountability.server';
import { passkeys, sessions } from '~/platform/db/core/tables/accounts.server';
import { digests } from '~/platform/db/core/tables/clinic.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { channelChoices, pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { phrases } from '~/platform/db/core/tables/reports.server';
import { shareOpenings, shareReports, shares } from '~/platform/db/core/tables/shares.server';
import { helperBonds, messageConsents, toTell } from '~/platform/db/core/tables/to-tell.server';
import { db } from '~/platform/db/db.server';
import { listNoticesSeen } from './notices-seen.server';
import { type Report, signed } from './own-work.server';
import { exportedColumns } from './personal-data';

/** Lists the links that the user made for other doctors, with their reports and openings. */
async function listOwnShares(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(shares)
    .where(eq(shares.userId, viewer.id))
    .orderBy(asc(shares.createdAt), asc(shares.id));
  const isOwn = inArray(
    shares.id,
    rows.map(({ id }) => id),
  );
  const shown = await db()
    .select({ row: shareReports })
    .from(shareReports)
    .innerJoin(shares, eq(shares.id, shareReports.shareId))
    .where(isOwn)
    .orderBy(asc(shareReports.reportId));
  const openings = await db()
    .select({ row: shareOpenings })
    .from(shareOpenings)
    .innerJoin(shares, eq(shares.id, shareOpenings.shareId))
    .where(isOwn)
    .orderBy(asc(shareOpenings.at), asc(shareOpenings.reportId));
  return rows.map((share) => ({
    ...exportedColumns('shares', share),
    reports: shown
      .filter(({ row }) => row.shareId === share.id)
      .map(({ row }) => exportedColumns('shareReports', row)),
    openings: openings
      .filter(({ row }) => row.shareId === share.id)
      .map(({ row }) => exportedColumns('shareOpenings', row)),
  }));
}

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
    duty: await dutyOf(viewer),
    away: await awayOf(viewer),
    registrationChecks: await registrationChecksOf(viewer),
    phrases: await phrasesOf(viewer),
    shares: await listOwnShares(viewer),
    told: await tellingsOf(viewer),
    helpers: await helpersOf(viewer),
    messageConsents: await messageConsentsOf(viewer),
    complaints: await complaintsOf(viewer),
    channelChoices: await channelChoicesOf(viewer),
    pushMessages: await pushMessagesOf(viewer),
    noticesSeen: (await listNoticesSeen(viewer.id)).map((row) => exportedColumns('noticesSeen', row)),
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

async function dutyOf(viewer: Viewer) {
  const rows = await db().select().from(duty).where(eq(duty.userId, viewer.id)).orderBy(asc(duty.fromAt));
  return rows.map((row) => exportedColumns('duty', row));
}

async function awayOf(viewer: Viewer) {
  const rows = await db().select().from(away).where(eq(away.userId, viewer.id)).orderBy(asc(away.fromDay));
  return rows.map((row) => exportedColumns('away', row));
}

async function registrationChecksOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(registrationChecks)
    .where(eq(registrationChecks.userId, viewer.id))
    .orderBy(asc(registrationChecks.checkedAt), asc(registrationChecks.id));
  return rows.map((row) => exportedColumns('registrationChecks', row));
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

/** Reads what the user complained about, and never what others wrote about the user. */
async function complaintsOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(complaints)
    .where(eq(complaints.userId, viewer.id))
    .orderBy(asc(complaints.createdAt), asc(complaints.id));
  return rows.map((row) => ({
    ...exportedColumns('complaints', row),
    number: formatComplaintNumber(row.number),
  }));
}

async function channelChoicesOf(viewer: Viewer) {
  const rows = await db()
    .select()
    .from(channelChoices)
    .where(eq(channelChoices.userId, viewer.id))
    .orderBy(asc(channelChoices.channel));
  return rows.map((row) => exportedColumns('channelChoices', row));
}

/** Lists the browsers with push messages, each with the device of its session if that is still open. */
async function pushMessagesOf(viewer: Viewer) {
  const rows = await db()
    .select({ subscription: pushSubscriptions, device: sessions.device })
    .from(pushSubscriptions)
    .leftJoin(sessions, eq(sessions.tokenHash, pushSubscriptions.sessionHash))
    .where(eq(pushSubscriptions.userId, viewer.id))
    .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id));
  return rows.map(({ subscription, device }) => ({
    ...exportedColumns('pushSubscriptions', subscription),
    device,
  }));
}

async function reportFacts(viewer: Viewer, ownReports: Report[], nameOf: Map<string, string>) {
  const ids = ownReports.map(({ id }) => id);
  const lines = await selectOwnConsents(viewer, ids);
  const translations = await selectTranslations(ids);
  const versions = await selectVersions(ids);
  const stepsById = await selectSteps(ids);
  const checksById = await selectStepChecks(ids);
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
    stepChecks: (checksById.get(row.id) ?? [])
      .filter(({ version }) => version > findLastTakenBack(versions.get(row.id)) && version <= row.version)
      .map((line) => exportedColumns('stepChecks', line)),
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
