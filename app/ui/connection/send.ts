import { retryPages, type Sent, untilTriedAgain } from './connection';

/** Sends a request of the page. It rejects where no answer came. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What a `Send` rejects with when the person stopped it. */
export class Stopped extends Error {}

let lastSent: Sent | undefined;
let sendFiles: Send | undefined;
let sendPlain: Send = (url, init) => fetch(url, init);

/**
 * Lets files be sent by something that says how far it is.
 *
 * @returns what ends that.
 */
export function sendFilesWith(sender: Send): () => void {
  sendFiles = sender;
  return () => {
    if (sendFiles === sender) sendFiles = undefined;
  };
}

const hasFile = (body: unknown) => body instanceof FormData && [...body.values()].some(isFile);
const isFile = (value: unknown) => value instanceof File;

/**
 * Forms whose answer did not come, each with the key it was sent under: sent again unchanged it is
 * the same call.
 */
let unanswered: { form: string; key: string } | undefined;

function keyFor(url: string, body: unknown) {
  const form = `${url} ${body instanceof FormData ? JSON.stringify([...body]) : body}`;
  if (unanswered?.form !== form) {
    const bytes = crypto.getRandomValues(new Uint8Array(16));
    unanswered = { form, key: [...bytes].map((byte) => byte.toString(16).padStart(2, '0')).join('') };
  }
  return unanswered.key;
}

/**
 * An answer of ours, read to its end. What something between us and the browser says in our place
 * (a gateway, a hotspot) is no answer.
 */
export async function readAnswer(answer: Response): Promise<Response> {
  const isOurs = answer.headers.has('X-Remix-Response') || (answer.status >= 400 && answer.status < 500);
  if (!isOurs) throw new TypeError('not our server');
  const content = await answer.arrayBuffer();
  return answer.status === 204 ? answer : new Response(content, answer);
}

/** Asks for a page's data or sends a form, as often as somebody wants it. */
async function ask(url: string, init: RequestInit): Promise<Response> {
  const { signal, body, method = 'GET' } = init;
  const isForm = method !== 'GET';
  const sent = isForm ? lastSent : undefined;
  const isUpload = hasFile(body);
  const headers = new Headers(init.headers);
  if (isForm && !isUpload) headers.set('Idempotency-Key', keyFor(url, body));
  // Asking for a page changes nothing: where its line breaks it is asked for once more at once.
  for (let isAgain = isForm; ; isAgain = true) {
    try {
      const sender = isUpload ? (sendFiles ?? sendPlain) : sendPlain;
      const answer = await readAnswer(await sender(url, { ...init, headers }));
      if (isForm) unanswered = undefined;
      retryPages();
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      if (isAgain) await untilTriedAgain({ signal, sent, isQuiet: error instanceof Stopped });
    }
  }
}

/** Whether an address answers, whatever it says. */
export const isReached = (address: string) =>
  sendPlain(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Waits until the server can be reached. */
export async function untilReached(address = '/healthz') {
  while (!(await isReached(address))) await untilTriedAgain();
}

/** Notes the form that is being sent: what is asked for next comes from it. */
export function noteSent(sent: Sent): void {
  lastSent = sent;
}

/** Lets what Remix asks for wait for an answer instead of failing. */
export function waitForAnswers(): void {
  sendPlain = window.fetch.bind(window);
  window.fetch = (input, init = {}) =>
    input instanceof URL && input.origin === location.origin && input.pathname.endsWith('.data')
      ? ask(input.href, init)
      : sendPlain(input as string, init);
}
