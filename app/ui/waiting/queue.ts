import { Stopped } from '~/ui/connection/send';
import { sharedValue } from '~/ui/shared-value';
import { BlockedPieces, RefusedRequest } from './ask';
import {
  countSentBytes,
  openStored,
  readRefusalReason,
  type StoredReport,
  type WaitingReport,
} from './sealed-report';
import { canSeal } from './sealing';
import { dropFile } from './send-file';
import {
  firstPauseMs,
  hasArrived,
  longestPauseMs,
  type SendProgress,
  sendReport,
  untilOnline,
  wakeSender,
} from './send-report';
import { isInFront, withLock } from './turns';
import { announceChange, forgetWaiting } from './waiting-flag';
import { KeyGone, openKey, type WaitingKey } from './waiting-key';
import { dropWaiting, findStored, listStored, noteProgress, sealPlain } from './waiting-store';

type Place = number;

/**
 * Extracts the mistakes from the answer to a form, each sentence once. Remix encodes its data as
 * one list in which each text and object stands once, and an object refers to its keys and values
 * by index (turbo-stream).
 *
 * @param answer the answer as text.
 * @returns an empty string if the answer lists no mistakes or is not from this server.
 */
export function sentenceInForm(answer: string): string {
  try {
    const list = JSON.parse(answer.split('\n')[0] ?? '');
    const placeOf = (key: string, object: Place): Place => list[object][`_${list.indexOf(key)}`];
    const lastResult = placeOf('lastResult', placeOf('data', 0));
    const ofFields: Place[] = Object.values(list[placeOf('error', lastResult)]);
    const places = new Set(ofFields.flatMap((field): Place[] => list[field]));
    return [...places].map((place) => list[place]).join(' ');
  } catch {
    return '';
  }
}

/** A report as the banner shows it. */
export type ShownReport = SendProgress & Pick<WaitingReport, 'id' | 'refused'>;

const { become, useValue } = sharedValue<ShownReport[]>([]);

/** Returns the waiting reports except those that the page itself shows. */
export const useWaiting = useValue;

let shownReports: ShownReport[] = [];
function show(next: ShownReport[]) {
  shownReports = next;
  become(next);
}

const toShownReport = (stored: StoredReport): ShownReport => ({
  ...countSentBytes(stored),
  id: stored.id,
  refused: isRefused(stored) ? '' : undefined,
  isWaiting: false,
});

const isRefused = ({ progress }: StoredReport) => progress?.refused !== undefined;

/**
 * Events for the page. `sent`: a report has arrived. `over`: some waited too long and were removed.
 * `unreadable`: some could not be decrypted and were removed. `signedOut`: the user may not be
 * signed in any more.
 */
export type QueueEvent = 'sent' | 'over' | 'unreadable' | 'signedOut';

type Queue = { owner: string; signal: AbortSignal; onEvent(event: QueueEvent): void };

/** Sends the waiting reports one after the other until none is left that can be sent. */
export async function runQueue({ owner, signal, onEvent }: Queue): Promise<void> {
  const triedIds = new Set<string>();
  while (!signal.aborted) {
    const { reports, isOver } = await listStored(owner);
    if (isOver) onEvent('over');
    const behind = reports.filter(({ id }) => !isInFront(id) && !discardedIds.has(id));
    show(behind.map((stored) => shownReports.find(({ id }) => id === stored.id) ?? toShownReport(stored)));
    if (behind.length === 0) return;
    const key = await keyFor({ owner, signal, onEvent });
    if (key === 'none') return;
    for (const stored of behind) await prepare(stored, key);
    const next = behind.find((stored) => !isRefused(stored) && !triedIds.has(stored.id));
    if (!next) return;
    triedIds.add(next.id);
    await withLock(next.id, async () => {
      const stored = await findStored(next.id);
      if (!stored || signal.aborted) return;
      const report = await openStored(stored, key).catch((error: DOMException) => {
        if (error.name !== 'OperationError') throw error;
        // The key it was sealed with no longer exists.
        return undefined;
      });
      if (!report) {
        await dropWaiting(stored);
        onEvent('unreadable');
      } else if (await sendOne(report, { signal, onEvent })) onEvent('sent');
    });
  }
}

/**
 * Waits for the key of the waiting reports.
 *
 * @returns undefined if this page cannot seal, in which case nothing was sealed; `none` if there is
 * nothing to send: nobody is signed in, or the key no longer exists and the reports were removed.
 */
async function keyFor({ owner, signal, onEvent }: Queue): Promise<WaitingKey | undefined | 'none'> {
  if (!canSeal()) return undefined;
  for (let pauseMs = firstPauseMs; ; pauseMs = Math.min(longestPauseMs, pauseMs * 2)) {
    try {
      return await openKey(owner, signal);
    } catch (error) {
      if (signal.aborted) return 'none';
      if (error instanceof KeyGone) {
        forgetWaiting();
        show([]);
        onEvent('unreadable');
        return 'none';
      }
      if (error instanceof RefusedRequest) {
        show(shownReports.map((one) => ({ ...one, refused: error.message })));
        onEvent('signedOut');
        return 'none';
      }
      show(shownReports.map((one) => ({ ...one, isWaiting: true })));
      const isStopped = await untilOnline(pauseMs, signal).then(
        () => false,
        () => true,
      );
      if (isStopped) return 'none';
    }
  }
}

/** Shows why a report was refused, and seals one that an earlier version stored unsealed. */
async function prepare(stored: StoredReport, key: WaitingKey | undefined): Promise<void> {
  const refused = await readRefusalReason(stored, key);
  show(shownReports.map((one) => (one.id === stored.id ? { ...one, isWaiting: false, refused } : one)));
  // If there is no room, or the report was sent meanwhile, it is left unsealed.
  if (key) await sealPlain(stored, key).catch(() => undefined);
}

type Sending = Pick<Queue, 'signal' | 'onEvent'>;

/**
 * Sends a report.
 *
 * @returns true if it has arrived.
 */
async function sendOne(report: WaitingReport, { signal, onEvent }: Sending): Promise<boolean> {
  const onProgress = (progress: SendProgress) =>
    show(
      shownReports.map((one) => (one.id === report.id ? { ...one, ...progress, refused: undefined } : one)),
    );
  const control = controllerOf(report.id, signal);
  try {
    const options = { signal: control.signal, onProgress };
    const answer = await sendReport(report, options).catch((error) => {
      if (error instanceof BlockedPieces) return sendReport(report, { ...options, isWhole: true });
      throw error;
    });
    if (await hasArrived(report, answer)) {
      await dropWaiting(report);
      return true;
    }
    await setAside(report, answer.status, sentenceInForm(await answer.text()));
    if (answer.status < 400) onEvent('signedOut');
  } catch (error) {
    if (error instanceof RefusedRequest) {
      await setAside(report, error.status, error.message);
      if (error.status === 401) onEvent('signedOut');
    }
    // It was discarded in another tab.
    else if (!(error instanceof Stopped) && !control.signal.aborted) throw error;
  } finally {
    controllers.delete(report.id);
  }
  return false;
}

/**
 * Leaves a refused report to the user. If they have to log in or to wait for a rate limit, sending
 * continues from the next page.
 */
async function setAside(report: WaitingReport, status: number, refused = '') {
  show(shownReports.map((one) => (one.id === report.id ? { ...one, refused } : one)));
  const isLater = status < 400 || status === 401 || status === 429 || status >= 500;
  if (!isLater) await noteProgress({ ...report, refused });
}

const controllers = new Map<string, AbortController>();
/** Reports discarded on this page, which may be about to be sent. */
const discardedIds = new Set<string>();

/** Returns the controller that aborts sending when a report is discarded or the page is left. */
function controllerOf(id: string, signal: AbortSignal): AbortController {
  const control = new AbortController();
  signal.addEventListener('abort', () => control.abort(signal.reason));
  controllers.set(id, control);
  if (discardedIds.has(id)) control.abort();
  return control;
}

/** Retries at once. */
export async function resumeReport(id: string): Promise<void> {
  const stored = await findStored(id);
  show(shownReports.map((one) => (one.id === id ? { ...one, refused: undefined } : one)));
  if (stored && isRefused(stored)) await noteProgress({ id, files: stored.progress?.files ?? [] });
  announceChange();
  wakeSender();
}

/** Discards a report, here and its pieces on the server. */
export async function discardReport(id: string): Promise<void> {
  discardedIds.add(id);
  show(shownReports.filter((one) => one.id !== id));
  controllers.get(id)?.abort();
  const stored = await findStored(id);
  if (!stored) return;
  await dropWaiting(stored);
  for (const file of stored.progress?.files ?? []) dropFile(file, stored.owner);
}
