import { noteAnswer, type SentForm, untilRetry } from './connection';

/** Sends a request of the page. Rejects if no answer arrives. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** The error a `Send` rejects with if the user stopped it. */
export class Stopped extends Error {}

let lastSent: SentForm | undefined;
let sendFiles: Send | undefined;
let sendPlain: Send = (url, init) => fetch(url, init);

/**
 * Sends files through a sender that reports its progress.
 *
 * @returns a function that restores the default sender.
 */
export function sendFilesWith(sender: Send): () => void {
  sendFiles = sender;
  return () => {
    if (sendFiles === sender) sendFiles = undefined;
  };
}

const hasFile = (body: unknown) => body instanceof FormData && [...body.values()].some(isFile);
const isFile = (value: unknown) => value instanceof File;

/** Returns true if the form on this page shows the progress of its files itself. */
export const hasProgress = () => sendFiles !== undefined;

/**
 * The form whose answer did not arrive, with its idempotency key. Sent again unchanged, it counts
 * as the same call.
 */
let unansweredForm: { form: string; key: string } | undefined;

function keyFor(url: string, body: unknown) {
  const form = `${url} ${body instanceof FormData ? JSON.stringify([...body]) : body}`;
  if (unansweredForm?.form !== form) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    unansweredForm = { form, key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return unansweredForm.key;
}

/**
 * Reads an answer of this server to its end.
 *
 * @throws TypeError if something in between answered in its place (a gateway, a hotspot).
 */
export async function readAnswer(answer: Response): Promise<Response> {
  const isOurs = answer.headers.has('X-Remix-Response') || (answer.status >= 400 && answer.status < 500);
  if (!isOurs) throw new TypeError('not our server');
  const content = await answer.arrayBuffer();
  return answer.status === 204 ? answer : new Response(content, answer);
}

/** Requests a page's data or submits a form, as often as the user retries. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const { signal, body, method = 'GET' } = init;
  const isForm = method !== 'GET';
  const sentForm = isForm ? lastSent : undefined;
  const isUpload = hasFile(body);
  const headers = new Headers(init.headers);
  if (isForm && !isUpload) headers.set('Idempotency-Key', keyFor(url, body));
  // A page load changes nothing, so a failed one is retried once at once.
  for (let isAgain = isForm; ; isAgain = true) {
    try {
      const sender = isUpload ? (sendFiles ?? sendPlain) : sendPlain;
      const answer = await readAnswer(await sender(url, { ...init, headers }));
      if (isForm) unansweredForm = undefined;
      noteAnswer();
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      if (isAgain) await untilRetry({ signal, sent: sentForm, isQuiet: error instanceof Stopped });
    }
  }
}

/** Resolves to true if an address answers, whatever the status. */
export const isReachable = (address = '/healthz') =>
  sendPlain(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Waits until the server can be reached. */
export async function untilReachable() {
  while (!(await isReachable())) await untilRetry();
}

/** Notes the form that is being submitted: the next request belongs to it. */
export function noteSent(sent: SentForm): void {
  lastSent = sent;
}

/** Makes Remix's requests wait for an answer instead of failing. */
export function waitForAnswers(): void {
  sendPlain = window.fetch.bind(window);
  window.fetch = (input, init = {}) =>
    input instanceof URL && input.origin === location.origin && input.pathname.endsWith('.data')
      ? ask(input.href, init)
      : sendPlain(input as string, init);
}
