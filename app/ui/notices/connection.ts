import { useNavigation } from '@remix-run/react';
import { useSyncExternalStore } from 'react';

/** Sends a request of the page. It rejects where no answer came. */
export type Send = (url: string, init: RequestInit) => Promise<Response>;

/** What a `Send` rejects with when the person stopped it. */
export class Stopped extends Error {}

/**
 * How the page stands to its server: `dropped` when something did not get through, `stopped` when
 * the person does not want to hear of that. In both the request waits, the page with all that was
 * typed stays, and nothing is under way.
 */
type State = 'open' | 'dropped' | 'stopped';

type Sent = { form: HTMLFormElement; submitter: HTMLElement | null };
/** `sent`: the form it came from. `isQuiet`: nobody wants it tried again. */
type Waiting = { retry: () => void; sent?: Sent; isQuiet: boolean };

const waiting = new Set<Waiting>();
const listeners = new Set<() => void>();
let state: State = 'open';
let lastSent: Sent | undefined;
let isTypedSince = false;
let sendFiles: Send | undefined;
let sendPlain: Send = (url, init) => fetch(url, init);

function become(next: State) {
  state = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/** How the page stands to its server. */
export function useConnection(): State {
  return useSyncExternalStore(
    subscribe,
    () => state,
    () => 'open',
  );
}

const idle = {
  state: 'idle',
  location: undefined,
  formMethod: undefined,
  formAction: undefined,
  formEncType: undefined,
  formData: undefined,
  json: undefined,
  text: undefined,
} as const;

/**
 * The navigation under way. One that waits for the connection is none: its form can be changed and
 * sent again.
 */
export function usePageNavigation(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation();
  return useConnection() === 'open' ? navigation : idle;
}

type WaitOptions = { signal?: AbortSignal | null; sent?: Sent; isQuiet?: boolean };

/** Waits until somebody tries again, or something else is asked for in its place. */
function untilTriedAgain({ signal, sent, isQuiet = false }: WaitOptions = {}) {
  return new Promise<void>((resolve, reject) => {
    const end = (then: () => void) => {
      waiting.delete(entry);
      signal?.removeEventListener('abort', giveUp);
      if (waiting.size === 0) become('open');
      then();
    };
    const entry: Waiting = { retry: () => end(resolve), sent, isQuiet };
    const giveUp = () => end(() => reject(signal?.reason));
    waiting.add(entry);
    signal?.addEventListener('abort', giveUp);
    isTypedSince = false;
    if (signal?.aborted) giveUp();
    else become(isQuiet ? 'stopped' : 'dropped');
  });
}

const wanted = () => [...waiting].filter(({ isQuiet }) => !isQuiet);

function retryPages() {
  for (const { sent, retry } of wanted()) if (!sent) retry();
}

/**
 * Tries again what did not get through. A form is sent as it stands on the page now, which may have
 * been changed; a page is asked for again.
 */
export function tryAgain(): void {
  const form = wanted().find(({ sent }) => sent?.form.isConnected)?.sent;
  if (!form) for (const { retry } of wanted()) retry();
  else {
    form.submitter?.focus({ preventScroll: true });
    submit(form);
  }
}

/** Puts the notice away: nothing is tried again but by doing it again. */
export function stopTrying(): void {
  for (const entry of waiting) entry.isQuiet = true;
  become('stopped');
}

function submit({ form, submitter }: Sent) {
  const isThere = submitter?.isConnected && submitter.matches('button, input');
  if (form.requestSubmit) form.requestSubmit(isThere ? submitter : null);
  else if (form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) form.submit();
}

/**
 * Lets files be sent by something that says how far it is.
 *
 * @returns what ends that.
 */
export function sendFilesWith(sender: Send): () => void {
  sendFiles = sender;
  return () => {
    sendFiles = undefined;
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
async function read(answer: Response) {
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
  for (;;) {
    try {
      const sender = isUpload ? (sendFiles ?? sendPlain) : sendPlain;
      const answer = await read(await sender(url, { ...init, headers }));
      if (isForm) unanswered = undefined;
      retryPages();
      return answer;
    } catch (error) {
      if (signal?.aborted) throw error;
      await untilTriedAgain({ signal, sent, isQuiet: error instanceof Stopped });
    }
  }
}

const isReached = (address: string) =>
  sendPlain(address, { method: 'HEAD', cache: 'no-store' }).then(
    () => true,
    () => false,
  );

/** Waits until the server can be reached. */
async function untilReached(address = '/healthz') {
  while (!(await isReached(address))) await untilTriedAgain();
}

/**
 * Loads a script, as often as it takes: the page that is there stays meanwhile. One that the server
 * has not, or that the browser remembers as missing, is left to whoever asks for it next.
 */
export async function untilLoaded(address: string): Promise<void> {
  for (;;) {
    try {
      await import(/* @vite-ignore */ address);
      return;
    } catch {
      if (await isReached(address)) return;
      await untilTriedAgain();
    }
  }
}

type Route = { id: string; lazy?: unknown; children?: Route[] };

/**
 * Where a page's own script does not come, Remix loads the document anew, and with it everything
 * that was typed is gone.
 */
export function keepPagesComing(): void {
  const { routes } = window.__remixManifest;
  const wrap = (route: Route) => {
    const { lazy, id } = route;
    if (typeof lazy === 'function') {
      route.lazy = async () => {
        await untilLoaded(routes[id]?.module ?? '');
        return lazy();
      };
    }
    route.children?.forEach(wrap);
  };
  (window.__remixRouter.routes as Route[]).forEach(wrap);
}

/**
 * Keeps the page when the connection drops. What Remix asks for waits instead of failing; what the
 * browser would open by itself, a form whose answer is a file or a link to a document, is opened
 * only once the server can be reached.
 */
export function keepPageWithoutConnection(): void {
  sendPlain = window.fetch.bind(window);
  window.fetch = (input, init = {}) =>
    input instanceof URL && input.origin === location.origin && input.pathname.endsWith('.data')
      ? ask(input.href, init)
      : sendPlain(input as string, init);

  let passing: HTMLFormElement | undefined;
  window.addEventListener('submit', (event) => {
    const form = event.target as HTMLFormElement;
    const sent = { form, submitter: event.submitter ?? null };
    lastSent = sent;
    if (event.defaultPrevented || form === passing || form.getAttribute('method') === 'dialog') return;
    event.preventDefault();
    void untilReached().then(() => {
      passing = form;
      submit(sent);
      passing = undefined;
    });
  });
  window.addEventListener('click', (event) => {
    const link = (event.target as Element).closest?.('a');
    const isModified = event.metaKey || event.ctrlKey || event.shiftKey || event.altKey || event.button !== 0;
    if (!link || event.defaultPrevented || isModified || link.target || link.origin !== location.origin)
      return;
    if (link.hasAttribute('download') || link.hash) return;
    event.preventDefault();
    void untilReached().then(() => location.assign(link.href));
  });
  window.addEventListener('input', () => {
    isTypedSince = true;
  });
  // Asking for a page changes nothing, unless somebody went on typing; what is sent waits for the
  // person.
  window.addEventListener('online', () => {
    if (!isTypedSince && !wanted().some(({ sent }) => sent)) retryPages();
  });
}
