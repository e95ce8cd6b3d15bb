import { and, asc, desc, eq, gt, gte, inArray, isNotNull } from 'drizzle-orm';
import { type Deletion, type DeletionList, openDeletions } from '~/platform/backup/deleted-ids.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';

/**
 * The actions a restore repeats: permanent deletions, withdrawals of access, and lost permissions.
 *
 * Closed messages are on the list because they are deleted some time later. Renewed consents and
 * restored experts are on it so that the last decision counts. Changed credentials are on it
 * because an approval covers only those that the admin saw.
 */
const repeatedActions = [
  'report.deleted',
  'account.deleted',
  'consent.withdrawn',
  'consent.given',
  'message.closed',
  'review.takenBack',
  'people.removed',
  'expert.approved',
  'expert.rejected',
  'expert.suspended',
  'expert.restored',
  'expert.answersDoubted',
  'expert.answersKept',
  'credentials.changed',
  'email.removed',
  'password.changed',
  'password.reset',
  'passkey.removed',
  'passkey.allRemoved',
  'slip.lost',
  'slip.forgotten',
  'slip.phoneLost',
  'webhook.changed',
  'webhook.ended',
  'webhook.removed',
  'helper.granted',
  'helper.withdrawn',
  'frontDesk.granted',
  'frontDesk.withdrawn',
  'helping.ended',
  'duty.removed',
  'channel.on',
  'channel.off',
  'followUp.reached',
  'key.revoked',
  'registration.required',
  'registration.notRequired',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.renewed',
  'secondFactor.recovery',
] as const satisfies AuditAction[];

/**
 * Returns the name of an action in the list. A server of an earlier release considers a list
 * damaged if there is a capital letter before the dot.
 */
const nameInList = (action: string) => action.replace(/^\w+/, (subject) => subject.toLowerCase());

type Open = { folder: string; list: ReturnType<typeof openDeletions>; lastId: number };

const holder = globalThis as { secondLookDeletions?: Open };
let lastTask: Promise<void> = Promise.resolve();

/**
 * Starts keeping a list of deletions in a folder of backups, and brings it up to date. A folder that
 * cannot be written to is logged.
 *
 * @param folder the folder of the backups.
 */
export async function keepDeletions(folder: string): Promise<void> {
  await inTurn(() => open(folder));
}

/**
 * Brings the list of deletions up to date; it is on the disk when the promise resolves. Called
 * after each deletion and every other action that a restore repeats.
 *
 * Never rejects: a deletion succeeds even if the backup disk is missing. The error is logged, and
 * the next call catches up, within the hour at the latest.
 */
export const listDeletions = (): Promise<void> => inTurn(bringUpToDate);

/**
 * Brings the list of deletions up to date, regularly.
 *
 * @throws the error of the folder or the database.
 */
export function requireListedDeletions(): Promise<void> {
  const task = lastTask.then(bringUpToDate);
  lastTask = task.catch(() => undefined);
  return task;
}

async function bringUpToDate() {
  const { folder, list } = holder.secondLookDeletions ?? {};
  if (!folder) return;
  // Another disk may be mounted there by now.
  if (!list?.isStill()) await open(folder);
  else await catchUp();
}

/** Removes entries that no backup contains any more. Called after a backup. */
export function pruneDeletions(): Promise<void> {
  return inTurn(async () => holder.secondLookDeletions?.list.prune());
}

function inTurn(act: () => Promise<void>): Promise<void> {
  lastTask = lastTask.then(act).catch((error: unknown) => void logIncident('deletions.list', error));
  return lastTask;
}

async function open(folder: string) {
  const fullList = await fromBeginning();
  holder.secondLookDeletions = { folder, lastId: 0, list: openDeletions(folder, () => fullList) };
  await catchUp();
}

/** Reads every deletion since the database was created or last restored, from the audit log. */
async function fromBeginning(): Promise<DeletionList> {
  const [lastRestore] = await db()
    .select({ at: audit.at })
    .from(audit)
    .where(eq(audit.action, 'backup.restored'))
    .orderBy(desc(audit.id))
    .limit(1);
  const since = lastRestore?.at.getTime() ?? 0;
  return { since, entries: await readDeletions({ since }) };
}

/**
 * Reads the entries of the list from the audit log, oldest first.
 *
 * @param since milliseconds since 1970.
 * @param afterId the ID of an audit entry.
 */
export async function readDeletions({ since = 0, afterId = 0 } = {}): Promise<Deletion[]> {
  const rows = await db()
    .select({ id: audit.id, at: audit.at, action: audit.action, objectId: audit.objectId })
    .from(audit)
    .where(
      and(
        inArray(audit.action, [...repeatedActions]),
        gt(audit.id, afterId),
        gte(audit.at, new Date(since)),
        isNotNull(audit.objectId),
      ),
    )
    .orderBy(asc(audit.id));
  return rows.map(({ id, at, action, objectId }) => ({
    id,
    at: at.getTime(),
    action: nameInList(action),
    objectId: objectId ?? '',
  }));
}

/**
 * Adds the entries since the last read. None is missed, because audit entries are written one after
 * the other, each with a larger ID than the one before, whichever server writes them.
 */
async function catchUp() {
  const { secondLookDeletions: current } = holder;
  if (!current) return;
  const { list, lastId } = current;
  const deletions = await readDeletions({ since: list.since(), afterId: lastId });
  const newDeletions = deletions.filter((entry) => !list.has(entry));
  if (newDeletions.length > 0) list.add(newDeletions);
  current.lastId = deletions.at(-1)?.id ?? lastId;
}
