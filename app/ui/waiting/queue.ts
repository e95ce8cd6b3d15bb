import { Stopped } from '~/ui/connection/send';
import { sharedValue } from '~/ui/shared-value';
import { Refused } from './ask';
import { bytesOf, openStored, reasonOf, type StoredReport, type WaitingReport } from './sealed-report';
import { canSeal } from './sealing';
import { dropFile } from './send-file';
import {
  firstPauseMs,
  hasArrived,
  longestPauseMs,
  type Progress,
  sendReport,
  untilLine,
  wake,
} from './send-report';
import { isInFront, withLock } from './turns';
import { announceChange, forgetWaiting } from './waiting-flag';
import { KeyGone, openKey, type WaitingKey } from './waiting-key';
import { dropWaiting, findStored, listStored, noteProgress, sealPlain } from './waiting-store';

type Place = number;

/**
 * What the answer to a form says is wrong, each sentence once. Remix writes its data as one list in
 * which each text and object stands once, and an object names the places of its keys and values
 * (turbo-stream).
 *
 * @param answer the answer as text.
 * @returns empty where the answer says nothing of the kind, or is none of ours.
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
export type Shown = Progress & Pick<WaitingReport, 'id' | 'refused'>;

const { become, useValue } = sharedValue<Shown[]>([]);

/** The reports that wait, but one that the page itself shows. */
export const useWaiting = useValue;

let shown: Shown[] = [];
function show(next: Shown[]) {
  shown = next;
  become(next);
}

const asShown = (stored: StoredReport): Shown => ({
  ...bytesOf(stored),
  id: stored.id,
  refused: isRefused(stored) ? '' : undefined,
  isWaiting: false,
});

const isRefused = ({ progress }: StoredReport) => progress?.refused !== undefined;

/**
 * Events that a page is told: that a report has arrived; that some waited too long, or cannot be
 * read any more, and are gone; that the person may not be signed in any more.
 */
export type QueueEvent = 'sent' | 'over' | 'unreadable' | 'signedOut';

type Queue = { owner: string; signal: AbortSignal; onEvent(event: QueueEvent): void };

/** Sends the reports that wait, one after the other, until none is left that can be sent. */
export async function runQueue({ owner, signal, onEvent }: Queue): Promise<void> {
  const tried = new Set<string>();
  while (!signal.aborted) {
    const { reports, isOver } = await listStored(owner);
    if (isOver) onEvent('over');
    const behind = reports.filter(({ id }) => !isInFront(id) && !gone.has(id));
    show(behind.map((stored) => shown.find(({ id }) => id === stored.id) ?? asShown(stored)));
    if (behind.length === 0) return;
    const key = await keyFor({ owner, signal, onEvent });
    if (key === 'none') return;
    for (const stored of behind) await prepare(stored, key);
    const next = behind.find((stored) => !isRefused(stored) && !tried.has(stored.id));
    if (!next) return;
    tried.add(next.id);
    await withLock(next.id, async () => {
      const stored = await findStored(next.id);
      if (!stored || signal.aborted) return;
      const report = await openStored(stored, key).catch((error: DOMException) => {
        if (error.name !== 'OperationError') throw error;
        // It was sealed with a key that is gone.
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
 * Waits for the key of what waits.
 *
 * @returns undefined where this page cannot seal, and what waits was never sealed; `none` if there
 *   is nothing to be sent: nobody is signed in, or the key is gone and with it what waited.
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
      if (error instanceof Refused) {
        show(shown.map((one) => ({ ...one, refused: error.message })));
        onEvent('signedOut');
        return 'none';
      }
      show(shown.map((one) => ({ ...one, isWaiting: true })));
      const isStopped = await untilLine(pauseMs, signal).then(
        () => false,
        () => true,
      );
      if (isStopped) return 'none';
    }
  }
}

/** Shows why a report was refused, and seals one that an earlier version put away as it was. */
async function prepare(stored: StoredReport, key: WaitingKey | undefined): Promise<void> {
  const refused = await reasonOf(stored, key);
  show(shown.map((one) => (one.id === stored.id ? { ...one, isWaiting: false, refused } : one)));
  // What finds no room, or was sent meanwhile, is left as it is.
  if (key) await sealPlain(stored, key).catch(() => undefined);
}

type Sending = Pick<Queue, 'signal' | 'onEvent'>;

/** Sends one, and says whether it has arrived. */
async function sendOne(report: WaitingReport, { signal, onEvent }: Sending): Promise<boolean> {
  const onProgress = (progress: Progress) =>
    show(shown.map((one) => (one.id === report.id ? { ...one, ...progress, refused: undefined } : one)));
  const control = thrown(report.id, signal);
  try {
    const answer = await sendReport(report, { signal: control.signal, onProgress });
    if (await hasArrived(report, answer)) {
      await dropWaiting(report);
      return true;
    }
    await setAside(report, answer.status, sentenceInForm(await answer.text()));
    if (answer.status < 400) onEvent('signedOut');
  } catch (error) {
    if (error instanceof Refused) {
      await setAside(report, error.status, error.message);
      if (error.status === 401) onEvent('signedOut');
    }
    // In another tab it was thrown away.
    else if (!(error instanceof Stopped) && !control.signal.aborted) throw error;
  } finally {
    under.delete(report.id);
  }
  return false;
}

/**
 * Leaves a report that was not taken to the person. Who is not signed in any more is led to the
 * log-in, and who does too much has to wait: then it goes on from the next page.
 */
async function setAside(report: WaitingReport, status: number, refused = '') {
  show(shown.map((one) => (one.id === report.id ? { ...one, refused } : one)));
  const isLater = status < 400 || status === 401 || status === 429 || status >= 500;
  if (!isLater) await noteProgress({ ...report, refused });
}

const under = new Map<string, AbortController>();
/** What was thrown away on this page, which may be about to be sent. */
const gone = new Set<string>();

/** What ends the sending of a report when it is thrown away, or the page is over. */
function thrown(id: string, signal: AbortSignal): AbortController {
  const control = new AbortController();
  signal.addEventListener('abort', () => control.abort(signal.reason));
  under.set(id, control);
  if (gone.has(id)) control.abort();
  return control;
}

/** Tries again at once. */
export async function goOn(id: string): Promise<void> {
  const stored = await findStored(id);
  show(shown.map((one) => (one.id === id ? { ...one, refused: undefined } : one)));
  if (stored && isRefused(stored)) await noteProgress({ id, files: stored.progress?.files ?? [] });
  announceChange();
  wake();
}

/** Throws a report away, here and what of it lies with the server. */
export async function throwAway(id: string): Promise<void> {
  gone.add(id);
  show(shown.filter((one) => one.id !== id));
  under.get(id)?.abort();
  const stored = await findStored(id);
  if (!stored) return;
  await dropWaiting(stored);
  for (const file of stored.progress?.files ?? []) dropFile(file, stored.owner);
}
