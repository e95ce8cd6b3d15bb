import { useNavigation } from '@remix-run/react';
import { sharedValue } from '~/ui/shared-value';

/**
 * How the page stands to its server: `dropped` when something did not get through, `stopped` when
 * the person does not want to hear of that. In both the request waits, the page with all that was
 * typed stays, and nothing is under way.
 */
type State = 'open' | 'dropped' | 'stopped';

/** A form that was sent, and what sent it. */
export type Sent = { form: HTMLFormElement; submitter: HTMLElement | null };
/** `sent`: the form it came from. `isQuiet`: nobody wants it tried again. */
type Waiting = { retry: () => void; sent?: Sent; isQuiet: boolean };

const waiting = new Set<Waiting>();
const { become, useValue } = sharedValue<State>('open');
let isTypedSince = false;

/** How the page stands to its server. */
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
 * The navigation under way. One that waits for the connection is none: its form can be changed and
 * sent again.
 */
export function usePageNavigation(): ReturnType<typeof useNavigation> {
  const navigation = useNavigation();
  return useConnection() === 'open' ? navigation : idle;
}

type WaitOptions = { signal?: AbortSignal | null; sent?: Sent; isQuiet?: boolean };

/** Waits until somebody tries again, or something else is asked for in its place. */
export function untilTriedAgain({ signal, sent, isQuiet = false }: WaitOptions = {}) {
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

/** Asks again for the pages that did not come. */
export function retryPages() {
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

/** Sends a form as its button does. */
export function submit({ form, submitter }: Sent) {
  const isThere = submitter?.isConnected && submitter.matches('button, input');
  if (form.requestSubmit) form.requestSubmit(isThere ? submitter : null);
  else if (form.dispatchEvent(new Event('submit', { bubbles: true, cancelable: true }))) form.submit();
}

/** Notes that somebody went on typing. */
export function noteTyping(): void {
  isTypedSince = true;
}

/**
 * Asks again for pages once there is a line again. Asking for a page changes nothing, unless
 * somebody went on typing; what is sent waits for the person.
 */
export function retryOnLine(): void {
  if (!isTypedSince && !wanted().some(({ sent }) => sent)) retryPages();
}
