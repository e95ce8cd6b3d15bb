import { readAnswer, Stopped } from '~/ui/connection/send';
import { Refused } from './ask';
import type { WaitingReport } from './sealed-report';
import { sendFile } from './send-file';
import { noteProgress } from './waiting-store';

/** How far a report is; `isWaiting` while there is no line to send it on. */
export type Progress = { sent: number; total: number; isWaiting: boolean };

type Options = {
  signal: AbortSignal;
  onProgress(progress: Progress): void;
  /** Whether nothing but the page has it, in a browser that keeps nothing. */
  isOnPageAlone?(): boolean;
  /** What the form's request says beside it. */
  headers?: HeadersInit;
};

export const firstPauseMs = 1000;
export const longestPauseMs = 60_000;
const waiting = new Set<() => void>();

/** Tries again now what waits for the line. */
export function wake(): void {
  for (const resume of waiting) resume();
}

/**
 * Sends a report: its files in pieces, and then the form that names them. It goes on after every
 * break of the line, also on another day, until the server has answered.
 *
 * @returns the server's answer to the form.
 * @throws Refused where a file is not taken; Stopped where it was thrown away in another tab, or
 *   has gone with a log-out there; whatever the signal says.
 */
export async function sendReport(
  report: WaitingReport,
  { signal, onProgress, headers, isOnPageAlone = () => false }: Options,
): Promise<Response> {
  const { files } = report;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let pauseMs = firstPauseMs;
  let reached = 0;
  const say = (isWaiting: boolean, underWay = 0) => {
    const sent = files.reduce((sum, file) => sum + file.sent, 0) + underWay;
    if (sent > reached) pauseMs = firstPauseMs;
    reached = Math.max(reached, sent);
    onProgress({ sent: Math.min(sent, total), total, isWaiting });
  };
  const note = async () => {
    // What finds no room is noted the next time: the report can be sent all the same.
    const isThere = await noteProgress(report).catch(() => true);
    if (!isThere && !isOnPageAlone()) throw new Stopped();
  };
  for (let isAgain = false; ; ) {
    try {
      for (const file of files)
        await sendFile(file, {
          owner: report.owner,
          signal,
          onSent: (bytes) => say(false, bytes - file.sent),
          onKept: note,
        });
      say(false);
      await note();
      const answer = await submit(report, { signal, headers });
      if (answer.status !== 404 || isAgain) return answer;
      // Their time was over on the way: they are sent once more.
      isAgain = true;
      for (const file of files) Object.assign(file, { slot: undefined, sent: 0 });
    } catch (error) {
      // Who logs out in another tab is not signed in here either, and has taken the report along.
      if (error instanceof Refused) await note();
      if (signal.aborted || !(error instanceof TypeError)) throw error;
      say(true);
      await untilLine(pauseMs, signal);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  }
}

/**
 * Whether an answer says that the report has arrived. One that leads elsewhere, such as to the
 * log-in, does not.
 */
export const hasArrived = async ({ leadsTo }: WaitingReport, answer: Response): Promise<boolean> =>
  answer.status < 400 && (await answer.clone().text()).includes(leadsTo);

/** Sends the form with the places of its files in place of them. */
async function submit(
  { address, fields, files }: WaitingReport,
  init: Pick<RequestInit, 'signal' | 'headers'>,
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  body.append('uploads', files.map(({ slot = '' }) => slot.split('/').pop()).join());
  const answer = await readAnswer(await fetch(address, { ...init, method: 'POST', body }));
  // A server that has to rest: that passes like a line that is broken.
  if (answer.status === 503) throw new TypeError('busy');
  return answer;
}

/** Waits a while, or until the line may be back, or somebody looks or says so. */
export function untilLine(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (how: () => void) => {
      clearTimeout(timer);
      waiting.delete(resume);
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', giveUp);
      how();
    };
    const resume = () => end(resolve);
    const look = () => document.visibilityState === 'visible' && resume();
    const giveUp = () => end(() => reject(signal.reason));
    const timer = setTimeout(resume, ms);
    waiting.add(resume);
    window.addEventListener('online', resume);
    document.addEventListener('visibilitychange', look);
    signal.addEventListener('abort', giveUp);
    if (signal.aborted) giveUp();
  });
}
