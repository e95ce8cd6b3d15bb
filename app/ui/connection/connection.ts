import { useNavigation } from '@remix-run/react';
import { sharedValue } from '~/ui/shared-value';

/**
 * State of the connection to the server. `dropped`: a request did not get through. `stopped`: the
 * user has dismissed the notice. In both states the request waits, the page keeps all input, and no
 * navigation is under way.
 */
type State = 'open' | 'dropped' | 'stopped';

/** A submitted form and the element that submitted it. */
export type SentForm = { form: HTMLFormElement; submitter: HTMLElement | null };
/** `sent`: the form that the request comes from. `isQuiet`: the user does not want a retry. */
type Waiting = { retry: () => void; sent?: SentForm; isQuiet: boolean };

const waiting = new Set<Waiting>();
const { become, useValue } = sharedValue<State>('open');
let isTypedSince = false;

/** Returns the state of the page's connection to the server. */
export const useConnection = useValue;

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
 * Returns the navigation under way. A navigation that waits for the connection does not count: its
 * form can be changed and submitted again.
 */
export function usePageNavigation(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation();
  return useConnection() === 'open' ? navigation : idle;
}

type WaitOptions = { signal?: AbortSignal | null; sent?: SentForm; isQuiet?: boolean };

/** Waits until the user tries again or the request is replaced by another one. */
export function untilRetry({ signal, sent: sentForm, isQuiet = false }: WaitOptions = {}) {
  return new Promise<void>((resolve, reject) => {
    const end = (then: () => void) => {
      waiting.delete(entry);
      signal?.removeEventListener('abort', giveUp);
      if (waiting.size === 0) become('open');
      then();
    };
    const entry: Waiting = { retry: () => end(resolve), sent: sentForm, isQuiet };
    const giveUp = () => end(() => reject(signal?.reason));
    waiting.add(entry);
    signal?.addEventListener('abort', giveUp);
    isTypedSince = false;
    if (signal?.aborted) giveUp();
    else {
      become(isQuiet ? 'stopped' : 'dropped');
      askLater();
    }
  });
}

const firstPauseMs = 2000;
const longestPauseMs = 60_000;
let pauseMs = firstPauseMs;
let timer: number | undefined;
let isServerReachable = async () => false;

/**
 * Lets waiting page loads retry by themselves once the server answers. A phone does not always
 * notice that its connection is back.
 *
 * @param isReachable asks whether the server answers.
 */
export function retryByItself(isReachable: () => Promise<boolean>): void {
  isServerReachable = isReachable;
}

/** Asks for the server after a pause, which doubles each time up to a minute. */
function askLater(): void {
  window.clearTimeout(timer);
  timer = window.setTimeout(async () => {
    if (!canRetryPages()) return;
    pauseMs = Math.min(longestPauseMs, pauseMs * 2);
    if (await isServerReachable()) retryOnLine();
    if (canRetryPages()) askLater();
  }, pauseMs);
}

/** Notes that the server answered: what waits is requested again. */
export function noteAnswer(): void {
  pauseMs = firstPauseMs;
  retryPages();
}

const listShown = () => [...waiting].filter(({ isQuiet }) => !isQuiet);

/** Retries the page loads that failed. */
function retryPages() {
  for (const { sent, retry } of listShown()) if (!sent) retry();
}

/**
 * Retries what did not get through. Submits a form with its current input, which may have changed,
 * and requests a page again.
 */
export function tryAgain(): void {
  const form = listShown().find(({ sent }) => sent?.form.isConnected)?.sent;
  if (!form) for (const { retry } of listShown()) retry();
  else {
    form.submitter?.focus({ preventScroll: true });
    submit(form);
  }
}

/** Dismisses the notice. Only a new action of the user sends the request again. */
export function stopTrying(): void {
  for (const entry of waiting) entry.isQuiet = true;
  become('stopped');
}

/** Submits a form as its button does. */
export function submit({ form, submitter }: SentForm) {
  const isThere = submitter?.isConnected && submitter.matches('button, input');
  if (form.requestSubmit) form.requestSubmit(isThere ? submitter : null);
  else if (form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) form.submit();
}

/** Notes that the user went on typing. */
export function noteTyping(): void {
  isTypedSince = true;
}

/**
 * Returns true if a page load waits that may be retried without the user. It changes nothing unless
 * the user went on typing. Submitted forms wait for the user.
 */
const canRetryPages = () =>
  !isTypedSince && listShown().length > 0 && !listShown().some(({ sent: sentForm }) => sentForm);

/** Retries page loads when the connection is back. */
export function retryOnLine(): void {
  if (canRetryPages()) retryPages();
}
