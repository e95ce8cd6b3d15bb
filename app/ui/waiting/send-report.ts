import { readAnswer, Stopped } from '~/ui/connection/send';
import { RefusedRequest } from './ask';
import type { WaitingReport } from './sealed-report';
import { sendFile } from './send-file';
import { noteProgress } from './waiting-store';

/** Progress of a report; `isWaiting` while there is no connection. */
export type SendProgress = { sent: number; total: number; isWaiting: boolean };

type Options = {
  signal: AbortSignal;
  onProgress(progress: SendProgress): void;
  /** Returns true if only the page has the report, in a browser that cannot store it. */
  isOnPageAlone?(): boolean;
  /** Headers of the form's request. */
  headers?: HeadersInit;
  /** True to send the files in the form itself, over a network that does not pass pieces on. */
  isWhole?: boolean;
};

export const firstPauseMs = 1000;
export const longestPauseMs = 60_000;
const waiting = new Set<() => void>();

/** Retries everything that waits for the connection. */
export function wakeSender(): void {
  for (const resume of waiting) resume();
}

/**
 * Sends a report: its files in pieces, then the form that names them. Continues after every lost
 * connection, even on another day, until the server has answered.
 *
 * @returns the server's answer to the form.
 * @throws RefusedRequest if a file is refused; BlockedPieces if the network passes no pieces on;
 * Stopped if the report was discarded in another tab or removed by a log-out there; the signal's
 * reason if it is aborted.
 */
export async function sendReport(
  report: WaitingReport,
  { signal, onProgress, headers, isWhole = false, isOnPageAlone = () => false }: Options,
): Promise<Response> {
  const { files } = report;
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  let pauseMs = firstPauseMs;
  let maxSentBytes = 0;
  const reportProgress = (isWaiting: boolean, underWay = 0) => {
    const sentBytes = files.reduce((sum, file) => sum + file.sent, 0) + underWay;
    if (sentBytes > maxSentBytes) pauseMs = firstPauseMs;
    maxSentBytes = Math.max(maxSentBytes, sentBytes);
    onProgress({ sent: Math.min(sentBytes, total), total, isWaiting });
  };
  const note = async () => {
    // Without room the progress is noted the next time. The report can be sent all the same.
    const isThere = await noteProgress(report).catch(() => true);
    if (!isThere && !isOnPageAlone()) throw new Stopped();
  };
  for (let isAgain = false; ; ) {
    try {
      for (const file of isWhole ? [] : files)
        await sendFile(file, {
          owner: report.owner,
          signal,
          onSent: (bytes) => reportProgress(false, bytes - file.sent),
          onKept: note,
        });
      reportProgress(false);
      await note();
      const answer = await submit(report, { signal, headers, isWhole });
      if (answer.status !== 404 || isAgain) return answer;
      // The files expired on the server meanwhile, so they are sent once more.
      isAgain = true;
      for (const file of files) Object.assign(file, { slot: undefined, sent: 0 });
    } catch (error) {
      // A log-out in another tab signs the user out here too, and has removed the report.
      if (error instanceof RefusedRequest) await note();
      if (signal.aborted || !(error instanceof TypeError)) throw error;
      reportProgress(true);
      await untilOnline(pauseMs, signal);
      pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    }
  }
}

/**
 * Resolves to true if an answer says that the report has arrived. A redirect elsewhere, such as to
 * the log-in, does not.
 */
export const hasArrived = async ({ leadsTo }: WaitingReport, answer: Response): Promise<boolean> =>
  answer.status < 400 && (await answer.clone().text()).includes(leadsTo);

/** Submits the form with the IDs of the uploaded files, or with the files themselves. */
async function submit(
  { address, fields, files }: WaitingReport,
  { isWhole, ...init }: Pick<Options, 'signal' | 'headers' | 'isWhole'>,
): Promise<Response> {
  const body = new FormData();
  for (const [name, value] of fields) body.append(name, value);
  if (isWhole)
    for (const { field, file } of files)
      body.append(field, new File([await file.read(0, file.size)], file.name));
  else body.append('uploads', files.map(({ slot = '' }) => slot.split('/').pop()).join());
  const answer = await readAnswer(await fetch(address, { ...init, method: 'POST', body }));
  // An overloaded server counts as a lost connection.
  if (answer.status === 503) throw new TypeError('busy');
  return answer;
}

/**
 * Waits for `ms`, or until the connection may be back, the page becomes visible, or `wakeSender` is
 * called.
 */
export function untilOnline(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const end = (settle: () => void) => {
      clearTimeout(timer);
      waiting.delete(resume);
      window.removeEventListener('online', resume);
      document.removeEventListener('visibilitychange', look);
      signal.removeEventListener('abort', giveUp);
      settle();
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
