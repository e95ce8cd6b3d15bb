import { type Send, Stopped } from '~/ui/connection/send';
import { askBeforeLeaving } from '~/ui/hooks';
import { RefusedRequest } from './ask';
import type { WaitingReport } from './sealed-report';
import { toContent } from './sealing';
import { dropFile } from './send-file';
import { hasArrived, sendReport } from './send-report';
import { whileInFront, withLock } from './turns';
import { countFileBytes, sendWithProgress, showUpload } from './upload-progress';
import { forgetForm } from './waiting-flag';
import { dropWaiting, keepWaiting } from './waiting-store';

const headBytes = 64 * 1024;
/** Milliseconds after which sending starts even if the report is not stored yet. */
const keptWithinMs = 3000;

/**
 * Returns a sender for the form of a report that loses nothing if the connection drops or the page
 * is left. The report waits in the browser until the server has answered. If the page is left
 * meanwhile, the next page continues.
 *
 * @param owner the ID of the account.
 * @param leadsTo the path that the form leads to once it is accepted.
 */
export const sendInPieces =
  ({ owner, leadsTo }: { owner: string; leadsTo: string }): Send =>
  async (url, init) => {
    const form = init.body as FormData;
    const report = toWaitingReport(form, { owner, leadsTo, address: url });
    const control = new AbortController();
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      control.abort(new Stopped());
    };
    const leave = () => control.abort(init.signal?.reason);
    init.signal?.addEventListener('abort', leave);
    const startedAt = Date.now();
    // Undefined until it is known whether this browser can store the report. If it cannot, only the
    // page has it.
    let isKept: boolean | undefined;
    let latest: { sent: number; total: number; isWaiting?: boolean } = {
      sent: 0,
      total: countFileBytes(form),
    };
    const show = (progress: typeof latest) => {
      const isBack = latest.isWaiting && !progress.isWaiting;
      latest = progress;
      showUpload({ ...progress, startedAt, stop, isKept });
      // The connection may have been all that was missing.
      if (isBack && isKept === false) keep();
    };
    const keeping = new AbortController();
    let storing = Promise.resolve();
    const keep = () => {
      isKept = undefined;
      storing = keepWaiting(report, { signal: keeping.signal })
        .then(
          () => true,
          () => false,
        )
        .then((is) => {
          isKept = is;
          if (is) {
            window.removeEventListener('beforeunload', askBeforeLeaving);
            // The report has the form from now on.
            forgetForm();
          }
          if (!isOver) show(latest);
        });
    };
    let isOver = false;
    const giveUp = async (isOverThere = true) => {
      keeping.abort();
      await storing;
      await drop(report, isOverThere);
    };
    const send = async () => {
      window.addEventListener('beforeunload', askBeforeLeaving);
      show(latest);
      keep();
      await Promise.race([storing, new Promise((resolve) => setTimeout(resolve, keptWithinMs))]);
      show(latest);
      const { headers } = init;
      return sendReport(report, {
        signal: control.signal,
        headers,
        onProgress: show,
        isOnPageAlone: () => isKept !== true,
      });
    };
    try {
      const answer = await whileInFront(report.id, () => withLock(report.id, send));
      // A user who has to log in again is redirected to the log-in; sending continues afterwards.
      const isRefused = answer.status >= 400;
      const isThere = !isRefused && (await hasArrived(report, answer));
      if (isThere) forgetForm();
      if (isRefused || isThere) await giveUp(isRefused);
      return answer;
    } catch (error) {
      if (error instanceof RefusedRequest) return await refusalFrom(error, { url, init, report, giveUp });
      isStopped ||= error instanceof Stopped;
      if (!isStopped) throw error;
      await giveUp();
      throw new Stopped();
    } finally {
      isOver = true;
      init.signal?.removeEventListener('abort', leave);
      window.removeEventListener('beforeunload', askBeforeLeaving);
      showUpload(isStopped ? 'stopped' : undefined);
    }
  };

/** Removes a waiting report, and its pieces on the server if no report was made of them. */
async function drop(report: WaitingReport, isOverThere: boolean) {
  await dropWaiting(report).catch(() => undefined);
  if (isOverThere) for (const file of report.files) dropFile(file, report.owner);
}

/** Makes a waiting report of a submitted form. */
export function toWaitingReport(
  form: FormData,
  details: Pick<WaitingReport, 'owner' | 'address' | 'leadsTo'>,
): WaitingReport {
  const fields: [string, string][] = [];
  const files: WaitingReport['files'] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') fields.push([field, value]);
    else files.push({ field, file: toContent(value), sent: 0 });
  }
  const id = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
  return { ...details, id, at: Date.now(), fields, files };
}

/**
 * Submits the form itself to get the mistakes beside its fields. For a single file of another kind
 * its first bytes suffice. A user who has to log in sends no file.
 */
async function refusalFrom(
  { status }: RefusedRequest,
  {
    url,
    init,
    report,
    giveUp,
  }: { url: string; init: RequestInit; report: WaitingReport; giveUp(): Promise<void> },
): Promise<Response> {
  const isSignedOut = status === 401;
  if (!isSignedOut) await giveUp();
  const isHeadEnough = status === 415 && report.files.length === 1;
  if (!isSignedOut && !isHeadEnough) return sendWithProgress(url, init);
  const body = new FormData();
  for (const [name, value] of init.body as FormData) {
    if (typeof value === 'string') body.append(name, value);
    else if (!isSignedOut) body.append(name, new File([value.slice(0, headBytes)], value.name));
  }
  return sendWithProgress(url, { ...init, body });
}
