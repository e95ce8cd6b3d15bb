import { and, eq, gt, inArray, isNull, ne, or } from 'drizzle-orm';
import { isAboutPatient } from '~/domain/audit/audit-entry.server';
import { plainCode } from '~/domain/identity/account-constants';
import { toClinicNumber } from '~/domain/kernel/clinic-number';
import { clinicDay } from '~/domain/kernel/days';
import type { Viewer } from '~/domain/kernel/viewer';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';
import {
  type AuditAction,
  type ReportType,
  type SecondProofKind,
  slipReasons,
  type VouchReason,
} from '~/platform/enums';
import { isRightPassword } from '~/platform/secrets/passwords.server';

type Account = typeof users.$inferSelect;

/** A second proof of a patient at the front desk. Every value that is given has to be right. */
export type SecondProof = {
  password?: string;
  clinicNumber?: string;
  reportType?: ReportType;
  reportMonth?: string;
  vouchFor?: VouchReason;
};

const seenForMs = 30 * 86_400_000;

/** The actions by which a list or a page shows something of an account. */
const shownActions = [
  'report.listed',
  'patient.listed',
  'account.casesShown',
  'account.matched',
] as const satisfies AuditAction[];

/** The actions by which a page shows the whole clinic number of an account. */
const numberActions: AuditAction[] = [
  'account.numberShown',
  'account.openedFor',
  ...slipReasons.map((reason) => `slip.${reason}` as const),
];

/** Checks whether the audit log has something of a viewer about an account in the last 30 days. */
async function hasDone(viewer: Viewer, accountId: string, actions: readonly AuditAction[]): Promise<boolean> {
  const isRecent = gt(audit.at, new Date(Date.now() - seenForMs));
  const isTheirs = and(eq(audit.actorId, viewer.id), inArray(audit.action, [...actions]), isRecent);
  const rows = await db()
    .select({ id: audit.id })
    .from(audit)
    .where(and(isTheirs, isAboutPatient([accountId], accountId)))
    .limit(1);
  return rows.length > 0;
}

/** Checks whether the pages of a helper show an account to the viewer. */
async function isHelpedByThem(viewer: Viewer, account: Account): Promise<boolean> {
  if (viewer.isHelper && account.openedBy === viewer.id) return true;
  const isSent = and(eq(reports.patientId, account.id), eq(reports.sentBy, viewer.id));
  return (await db().$count(reports, isSent)) > 0;
}

/** Why the answers of a patient are not enough. */
type SecondProofReason = 'admin' | 'singleName' | 'seen';

/**
 * Finds out why a viewer needs a second proof from the owner of an account. An admin can look up
 * every answer. The search shows a single name. Otherwise it depends on what lists and pages have
 * shown of the account to this viewer in the last 30 days; someone with both duties has confirmed
 * years of birth as a helper.
 *
 * @returns null if the first answers are enough.
 */
async function findReason(viewer: Viewer, account: Account): Promise<SecondProofReason | null> {
  if (viewer.accountType === 'Admin') return 'admin';
  if (!account.lastName.trim()) return 'singleName';
  const actions: AuditAction[] = [...shownActions, ...(viewer.isHelper ? (['account.found'] as const) : [])];
  const isSeen = (await hasDone(viewer, account.id, actions)) || (await isHelpedByThem(viewer, account));
  return isSeen ? 'seen' : null;
}

export type SecondProofRule = { reason: SecondProofReason; kinds: SecondProofKind[] };

/**
 * Lists the second proofs that count when a viewer asks the owner of an account: those whose answer
 * the viewer cannot look up. Only an admin can vouch.
 *
 * @returns null if none is needed.
 */
export async function findSecondProofRule(viewer: Viewer, account: Account): Promise<SecondProofRule | null> {
  const reason = await findReason(viewer, account);
  if (!reason) return null;
  const isAdmin = reason === 'admin';
  const hasSeenNumber = await hasDone(viewer, account.id, numberActions);
  const hasSeenCases = await hasDone(viewer, account.id, ['account.casesShown']);
  const kinds: SecondProofKind[] = [];
  // A slip shows its one-time password to whoever makes it.
  if (!(hasSeenNumber && account.mustChangePassword)) kinds.push('password');
  if (!hasSeenNumber) kinds.push('slip');
  if (!isAdmin && !hasSeenCases) kinds.push('question');
  if (isAdmin) kinds.push('vouch');
  return { reason, kinds };
}

/** Lists the kinds of second proofs that somebody has given. */
export const listGiven = ({ password, clinicNumber, reportType, reportMonth, vouchFor }: SecondProof) =>
  [
    password && 'password',
    clinicNumber && 'slip',
    (reportType || reportMonth) && 'question',
    vouchFor && 'vouch',
  ].filter((kind): kind is SecondProofKind => Boolean(kind));

/**
 * Checks second proofs. All that are given have to be right. Runs every check, so that the time does
 * not tell which one failed.
 */
export async function isSecondProofRight(
  viewer: Viewer,
  account: Account,
  { given, rule }: { given: SecondProof; rule: SecondProofRule },
): Promise<boolean> {
  const checks: Record<SecondProofKind, () => Promise<boolean> | boolean> = {
    password: () => isOwnPassword(account, given.password ?? ''),
    slip: () => toClinicNumber(given.clinicNumber ?? '') === account.loginName,
    question: () => isOwnReport(viewer, account, given),
    vouch: () => true,
  };
  const kinds = listGiven(given);
  const results = await Promise.all(kinds.map((kind) => rule.kinds.includes(kind) && checks[kind]()));
  return results.length > 0 && results.every(Boolean);
}

// A one-time password is copied from paper, and has none of the letters that resemble digits.
const isOwnPassword = ({ passwordHash, mustChangePassword }: Account, typed: string) =>
  isRightPassword(passwordHash, mustChangePassword ? plainCode(typed) : typed);

/**
 * Checks kind and month of a report of the account, which no page of the front desk shows before
 * the patient was asked. A report that the viewer sent as a helper proves nothing.
 */
async function isOwnReport(viewer: Viewer, account: Account, { reportType, reportMonth }: SecondProof) {
  if (!reportType || !reportMonth) return false;
  const rows = await db()
    .select({ createdAt: reports.createdAt })
    .from(reports)
    .where(
      and(
        eq(reports.patientId, account.id),
        eq(reports.reportType, reportType),
        or(isNull(reports.sentBy), ne(reports.sentBy, viewer.id)),
      ),
    );
  return rows.some(({ createdAt }) => clinicDay(createdAt.getTime()).startsWith(reportMonth));
}
