import { and, eq, inArray, isNull } from 'drizzle-orm';
import {
  repeatAccountChanges,
  repeatAddressRemoval,
  repeatPasskeyRemoval,
} from '~/domain/accounts/repeat-account-changes.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { readDeletions } from '~/domain/audit/deletion-list.server';
import { repeatReached } from '~/domain/desk/follow-ups.server';
import { repeatDutyRemoval } from '~/domain/experts/repeat-duty.server';
import { repeatStanding } from '~/domain/experts/repeat-standing.server';
import { repeatRegistrationRule } from '~/domain/experts/require-registration.server';
import { withdrawDuty } from '~/domain/front-desk/duties.server';
import { repeatEndOfHelp } from '~/domain/help/own-helpers.server';
import { endAllSessions } from '~/domain/identity/session-endings.server';
import { endShares } from '~/domain/identity/share-endings.server';
import { repeatChannelOff } from '~/domain/notifications/channel-choices.server';
import { secretEmails } from '~/domain/notifications/outbox-constants';
import { holdSending } from '~/domain/notifications/sending-hold.server';
import { waitingEmailsTo } from '~/domain/notifications/waiting-counts.server';
import { removeDependents } from '~/domain/own-data/remove-dependents.server';
import { endKey, revokeAllKeys } from '~/domain/programs/keys.server';
import { repeatWebhookChange } from '~/domain/programs/repeat-webhook-changes.server';
import { listAddedFileNames } from '~/domain/report-view/added-files.server';
import { repeatTakingBack } from '~/domain/report-view/taken-back.server';
import { withdrawalSteps } from '~/domain/upload/consent.server';
import { type Deletion, keyOfDeletion } from '~/platform/backup/deleted-ids.server';
import { passkeys, people, users } from '~/platform/db/core/tables/accounts.server';
import { messages, outbox } from '~/platform/db/core/tables/clinic.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import { consents, reports } from '~/platform/db/core/tables/reports.server';
import { reportChecks } from '~/platform/db/core/tables/slips.server';
import { uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { webhooks } from '~/platform/db/core/tables/webhooks.server';
import { atomically, db, execute, lock, requireChange } from '~/platform/db/db.server';
import { duties } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';

/** Distinguishes a report's ID from an account's, which the topic `standing` has. */
const reportInTopic = /^(?!standing )\S+ (\S+)$/;

/**
 * Ends the e-mails of a restored database that lead nowhere: one with a code or a link that the
 * restore has ended comes too late, and one about a deleted report is removed with it. Every other
 * waiting e-mail of the backup is held, and then sent under its old ID, perhaps for the second time.
 */
async function endDeadEmails(): Promise<void> {
  const isUnsent = inArray(outbox.state, ['waiting', 'given up', 'queued']);
  const unsent = await db()
    .select({ id: outbox.id, template: outbox.letter, topic: outbox.topic })
    .from(outbox)
    .where(isUnsent);
  for (const { id, template, topic } of unsent) {
    if (secretEmails.includes(template)) {
      const tooLate = { state: 'too late' as const, facts: '{}', takenUntil: null };
      await execute(db().update(outbox).set(tooLate).where(eq(outbox.id, id)));
    } else {
      const reportId = reportInTopic.exec(topic ?? '')?.[1] ?? (await findReportIn(id));
      const isGone = reportId !== undefined && (await db().$count(reports, eq(reports.id, reportId))) === 0;
      if (isGone) await execute(db().delete(outbox).where(eq(outbox.id, id)));
    }
  }
}

/**
 * Finds the report that an e-mail leads to. An e-mail that cannot be decrypted stays, and leads
 * nowhere.
 */
async function findReportIn(id: string): Promise<string | undefined> {
  try {
    const [row] = await db().select({ params: outbox.facts }).from(outbox).where(eq(outbox.id, id));
    const { reportId } = JSON.parse(row?.params ?? '{}');
    return typeof reportId === 'string' ? reportId : undefined;
  } catch (error) {
    logIncident('outbox.open', error);
    return undefined;
  }
}

/** Counts of what a restore removed from a backup or changed in it. */
export type RepeatedCounts = {
  reports: number;
  accounts: number;
  consents: number;
  messages: number;
  reviews: number;
  people: number;
  /** Experts whose status differs from the backup. */
  experts: number;
  /** Accounts whose password opens nothing until it is reset. */
  passwords: number;
  /** Accounts whose second factor or recovery codes were removed. */
  factors: number;
  /** Passkeys, or accounts of which all passkeys were removed. */
  passkeys: number;
};

/**
 * Repeats the deletions and decisions since the backup in a restored database, before it serves
 * requests. Writes an audit entry for each, ends every session, link, share and code in it, and holds
 * everything that sends.
 *
 * @param entries the entries of the list, in order. Kinds of a later release are skipped.
 * @param options `isComplete` is false if removals since the backup may be missing from the list.
 *   Every passkey and every code of a printed summary is then removed, every key revoked and every
 *   webhook switched off, because nobody knows which of them were.
 * @returns the counts of repeated entries, and the names of the files that no row names any more.
 */
export async function repeatDeletions(
  entries: Deletion[],
  { isComplete }: { isComplete: boolean },
): Promise<{ counts: RepeatedCounts; files: string[] }> {
  const knownKeys = new Set((await readDeletions()).map(keyOfDeletion));
  const removed = await repeatRemovals(entries.filter((entry) => !knownKeys.has(keyOfDeletion(entry))));
  const consentsClosed = await repeatLastWords(entries, knownKeys);
  const decided = await repeatDecisions(entries, knownKeys);
  // A backup has the rows of files that were still arriving, but none of their bytes.
  await atomically([
    ...endAllSessions(),
    // The backup does not know which shares have ended or were guessed at since.
    endShares('restore'),
    // Nor which addresses their owners wanted to keep.
    db().delete(addressDisputes),
    db().delete(uploadSlots),
    holdSending(),
    !isComplete && db().delete(passkeys),
    !isComplete && db().update(webhooks).set({ isActive: false }),
    !isComplete && db().delete(reportChecks),
    !isComplete && revokeAllKeys(),
  ]);
  await endDeadEmails();
  await execute(auditEntry({ action: 'backup.restored' }));
  return { counts: { ...removed.counts, consents: consentsClosed, ...decided }, files: removed.files };
}

/**
 * Repeats the changes that cannot be undone.
 *
 * @param entries the entries that the restored database does not have.
 */
async function repeatRemovals(entries: Deletion[]) {
  const counts = { reports: 0, accounts: 0, messages: 0, reviews: 0, people: 0 };
  const files: string[] = [];
  for (const entry of entries) {
    const { action, objectId } = entry;
    if (action === 'report.deleted') {
      const names = await repeatReport(objectId);
      if (names) counts.reports += 1;
      files.push(...(names ?? []));
    } else if (action === 'account.deleted') {
      const names = await repeatAccount(objectId);
      if (names) counts.accounts += 1;
      files.push(...(names ?? []));
    } else if (action === 'people.removed') {
      if (await repeatRemoval(objectId)) counts.people += 1;
    } else if (action === 'message.closed') {
      if (await repeatClosing(entry)) counts.messages += 1;
    } else if (action === 'review.takenBack') {
      if (await repeatTakingBack(objectId, new Date(entry.at))) counts.reviews += 1;
    }
  }
  return { counts, files };
}

/** Withdraws each consent whose last entry since the backup is its withdrawal. */
async function repeatLastWords(entries: Deletion[], knownKeys: Set<string>): Promise<number> {
  let withdrawn = 0;
  for (const words of findNewsOf(entries, knownKeys, ['consent']).values()) {
    const last = words.at(-1);
    if (last?.action === 'consent.withdrawn' && (await repeatWithdrawal(last))) withdrawn += 1;
  }
  return withdrawn;
}

/** Repeats the decisions about experts, passwords, second factors and passkeys. */
async function repeatDecisions(entries: Deletion[], knownKeys: Set<string>) {
  const counts = { experts: 0, passwords: 0, factors: 0, passkeys: 0 };
  for (const [expertId, decisions] of findNewsOf(entries, knownKeys, ['expert', 'credentials']))
    if (await repeatStanding(expertId, decisions)) counts.experts += 1;
  const passwords = findNewsOf(entries, knownKeys, ['password', 'slip']);
  const factors = findNewsOf(entries, knownKeys, ['secondfactor']);
  for (const accountId of new Set([...passwords.keys(), ...factors.keys()])) {
    const changes = { passwords: passwords.get(accountId) ?? [], factors: factors.get(accountId) ?? [] };
    const result = await repeatAccountChanges(accountId, changes);
    if (result.isPasswordEnded) counts.passwords += 1;
    if (result.isFactorEnded) counts.factors += 1;
  }
  for (const accountId of findNewsOf(entries, knownKeys, ['email']).keys())
    await repeatAddressRemoval(accountId);
  for (const objectId of findNewsOf(entries, knownKeys, ['passkey']).keys())
    if (await repeatPasskeyRemoval(objectId)) counts.passkeys += 1;
  for (const [webhookId, changes] of findNewsOf(entries, knownKeys, ['webhook']))
    await repeatWebhookChange(webhookId, changes);
  for (const patientId of findNewsOf(entries, knownKeys, ['helping']).keys())
    await repeatEndOfHelp(patientId);
  for (const keyId of findNewsOf(entries, knownKeys, ['key']).keys()) await endKey(keyId);
  for (const name of findNewsOf(entries, knownKeys, ['duty']).keys()) await repeatDutyRemoval(name);
  for (const [name, choices] of findNewsOf(entries, knownKeys, ['channel']))
    if (choices.at(-1)?.action === 'channel.off') await repeatChannelOff(name);
  for (const [reportId, calls] of findNewsOf(entries, knownKeys, ['followup']))
    await repeatReached(reportId, calls);
  for (const duty of duties)
    for (const [userId, decisions] of findNewsOf(entries, knownKeys, [duty.toLowerCase()]))
      if (decisions.at(-1)?.action.endsWith('.withdrawn')) await withdrawDuty(duty, userId);
  const ruleChange = findLastRuleChange(entries, knownKeys);
  if (ruleChange) await repeatRegistrationRule(ruleChange);
  return counts;
}

/**
 * Finds the last change of the rule `requireRegistration` if the restored database does not have it.
 * Its object is the first day, so that changes of one rule have different objects.
 */
const findLastRuleChange = (entries: Deletion[], knownKeys: Set<string>): Deletion | undefined => {
  const isOfRule = ({ action }: Deletion) =>
    action === 'registration.required' || action === 'registration.notRequired';
  const last = entries.filter(isOfRule).at(-1);
  return last && !knownKeys.has(keyOfDeletion(last)) ? last : undefined;
};

/**
 * Finds the entries of some subjects that the restored database does not have yet. An entry that it
 * has settles all earlier ones: those belong to the time before an earlier restore, which repeated
 * them.
 *
 * @param subjects the part of an action before the dot.
 * @returns the entries of each object, in order; objects without any are left out.
 */
function findNewsOf(
  entries: Deletion[],
  knownKeys: Set<string>,
  subjects: string[],
): Map<string, Deletion[]> {
  const news = new Map<string, Deletion[]>();
  for (const entry of entries) {
    if (!subjects.includes(entry.action.split('.')[0] ?? '')) continue;
    if (knownKeys.has(keyOfDeletion(entry))) news.delete(entry.objectId);
    else news.set(entry.objectId, [...(news.get(entry.objectId) ?? []), entry]);
  }
  return news;
}

const namesOf = (names: (string | null)[]) => names.filter((name) => name !== null);

async function repeatReport(id: string): Promise<string[] | undefined> {
  const [row] = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(eq(reports.id, id));
  if (!row) return undefined;
  const added = await listAddedFileNames([id]);
  await atomically([
    db().delete(reports).where(eq(reports.id, id)),
    db().delete(consents).where(eq(consents.reportId, id)),
    auditEntry({ action: 'report.deleted', objectId: id }),
  ]);
  return namesOf([row.fileName, row.thumbnailName, ...added]);
}

async function repeatRemoval(id: string): Promise<boolean> {
  return atomically([
    requireChange(db().delete(people).where(eq(people.id, id))),
    auditEntry({ action: 'people.removed', objectId: id }),
  ]);
}

async function repeatAccount(id: string): Promise<string[] | undefined> {
  const [account] = await db()
    .select({ id: users.id, email: users.email, pictureName: users.pictureName })
    .from(users)
    .where(eq(users.id, id));
  if (!account) return undefined;
  const ownReports = await db()
    .select({ id: reports.id, fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(eq(reports.patientId, id));
  const added = await listAddedFileNames(ownReports.map((report) => report.id));
  const emails = await waitingEmailsTo(account.email);
  await atomically([
    db().delete(reports).where(eq(reports.patientId, id)),
    ...removeDependents(account, emails),
    db().delete(users).where(eq(users.id, id)),
    ...ownReports.map((report) => auditEntry({ action: 'report.deleted', objectId: report.id })),
    auditEntry({ action: 'account.deleted', objectId: id }),
  ]);
  return namesOf([
    ...ownReports.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...added,
    account.pictureName,
  ]);
}

function repeatWithdrawal({ objectId, at }: Deletion): Promise<boolean> {
  return atomically([
    lock(reports, eq(reports.id, objectId)),
    ...withdrawalSteps(objectId, new Date(at)),
    auditEntry({ action: 'consent.withdrawn', objectId }),
  ]);
}

function repeatClosing({ objectId, at }: Deletion): Promise<boolean> {
  return atomically([
    requireChange(
      db()
        .update(messages)
        .set({ closedAt: new Date(at) })
        .where(and(eq(messages.id, objectId), isNull(messages.closedAt))),
    ),
    auditEntry({ action: 'message.closed', objectId }),
  ]);
}
