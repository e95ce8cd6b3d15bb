import { hourMs, minuteMs } from '~/platform/durations';

/** The rung of an alert of which nobody was told yet. */
export const noRung = -1;

/** The rung of an urgent report at which admins and the front desk are told; later ones repeat it. */
export const deskRung = 2;

/** Minutes after which each rung falls due. The first two are for experts on duty. */
const rungMinutes = [0, 15, 30];

/** Time after which the last rung is raised again. */
const repeatMs = 2 * hourMs;

/** Time without a reader after which the patient is told. The page says it after the same time. */
export const patientToldAfterMs = 30 * minuteMs;

/** Says how far an alert has come. */
export type Ladder = { since: Date; rung: number; dueAt: Date };

/** Returns when the rung after the given one falls due. */
export function findDueAt({ since, rung }: Pick<Ladder, 'since' | 'rung'>, raisedAt: Date): Date {
  const minutes = rungMinutes[rung + 1];
  return minutes === undefined
    ? new Date(raisedAt.getTime() + repeatMs)
    : new Date(since.getTime() + minutes * minuteMs);
}

/**
 * Corrects a ladder that was written while a clock was ahead: it began now at the latest, and its next
 * rung is no further off than after one that is raised now.
 */
export function toPossible({ since, rung, dueAt }: Ladder, now: Date): Ladder {
  const begun = since > now ? now : since;
  const latest = findDueAt({ since: begun, rung }, now);
  return { since: begun, rung, dueAt: dueAt > latest ? latest : dueAt };
}

/**
 * Raises every rung that has fallen due, however long ago. Repetitions of the last rung that were
 * missed are one.
 *
 * @returns the numbers of the rungs that are raised now, and the ladder after them.
 */
function climb(ladder: Ladder, now: Date): { raised: number[]; rung: number; dueAt: Date } {
  const raised: number[] = [];
  let { rung, dueAt } = ladder;
  while (dueAt <= now) {
    rung += 1;
    raised.push(rung);
    dueAt = findDueAt({ since: ladder.since, rung }, now);
  }
  return { raised, rung, dueAt };
}

type ReportState = { status: 'Pending' | 'Reviewed' | 'Withdrawn'; hiddenUntil: Date | null };

/** Returns why the alert of a report is over; undefined while it is open, however old it is. */
export function findEnding({ status, hiddenUntil }: ReportState, now: Date) {
  if (status === 'Withdrawn') return 'withdrawn';
  // A review that can still be undone does not stand yet.
  return status === 'Reviewed' && Number(hiddenUntil) <= now.getTime() ? 'reviewed' : undefined;
}

type Claim = { claimedBy: string | null; claimedAt: Date | null; claimedUntil: Date | null };
type Acknowledgement = { acknowledgedBy: string | null; acknowledgedAt: Date | null };

/** Milliseconds by which the clock of a server may be ahead of the database's. */
const maxAheadMs = 2 * minuteMs;

/**
 * Checks whether an expert reads a report. A claim by a server whose clock is ahead lasts its own
 * length from when the ladder first saw it, so that it keeps nobody waiting.
 */
export function isAcknowledged(row: Claim & Acknowledgement, now: Date): boolean {
  const { claimedBy, claimedAt, claimedUntil, acknowledgedBy, acknowledgedAt } = row;
  if (claimedBy === null || claimedUntil === null || claimedUntil <= now) return false;
  const aheadMs = Number(claimedAt) - now.getTime();
  if (aheadMs <= maxAheadMs || acknowledgedBy !== claimedBy || !acknowledgedAt) return true;
  const lengthMs = claimedUntil.getTime() - Number(claimedAt);
  return acknowledgedAt.getTime() + lengthMs > now.getTime();
}

/** The rules of the ladder, which a test may replace by faulty ones. */
export const ladderRules = { climb, findEnding };
