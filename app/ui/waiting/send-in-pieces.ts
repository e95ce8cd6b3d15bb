import { type Send, Stopped } from '~/ui/connection/send';
import { askBeforeLeaving, sendWithProgress, showUpload } from '~/ui/forms/upload/upload-progress';
import { dropFile, Refused } from './send-file';
import { hasArrived, sendReport } from './send-report';
import { whileInFront, withLock } from './turns';
import { dropWaiting, keepWaiting, type WaitingReport } from './waiting-store';

const headBytes = 64 * 1024;

/**
 * Sends the form of a report so that nothing of it is lost, whatever becomes of the line or of this
 * page: it waits in the browser until the server has answered. Where the page is left meanwhile,
 * it goes on from the next one. Takes whose reports they are, and where
 * the form leads once it is taken.
 */
export const sendInPieces =
  ({ owner, leadsTo }: { owner: string; leadsTo: string }): Send =>
  async (url, init) => {
    const form = init.body as FormData;
    const report = reportOf(form, { owner, leadsTo, address: url });
    const control = new AbortController();
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      control.abort(new Stopped());
    };
    const leave = () => control.abort(init.signal?.reason);
    init.signal?.addEventListener('abort', leave);
    const startedAt = Date.now();
    const show = (progress: { sent: number; total: number; isWaiting?: boolean }) =>
      showUpload({ ...progress, startedAt, stop, isKept });
    // Where this browser keeps nothing, the page does, for as long as it is there.
    let isKept = false;
    const send = async () => {
      isKept = await keepWaiting(report).then(
        () => true,
        () => false,
      );
      if (!isKept) window.addEventListener('beforeunload', askBeforeLeaving);
      show({ sent: 0, total: 0 });
      const { headers } = init;
      return sendReport(report, {
        signal: control.signal,
        headers,
        onProgress: show,
        isOnPageAlone: !isKept,
      });
    };
    try {
      const answer = await whileInFront(report.id, () => withLock(report.id, send));
      // Who is not signed in any more is led to the log-in: it goes on after that.
      const isOver = answer.status >= 400;
      if (isOver || (await hasArrived(report, answer))) await giveUp(report, isOver);
      return answer;
    } catch (error) {
      if (error instanceof Refused) return await refusalFrom(error, { url, init, report });
      isStopped ||= error instanceof Stopped;
      if (!isStopped) throw error;
      await giveUp(report);
      throw new Stopped();
    } finally {
      init.signal?.removeEventListener('abort', leave);
      window.removeEventListener('beforeunload', askBeforeLeaving);
      showUpload(isStopped ? 'stopped' : undefined);
    }
  };

/** Lets a report wait no longer; and its pieces, where no report was made of them. */
async function giveUp(report: WaitingReport, isOverThere = true) {
  await dropWaiting(report).catch(() => undefined);
  if (isOverThere) for (const file of report.files) dropFile(file, report.owner);
}

function reportOf(
  form: FormData,
  known: Pick<WaitingReport, 'owner' | 'address' | 'leadsTo'>,
): WaitingReport {
  const fields: [string, string][] = [];
  const files: WaitingReport['files'] = [];
  for (const [field, value] of form) {
    if (typeof value === 'string') fields.push([field, value]);
    else files.push({ field, file: value, sent: 0 });
  }
  const id = [...crypto.getRandomValues(new Uint32Array(4))].join('-');
  return { ...known, id, at: Date.now(), fields, files };
}

/**
 * Asks the form itself what is wrong, which says it beside its fields. Of a single file of another
 * kind its head is enough for that, and who is not signed in need not send any.
 */
async function refusalFrom(
  { status }: Refused,
  { url, init, report }: { url: string; init: RequestInit; report: WaitingReport },
): Promise<Response> {
  const isSignedOut = status === 401;
  if (!isSignedOut) await giveUp(report);
  const isHeadEnough = status === 415 && report.files.length === 1;
  if (!isSignedOut && !isHeadEnough) return sendWithProgress(url, init);
  const body = new FormData();
  for (const [name, value] of init.body as FormData) {
    if (typeof value === 'string') body.append(name, value);
    else if (!isSignedOut) body.append(name, new File([value.slice(0, headBytes)], value.name));
  }
  return sendWithProgress(url, { ...init, body });
}
