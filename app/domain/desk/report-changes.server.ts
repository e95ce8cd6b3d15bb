import { and, asc, desc, eq, gt, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { openCursor, sealCursor } from '~/domain/kernel/cursor.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { ReportList } from '~/domain/queue/report-list.server';
import type { PublicChanges } from '~/domain/report/change-schemas';
import { firstCursor } from '~/domain/report/list-schemas';
import { changeFeed, reportChanges } from '~/platform/db/core/tables/changes.server';
import {
  atomically,
  db,
  execute,
  type Queries,
  readTransaction,
  selectChangesEnd,
} from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { newToken } from '~/platform/secrets/tokens.server';
import { readListedRows } from './read-report-page.server';

const removedKeptDays = 90;

/** The maximum number of changes that a cursor remembers because their review can be undone. */
const maxHidden = 50;

const { xid, seq, list: listColumn, reportId, hiddenUntil, goneAt } = reportChanges;

/** A place in the order of changes: by transaction, then by number. */
type Position = { xid: number; seq: number };

/**
 * A client's place in the changes of a list. `floor` is the place at which it began or which it has
 * reached: it knows every removal up to there. `hidden` has the numbers of the changes before `at`
 * that it has not received, because their review could still be undone.
 */
type Cursor = { epoch: string; at: Position; floor: Position; hidden: number[] };

const position = z
  .tuple([z.int().min(0), z.int().min(0)])
  .transform(([first, second]) => ({ xid: first, seq: second }));
const cursorContent = z.tuple([z.string(), position, position, z.array(z.int())]);

const compare = (left: Position, right: Position) => left.xid - right.xid || left.seq - right.seq;
const isAfter = ({ xid: ofXid, seq: ofSeq }: Position) => sql`(${xid}, ${seq}) > (${ofXid}, ${ofSeq})`;
/** Builds that condition within one transaction. SQLite, where all are 0, seeks only this way. */
const isLaterIn = (at: Position) => and(eq(xid, at.xid), gt(seq, at.seq));
const isUntil = ({ xid: ofXid, seq: ofSeq }: Position) => sql`(${xid}, ${seq}) <= (${ofXid}, ${ofSeq})`;

/** The changes of a list: the rows of reports in it, in the order of their changes. */
type ChangedRows = {
  rows: Awaited<ReturnType<typeof readListedRows>>;
  changes: PublicChanges;
};

/**
 * Reads the changes of a list since a cursor (docs/requirements.md#changes). Each change is returned
 * once and with the row as of it. A change whose review can still be undone waits without delaying
 * those after it. No clock of a server decides anything.
 *
 * @param list the list, with the name of its changes.
 * @param options `boundTo` names the list and its viewer; `changedSince` is the cursor, or `start`;
 *   `limit` the maximum number of changes.
 * @throws Refusal: `invalid` with the code `cursorInvalid` or `cursorExpired`.
 */
export function readChanges(
  { where, changesName }: Pick<ReportList, 'where' | 'changesName'>,
  { boundTo, changedSince, limit }: { boundTo: string; changedSince: string; limit: number },
): Promise<ChangedRows> {
  return readTransaction(async (queries) => {
    const end = await readEnd(queries);
    const cursor = toCursor(boundTo, changedSince, end);
    const due = await readHidden(cursor, { changesName, now: end.now, limit }, queries);
    const nextChanges = await readNext(
      cursor,
      { changesName, end, limit: limit - due.shown.length },
      queries,
    );
    const { shown, next, hasMore } = takeShown(nextChanges, { cursor, end, hidden: due.waiting });
    const ids = [...due.shown, ...shown].map((change) => change.reportId);
    const found = new Map((await readListedRows(where, ids, queries)).map((row) => [row.report.id, row]));
    // Reports that left the list before the client began are none of its concern.
    const isNews = (change: Change) => compare(change, cursor.floor) > 0;
    return {
      rows: ids.flatMap((id) => found.get(id) ?? []),
      changes: {
        removed: [...due.shown, ...shown.filter(isNews)].flatMap((change) =>
          found.has(change.reportId) ? [] : change.reportId,
        ),
        cursor: sealCursor(boundTo, toContent(next)),
        hasMore: hasMore || due.hasMore,
      },
    };
  });
}

type End = Position & { now: number; epoch: string; removed: Position };

/** Reads the end of the changes that are complete, and how far removals were forgotten. */
async function readEnd(queries: Queries): Promise<End> {
  const ofEnd = (column: string) => sql<number>`${sql.identifier('changes_end')}.${sql.identifier(column)}`;
  const [end] = await queries
    .select({
      xid: ofEnd('xid'),
      seq: ofEnd('seq'),
      now: ofEnd('now'),
      epoch: changeFeed.epoch,
      removedXid: changeFeed.removedXid,
      removedSeq: changeFeed.removedSeq,
    })
    .from(changeFeed)
    .innerJoin(sql`(${selectChangesEnd()}) as ${sql.identifier('changes_end')}`, eq(changeFeed.id, 1));
  if (!end) throw new Error('The row of change_feed is missing');
  return {
    xid: Number(end.xid),
    seq: Number(end.seq),
    now: Number(end.now),
    epoch: end.epoch,
    removed: { xid: end.removedXid, seq: end.removedSeq },
  };
}

function toCursor(boundTo: string, changedSince: string, end: End): Cursor {
  const { epoch, removed } = end;
  if (changedSince === firstCursor) {
    const floor = { xid: end.xid, seq: end.seq };
    return { epoch, at: { xid: 0, seq: 0 }, floor, hidden: [] };
  }
  const content = openCursor(boundTo, changedSince);
  if (content === undefined) throw cursorRefusal('cursorInvalid');
  const [ofEpoch, at, floor, hidden] = cursorContent.parse(JSON.parse(content));
  // A place after the end is from before the database was put back to an earlier state.
  const isKnown = ofEpoch === epoch && compare(floor, end) <= 0 && compare(at, end) <= 0;
  if (!isKnown || compare(floor, removed) < 0) throw cursorRefusal('cursorExpired');
  return { epoch, at, floor, hidden };
}

const cursorRefusal = (code: 'cursorInvalid' | 'cursorExpired') =>
  new Refusal('invalid', code === 'cursorInvalid' ? 'list.cursorInvalid' : 'list.cursorExpired', {
    code,
    field: 'changedSince',
  });

const toContent = ({ epoch, at, floor, hidden }: Cursor) =>
  JSON.stringify([epoch, [at.xid, at.seq], [floor.xid, floor.seq], hidden]);

type Change = Position & { reportId: string; hiddenUntil: number | null };
const changeColumns = { xid, seq, reportId, hiddenUntil };

const isHidden = (change: Change, now: number) => change.hiddenUntil !== null && change.hiddenUntil > now;

/**
 * Reads the changes that the client has not received because of their review. A change that has
 * another number by now comes with that one.
 */
async function readHidden(
  { hidden }: Cursor,
  { changesName, now, limit }: { changesName: string; now: number; limit: number },
  queries: Queries,
) {
  if (hidden.length === 0) return { shown: [], waiting: [], hasMore: false };
  const changes = await queries
    .select(changeColumns)
    .from(reportChanges)
    .where(and(eq(listColumn, changesName), inArray(seq, hidden)))
    .orderBy(asc(xid), asc(seq));
  const visible = changes.filter((change) => !isHidden(change, now));
  const shown = visible.slice(0, limit);
  return {
    shown,
    waiting: changes.filter((change) => !shown.includes(change)).map((change) => change.seq),
    hasMore: visible.length > shown.length,
  };
}

/** Reads the next changes, and one more to know whether others follow. */
async function readNext(
  { at }: Cursor,
  { changesName, end, limit }: { changesName: string; end: End; limit: number },
  queries: Queries,
) {
  const changes = await queries
    .select(changeColumns)
    .from(reportChanges)
    .where(and(eq(listColumn, changesName), at.xid === end.xid ? isLaterIn(at) : isAfter(at)))
    .orderBy(asc(xid), asc(seq))
    .limit(limit + 1);
  const complete = changes.filter((change) => compare(change, end) <= 0);
  return { changes: complete.slice(0, limit), isLast: complete.length <= limit };
}

/** Parts the next changes into those to show and those that wait, and moves the cursor past both. */
function takeShown(
  { changes, isLast }: { changes: Change[]; isLast: boolean },
  { cursor, end, hidden: waiting }: { cursor: Cursor; end: End; hidden: number[] },
): { shown: Change[]; next: Cursor; hasMore: boolean } {
  const shown: Change[] = [];
  const hidden = [...waiting];
  let at = cursor.at;
  let isHeldUp = false;
  for (const change of changes) {
    const waits = isHidden(change, end.now);
    if (waits && hidden.length >= maxHidden) {
      isHeldUp = true;
      break;
    }
    if (waits) hidden.push(change.seq);
    else shown.push(change);
    at = { xid: change.xid, seq: change.seq };
  }
  if (isLast && !isHeldUp) at = { xid: end.xid, seq: end.seq };
  const floor = compare(at, cursor.floor) > 0 ? at : cursor.floor;
  return { shown, next: { epoch: cursor.epoch, at, floor, hidden }, hasMore: !isLast && !isHeldUp };
}

/**
 * Forgets reports that left a list over 90 days ago. Cursors from before the last of them are refused
 * from now on.
 */
export async function forgetRemovedReports(now: number): Promise<void> {
  const isOld: SQL | undefined = and(isNotNull(goneAt), lte(goneAt, now - removedKeptDays * dayMs));
  const [last] = await db()
    .select({ xid, seq })
    .from(reportChanges)
    .where(isOld)
    .orderBy(desc(xid), desc(seq))
    .limit(1);
  if (!last) return;
  const { removedXid, removedSeq } = changeFeed;
  await atomically([
    db()
      .update(changeFeed)
      .set({ removedXid: last.xid, removedSeq: last.seq })
      .where(sql`(${removedXid}, ${removedSeq}) < (${last.xid}, ${last.seq})`),
    db()
      .delete(reportChanges)
      .where(and(isOld, isUntil(last))),
  ]);
}

/** Makes every cursor expire, because the database was put back to an earlier state. */
export async function beginChangeEpoch(): Promise<void> {
  await execute(db().update(changeFeed).set({ epoch: newToken(), removedXid: 0, removedSeq: 0 }));
}
