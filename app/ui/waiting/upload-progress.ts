import { type Send, Stopped } from '~/ui/connection/send';
import { askBeforeLeaving } from '~/ui/hooks';
import { sharedValue } from '~/ui/shared-value';

/** An upload under way: how much of it has left the browser. */
type Running = {
  sent: number;
  total: number;
  startedAt: number;
  stop: () => void;
  /** True while there is no connection. */
  isWaiting?: boolean;
  /** True if it continues after the page is left. */
  isKept?: boolean;
};

/** An upload under way, or one that the user stopped. */
type Upload = Running | 'stopped' | undefined;

const { become, useValue } = sharedValue<Upload>(undefined);

/** Sets the state of this page's upload. */
export const showUpload = become;

/** Returns the upload of this page. */
export const useUpload = useValue;

/** Sums the bytes of a form's files. */
export const countFileBytes = (form: FormData): number =>
  [...form.values()].reduce((sum, value) => sum + (value instanceof File ? value.size : 0), 0);

/** Moves the files behind the fields, so that the server checks the fields before it receives them. */
function withFilesLast(form: FormData): FormData {
  const sorted = new FormData();
  const isFile = (value: FormDataEntryValue) => value instanceof File;
  for (const [name, value] of form) if (!isFile(value)) sorted.append(name, value);
  for (const [name, value] of form) if (isFile(value)) sorted.append(name, value);
  return sorted;
}

/** Sends a form like `fetch` and shows the progress, which `fetch` cannot report. */
export const sendWithProgress: Send = (url, { method = 'POST', headers, body, signal }) =>
  new Promise((resolve, reject) => {
    const form = withFilesLast(body as FormData);
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
    become({ sent: 0, total: countFileBytes(form), startedAt, stop });
    request.send(form);
  });

/** Builds the answer to a request as `fetch` returns it. */
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
 * Returns the progress of an upload: whole per cent, and the seconds left at the average speed so
 * far. The seconds are undefined while they are uncertain, without a connection, and once
 * everything is sent.
 */
export function toShownProgress({ sent: sentBytes, total, startedAt, isWaiting }: Running) {
  const percent = total > 0 ? Math.floor((100 * sentBytes) / total) : 0;
  const ms = Date.now() - startedAt;
  const isKnown = !isWaiting && sentBytes > 0 && ms >= sureAfterMs && percent < 100;
  const secondsLeft = Math.ceil(((total - sentBytes) * ms) / sentBytes / 1000 / stepSeconds) * stepSeconds;
  return { percent, sent: sentBytes, total, secondsLeft: isKnown ? secondsLeft : undefined };
}
