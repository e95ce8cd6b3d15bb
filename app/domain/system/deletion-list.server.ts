import { and, asc, desc, eq, gt, gte, inArray, isNotNull, isNull } from 'drizzle-orm';
import { removeDependents } from '~/domain/accounts/own-data/remove-dependents.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { dropHeldEmails } from '~/domain/notices/bounded-emails.server';
import { waitingEmailsTo } from '~/domain/notices/waiting-counts.server';
import { addedNamesOf } from '~/domain/reports/files/added-files.server';
import { closeQuestionOf } from '~/domain/reports/questions/question-state.server';
import { repeatTakingBack } from '~/domain/reports/review/taken-back.server';
import {
  type Deletion,
  type DeletionList,
  keyOfDeletion,
  openDeletions,
} from '~/platform/backup/deleted-ids.server';
import { atomically, db, execute, isDatabaseShared, requireChange } from '~/platform/db/db.server';
import { audit, consents, messages, people, reports, uploadSlots, users } from '~/platform/db/tables.server';
import type { AuditAction } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';

/**
 * What a restore repeats: what is gone for good, or for those who could read it. Messages go by
 * themselves some time after they were closed, and consent that was given again is there so that
 * the last word counts.
 */
const repeated = [
  'report.deleted',
  'account.deleted',
  'consent.withdrawn',
  'consent.given',
  'message.closed',
  'review.takenBack',
  'people.removed',
] as const satisfies AuditAction[];

type Open = { folder: string; list: ReturnType<typeof openDeletions>; lastId: number };

const holder = globalThis as { secondLookDeletions?: Open };
let turn: Promise<void> = Promise.resolve();

const catchUpEveryMs = 60_000;

/**
 * Keeps a list of deletions in a folder of backups from now on, and brings it up to date; where
 * other servers delete too, every minute. Takes the folder. A folder that cannot be written to is
 * logged.
 */
export async function keepDeletions(folder: string): Promise<void> {
  await inTurn(() => open(folder));
  if (isDatabaseShared()) setInterval(listDeletions, catchUpEveryMs).unref();
}

/**
 * Brings the list of deletions up to date, on the disk when it resolves; called after each
 * deletion. Never rejects: a deletion is done also where the disk of the backups is gone. That is
 * logged, and made up for the next time, at the latest within the hour.
 */
export function listDeletions(): Promise<void> {
  return inTurn(async () => {
    const { folder, list } = holder.secondLookDeletions ?? {};
    if (!folder) return;
    // Another disk may be mounted there by now.
    if (!list?.isStill()) await open(folder);
    else await catchUp();
  });
}

/** Drops from the list what no backup holds any more; called after a backup. */
export function pruneDeletions(): Promise<void> {
  return inTurn(async () => holder.secondLookDeletions?.list.prune());
}

function inTurn(act: () => Promise<void>): Promise<void> {
  turn = turn.then(act).catch((error: unknown) => void logIncident('deletions.list', error));
  return turn;
}

async function open(folder: string) {
  const whole = await fromBeginning();
  holder.secondLookDeletions = { folder, lastId: 0, list: openDeletions(folder, () => whole) };
  await catchUp();
}

/** The audit log knows every deletion since the database began, or since it was last restored. */
async function fromBeginning(): Promise<DeletionList> {
  const [restored] = await db()
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.action, 'backup.restored'))
    .orderBy(desc(audit.id))
    .limit(1);
  const since = restored?.at.getTime() ?? 0;
  return { since, entries: await deletionsOf({ since, afterId: 0 }) };
}

async function deletionsOf({ since, afterId }: { since: number; afterId: number }): Promise<Deletion[]> {
  const rows = await db()
    .select({ id: audit.id, at: audit.at, action: audit.action, objectId: audit.objectId })
    .from(audit)
    .where(
      and(
        inArray(audit.action, [...repeated]),
        gt(audit.id, afterId),
        gte(audit.at, new Date(since)),
        isNotNull(audit.objectId),
      ),
    )
    .orderBy(asc(audit.id));
  return rows.map((row) => ({ ...row, at: row.at.getTime(), objectId: row.objectId ?? '' }));
}

/**
 * Nothing is missed between two looks: the lines of the audit log are written one after the other,
 * each with a larger id than the last, whichever server writes them.
 */
async function catchUp() {
  const { secondLookDeletions: current } = holder;
  if (!current) return;
  const { list, lastId } = current;
  const found = await deletionsOf({ since: list.since(), afterId: lastId });
  const fresh = found.filter((entry) => !list.has(entry));
  if (fresh.length > 0) list.add(fresh);
  current.lastId = found.at(-1)?.id ?? lastId;
}

/** What a restore took out of a backup. */
export type Repeated = {
  reports: number;
  accounts: number;
  consents: number;
  messages: number;
  reviews: number;
  people: number;
};

/**
 * Repeats, in a restored database that is open and serves nobody yet, what was deleted since its
 * backup, with an audit entry for each, and one for the restore. Takes the entries of the list, in
 * order.
 *
 * @returns how many of what were there still, and the names of the files that no row names any
 *   more.
 */
export async function repeatDeletions(entries: Deletion[]): Promise<{ repeated: Repeated; files: string[] }> {
  const done: Repeated = { reports: 0, accounts: 0, consents: 0, messages: 0, reviews: 0, people: 0 };
  const files: string[] = [];
  const sinceBackup = await notInAudit(entries);
  const lastWord = new Map(
    sinceBackup.filter(({ action }) => action.startsWith('consent.')).map((entry) => [entry.objectId, entry]),
  );
  for (const entry of sinceBackup) {
    const { action, objectId } = entry;
    if (action === 'report.deleted') {
      const names = await repeatReport(objectId);
      if (names) done.reports += 1;
      files.push(...(names ?? []));
    } else if (action === 'account.deleted') {
      const names = await repeatAccount(objectId);
      if (names) done.accounts += 1;
      files.push(...(names ?? []));
    } else if (action === 'people.removed') {
      if (await repeatRemoval(objectId)) done.people += 1;
    } else if (action === 'message.closed') {
      if (await repeatClosing(entry)) done.messages += 1;
    } else if (action === 'review.takenBack') {
      if (await repeatTakingBack(objectId, new Date(entry.at))) done.reviews += 1;
    } else if (action === 'consent.withdrawn' && lastWord.get(objectId) === entry) {
      if (await repeatWithdrawal(entry)) done.consents += 1;
    }
  }
  // A backup has the rows of files that were still arriving, and nothing of what had arrived.
  await execute(db().delete(uploadSlots));
  await execute(auditEntry({ action: 'backup.restored' }));
  return { repeated: done, files };
}

/**
 * Those that the restored database does not know of: they came after its backup, whatever the clock
 * said.
 */
async function notInAudit(entries: Deletion[]): Promise<Deletion[]> {
  const known = new Set((await deletionsOf({ since: 0, afterId: 0 })).map(keyOfDeletion));
  return entries.filter((entry) => !known.has(keyOfDeletion(entry)));
}

const namesOf = (names: (string | null)[]) => names.filter((name) => name !== null);

async function repeatReport(id: string): Promise<string[] | undefined> {
  const [row] = await db()
    .select({ fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(eq(reports.id, id));
  if (!row) return undefined;
  const added = await addedNamesOf([id]);
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
  const own = await db()
    .select({ id: reports.id, fileName: reports.fileName, thumbnailName: reports.thumbnailName })
    .from(reports)
    .where(eq(reports.patientId, id));
  const added = await addedNamesOf(own.map((report) => report.id));
  const emails = await waitingEmailsTo(account.email);
  await atomically([
    db().delete(reports).where(eq(reports.patientId, id)),
    ...removeDependents(account, emails),
    db().delete(users).where(eq(users.id, id)),
    ...own.map((report) => auditEntry({ action: 'report.deleted', objectId: report.id })),
    auditEntry({ action: 'account.deleted', objectId: id }),
  ]);
  return namesOf([
    ...own.flatMap(({ fileName, thumbnailName }) => [fileName, thumbnailName]),
    ...added,
    account.pictureName,
  ]);
}

async function repeatWithdrawal({ objectId, at }: Deletion): Promise<boolean> {
  const isPending = and(eq(reports.id, objectId), eq(reports.status, 'Pending'));
  const [row] = await db().select({ id: reports.id }).from(reports).where(isPending);
  if (!row) return false;
  await atomically([
    db()
      .update(reports)
      .set({
        status: 'Withdrawn',
        submissionKey: null,
        contentKey: null,
        waitsFor: null,
        updatedAt: new Date(at),
      })
      .where(isPending),
    db()
      .update(consents)
      .set({ withdrawnAt: new Date(at) })
      .where(and(eq(consents.reportId, objectId), isNull(consents.withdrawnAt))),
    closeQuestionOf(objectId, new Date(at)),
    dropHeldEmails(objectId, ['question']),
    auditEntry({ action: 'consent.withdrawn', objectId }),
  ]);
  return true;
}

async function repeatClosing({ objectId, at }: Deletion): Promise<boolean> {
  const isOpen = and(eq(messages.id, objectId), isNull(messages.closedAt));
  const [row] = await db().select({ id: messages.id }).from(messages).where(isOpen);
  if (!row) return false;
  await atomically([
    db()
      .update(messages)
      .set({ closedAt: new Date(at) })
      .where(isOpen),
    auditEntry({ action: 'message.closed', objectId }),
  ]);
  return true;
}
