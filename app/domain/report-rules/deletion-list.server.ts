import { and, asc, desc, eq, gt, gte, inArray, isNotNull } from 'drizzle-orm';
import { type Deletion, type DeletionList, openDeletions } from '~/platform/backup/deleted-ids.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, isDatabaseShared } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import { logIncident } from '~/platform/observability/log.server';

/**
 * What a restore repeats: what is gone for good, or for those who could read it, and what somebody
 * may do no longer. Messages go by themselves some time after they were closed. Consent that was
 * given again and experts who were let in again are there so that the last word counts, and changed
 * credentials since an approval is of those that the admin saw.
 */
const repeated = [
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
  'credentials.changed',
  'password.changed',
  'password.reset',
  'secondFactor.on',
  'secondFactor.off',
  'secondFactor.renewed',
  'secondFactor.recovery',
] as const satisfies AuditAction[];

/**
 * Returns how the list calls an action. A server of an earlier release takes a list for damaged if
 * there is a capital letter before the dot.
 */
const nameInList = (action: string) => action.replace(/^\w+/, (subject) => subject.toLowerCase());

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
 * deletion and everything else that a restore repeats. Never rejects: a deletion is done also where
 * the disk of the backups is gone. That is logged, and made up for the next time, at the latest
 * within the hour.
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
  return { since, entries: await readDeletions({ since }) };
}

/**
 * Reads from the audit log what belongs in the list, oldest first.
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
        inArray(audit.action, [...repeated]),
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
 * Nothing is missed between two looks: the lines of the audit log are written one after the other,
 * each with a larger id than the last, whichever server writes them.
 */
async function catchUp() {
  const { secondLookDeletions: current } = holder;
  if (!current) return;
  const { list, lastId } = current;
  const found = await readDeletions({ since: list.since(), afterId: lastId });
  const fresh = found.filter((entry) => !list.has(entry));
  if (fresh.length > 0) list.add(fresh);
  current.lastId = found.at(-1)?.id ?? lastId;
}
