const seenAfterMs = 1000;
const retryMs = 30_000;
/** Thresholds at which the observer reports how much of a part is in view. */
const thresholds = Array.from({ length: 101 }, (_, percent) => percent / 100);

/** Height at the bottom of the window that the line on emergencies may cover. */
const lineBelowPx = 96;

type Seen = { action: string; version: number; readAt: string | undefined; formToken: string };

/**
 * Tells the server once each part of an answer was in view for a second in a visible tab. All of a
 * part counts, or as much as fills half of the window.
 *
 * @param answer the element that contains the parts, which are marked with `data-watched`.
 * @param seen `action` is the address to post to.
 * @param over ends watching.
 */
export function watchAnswer(answer: HTMLElement | null, seen: Seen, over: AbortSignal): void {
  const parts = answer?.querySelectorAll('[data-watched]');
  if (!parts?.length || over.aborted || !('IntersectionObserver' in window)) return;
  const unread = new Set(parts);
  const inView = new Set<Element>();
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    if (inView.size > 0 && document.visibilityState === 'visible') timer = setTimeout(noteRead, seenAfterMs);
  };
  const noteRead = () => {
    for (const part of inView) unread.delete(part);
    if (unread.size === 0) send();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      for (const { target, intersectionRect, boundingClientRect } of entries) {
        const enough = Math.min(boundingClientRect.height, window.innerHeight / 2);
        const isInView = intersectionRect.height > 0 && intersectionRect.height >= enough - 1;
        if (isInView === inView.has(target)) continue;
        if (isInView) inView.add(target);
        else inView.delete(target);
        follow();
      }
    },
    { threshold: thresholds },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', follow);
  };
  const send = () => {
    stop();
    tellSeen(seen);
  };
  for (const part of parts) observer.observe(part);
  document.addEventListener('visibilitychange', follow);
  over.addEventListener('abort', stop);
}

/**
 * Tells the server once the end of an answer's text, marked with `data-end`, was scrolled to and then
 * in view for a second in a visible tab. An end that is in view from the beginning never counts.
 *
 * @param answer the element that contains the end.
 * @param over ends watching.
 */
export function watchEnd(answer: HTMLElement | null, seen: Seen, over: AbortSignal): void {
  const end = answer?.querySelector('[data-end]');
  if (!end || over.aborted || !('IntersectionObserver' in window)) return;
  let isInView: boolean | undefined;
  let wasBelow = false;
  let hasScrolled = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  const follow = () => {
    clearTimeout(timer);
    const isReached = isInView && wasBelow && hasScrolled && document.visibilityState === 'visible';
    if (isReached) timer = setTimeout(finish, seenAfterMs);
  };
  const noteScroll = () => {
    // The browser itself scrolls while the page opens, before the end was first looked at.
    if (isInView === undefined) return;
    hasScrolled = true;
    follow();
  };
  const observer = new IntersectionObserver(
    (entries) => {
      isInView = entries.at(-1)?.isIntersecting ?? false;
      if (!isInView) wasBelow = true;
      follow();
    },
    { rootMargin: `0px 0px -${lineBelowPx}px` },
  );
  const stop = () => {
    clearTimeout(timer);
    observer.disconnect();
    document.removeEventListener('visibilitychange', follow);
    window.removeEventListener('scroll', noteScroll);
  };
  const finish = () => {
    stop();
    tellSeen(seen);
  };
  observer.observe(end);
  document.addEventListener('visibilitychange', follow);
  window.addEventListener('scroll', noteScroll, { passive: true });
  over.addEventListener('abort', stop);
}

/** Tells the server that an answer was seen. */
export function tellSeen({ action, version, readAt, formToken }: Seen): void {
  const body = new FormData();
  body.set('formToken', formToken);
  body.set('version', String(version));
  if (readAt) body.set('readAt', readAt);
  sendSeen(action, body);
}

/** Addresses that the server was not told of yet. */
const unsent = new Map<string, FormData>();
let retry: ReturnType<typeof setTimeout> | undefined;

/** Posts in the background and retries until it succeeds. Connection failures are not reported. */
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

/** Resolves to true if the server has answered: it noted the request or refuses it for good. */
async function isTaken(action: string, body: FormData): Promise<boolean> {
  try {
    const { status } = await fetch(action, { method: 'POST', body, redirect: 'manual', keepalive: true });
    return status === 204 || (status >= 400 && status < 500 && status !== 429);
  } catch {
    return false;
  }
}
