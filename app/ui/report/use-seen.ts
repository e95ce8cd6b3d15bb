import { type RefObject, useEffect } from 'react';
import { useFormToken } from '~/ui/notices/post-form';

const seenAfterMs = 1000;
const retryMs = 30_000;
/** So finely the observer tells how much of a text is in view. */
const steps = Array.from({ length: 101 }, (_, step) => step / 100);

type Seen = {
  /** Address that is told when a review was seen; undefined if it was seen before. */
  action: string | undefined;
  version: number;
};

/**
 * Tells the server that a review was seen, once its text was in view for a second in a tab that
 * shows: all of the text, or as much of it as fills half of the window.
 */
export function useSeen(text: RefObject<HTMLElement>, { action, version }: Seen): void {
  const formToken = useFormToken('review.markSeen');
  useEffect(() => {
    const element = text.current;
    if (!action || !element || !('IntersectionObserver' in window)) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isInView = false;
    const follow = () => {
      clearTimeout(timer);
      if (isInView && document.visibilityState === 'visible') timer = setTimeout(send, seenAfterMs);
    };
    const observer = new IntersectionObserver(
      (entries) => {
        for (const { intersectionRect, boundingClientRect } of entries) {
          const enough = Math.min(boundingClientRect.height, window.innerHeight / 2);
          const wasInView = isInView;
          isInView = intersectionRect.height > 0 && intersectionRect.height >= enough - 1;
          if (isInView !== wasInView) follow();
        }
      },
      { threshold: steps },
    );
    const stop = () => {
      clearTimeout(timer);
      observer.disconnect();
      document.removeEventListener('visibilitychange', follow);
    };
    const send = () => {
      stop();
      const body = new FormData();
      body.set('formToken', formToken);
      body.set('version', String(version));
      sendSeen(action, body);
    };
    observer.observe(element);
    document.addEventListener('visibilitychange', follow);
    return stop;
  }, [text, action, version, formToken]);
}

/** Queues what the server was not told yet, by address. */
const unsent = new Map<string, FormData>();
let retry: ReturnType<typeof setTimeout> | undefined;

/** Posts in the background, as often as it takes; nobody is told of a line that is cut. */
function sendSeen(action: string, body: FormData) {
  unsent.set(action, body);
  window.addEventListener('online', sendUnsent);
  void sendUnsent();
}

async function sendUnsent() {
  clearTimeout(retry);
  for (const [action, body] of unsent) if (await isTaken(action, body)) unsent.delete(action);
  clearTimeout(retry);
  if (unsent.size > 0) retry = setTimeout(sendUnsent, retryMs);
}

/** Tells whether the server has answered: it has noted it, or refuses it for good. */
async function isTaken(action: string, body: FormData): Promise<boolean> {
  try {
    const { status } = await fetch(action, { method: 'POST', body, redirect: 'manual', keepalive: true });
    return status === 204 || (status >= 400 && status < 500 && status !== 429);
  } catch {
    return false;
  }
}
