import { type Send, Stopped } from '~/ui/connection/send';
import { sharedValue } from '~/ui/shared-value';

/** How much of an upload that is under way has left the browser. */
type Running = {
  sent: number;
  total: number;
  startedAt: number;
  stop: () => void;
  /** Whether there is no line to send it on just now. */
  isWaiting?: boolean;
  /** Whether it goes on where the page is left. */
  isKept?: boolean;
};

/** An upload: under way, or stopped by the person. */
type Upload = Running | 'stopped' | undefined;

const { become, useValue } = sharedValue<Upload>(undefined);

/** Shows how far the upload of this page is. */
export const showUpload = become;

/** The upload of this page. */
export const useUpload = useValue;

/** Has the browser ask whoever leaves the page. */
export const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sends as `fetch` does, and says how far it is: that `fetch` cannot. */
export const sendWithProgress: Send = (url, { method = 'POST', headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const request = new XMLHttpRequest();
    request.open(method, url);
    request.responseType = 'arraybuffer';
    for (const [name, value] of new Headers(headers)) request.setRequestHeader(name, value);
    const startedAt = Date.now();
    let isStopped = false;
    const stop = () => {
      isStopped = true;
      request.abort();
    };
    const giveUp = () => request.abort();
    request.upload.onprogress = ({ loaded, total }) => become({ sent: loaded, total, startedAt, stop });
    request.onload = () => resolve(responseOf(request));
    request.onerror = () => reject(new TypeError('no answer'));
    request.onabort = () => reject(isStopped ? new Stopped() : signal?.reason);
    request.onloadend = () => {
      window.removeEventListener('beforeunload', askBeforeLeaving);
      signal?.removeEventListener('abort', giveUp);
      become(isStopped ? 'stopped' : undefined);
    };
    window.addEventListener('beforeunload', askBeforeLeaving);
    signal?.addEventListener('abort', giveUp);
    become({ sent: 0, total: 0, startedAt, stop });
    request.send(body as FormData);
  });

/** The answer to a request, as `fetch` gives it. */
function responseOf(request: XMLHttpRequest): Response {
  const headers = new Headers();
  for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
    const at = line.indexOf(':');
    if (at > 0) headers.append(line.slice(0, at), line.slice(at + 1).trim());
  }
  const { status, statusText, response } = request;
  return new Response(status === 204 ? null : response, { status, statusText, headers });
}

const sureAfterMs = 2000;
const stepSeconds = 5;

/**
 * How far an upload is: in whole percent, and how many seconds the rest takes at the speed so far;
 * undefined while that is not known or there is no line, and once everything is sent.
 */
export function progressOf({ sent, total, startedAt, isWaiting }: Running) {
  const percent = total > 0 ? Math.floor((100 * sent) / total) : 0;
  const ms = Date.now() - startedAt;
  const isKnown = !isWaiting && sent > 0 && ms >= sureAfterMs && percent < 100;
  const secondsLeft = Math.ceil(((total - sent) * ms) / sent / 1000 / stepSeconds) * stepSeconds;
  return { percent, sent, total, secondsLeft: isKnown ? secondsLeft : undefined };
}
