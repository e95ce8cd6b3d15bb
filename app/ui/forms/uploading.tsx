import { unstable_usePrompt as usePrompt } from '@remix-run/react';
import { type ReactNode, useEffect, useRef, useSyncExternalStore } from 'react';
import { Icon } from '~/ui/icon';
import { type Send, Stopped, sendFilesWith } from '~/ui/notices/connection';
import { useWords } from '~/ui/sentence';

/** An upload: under way, with how much of it has left the browser, or stopped by the person. */
type Upload = { sent: number; total: number; startedAt: number; stop: () => void } | 'stopped' | undefined;

let upload: Upload;
const listeners = new Set<() => void>();

function become(next: Upload) {
  upload = next;
  for (const listener of listeners) listener();
}

function subscribe(listener: () => void) {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Sends as `fetch` does, and says how far it is: that `fetch` cannot. */
const sendWithProgress: Send = (url, { method = 'POST', headers, body, signal }) =>
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
    request.onload = () => {
      const received = new Headers();
      for (const line of request.getAllResponseHeaders().trim().split(/\r?\n/)) {
        const at = line.indexOf(':');
        if (at > 0) received.append(line.slice(0, at), line.slice(at + 1).trim());
      }
      const { status, statusText, response } = request;
      resolve(new Response(status === 204 ? null : response, { status, statusText, headers: received }));
    };
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

const megabytes = (bytes: number) => (bytes > 0 ? Math.max(0.1, Math.round(bytes / 104_857.6) / 10) : 0);
const quarterOf = (percent: number) => Math.floor(percent / 25) * 25;

const sureAfterMs = 2000;
const stepSeconds = 5;

/** How many seconds the rest takes at the speed so far; undefined while that is not known. */
function secondsLeft({ sent, total, startedAt }: Exclude<Upload, string | undefined>) {
  const ms = Date.now() - startedAt;
  if (sent === 0 || ms < sureAfterMs) return undefined;
  return Math.ceil(((total - sent) * ms) / sent / 1000 / stepSeconds) * stepSeconds;
}

/**
 * Stands round the button that sends a form with a file. While the file is on its way it shows how
 * much of it is sent and a way to stop that, and the fields above cannot be changed.
 */
export function Uploading({ children }: { children: ReactNode }) {
  const { t, number } = useWords();
  const now = useSyncExternalStore(
    subscribe,
    () => upload,
    () => undefined,
  );
  const box = useRef<HTMLDivElement>(null);
  const isStopped = now === 'stopped';
  const running = isStopped ? undefined : now;
  const isRunning = Boolean(running);
  const { sent = 0, total = 0 } = running ?? {};
  const percent = total > 0 ? Math.floor((100 * sent) / total) : 0;
  const isSent = percent === 100;
  const left = running && !isSent ? secondsLeft(running) : undefined;
  const quarter = quarterOf(percent);
  useEffect(() => sendFilesWith(sendWithProgress), []);
  useEffect(() => () => become(undefined), []);
  usePrompt({ when: isRunning, message: t('upload.leave') });
  useEffect(() => {
    const here = box.current;
    if (!isRunning || !here) return;
    const fields = [...(here.parentElement?.children ?? [])].filter((field) => field !== here);
    for (const field of fields) field.toggleAttribute('inert', true);
    here.focus({ preventScroll: true });
    here.scrollIntoView({ block: 'nearest' });
    return () => {
      for (const field of fields) field.toggleAttribute('inert', false);
      const hadFocus = here.contains(document.activeElement) || document.activeElement === document.body;
      const button = here.querySelector<HTMLElement>('[type="submit"]');
      // The button is there again once this has been drawn.
      if (hadFocus) requestAnimationFrame(() => button?.focus({ preventScroll: true }));
    };
  }, [isRunning]);
  const said = isStopped
    ? t('upload.stopped')
    : isSent
      ? `${t('upload.sent', { percent })}. ${t('upload.checking')}`
      : quarter > 0 && t('upload.sent', { percent: quarter });
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this has none
    <div
      ref={box}
      role="group"
      aria-label={t('upload.busy')}
      tabIndex={-1}
      className="scroll-my-6 focus:outline-none"
    >
      <p role="status" className="sr-only">
        {said}
      </p>
      {running && (
        <div className="mb-4 grid gap-3">
          <progress className="upload-progress" max={100} value={percent} aria-label={t('upload.busy')} />
          <div aria-hidden="true">
            <p className="font-semibold">
              {isSent
                ? t('upload.checking')
                : t('upload.progress', {
                    percent,
                    sent: number(megabytes(sent)),
                    total: number(megabytes(total)),
                  })}
            </p>
            <p className="min-h-[1.6em] text-muted">
              {left !== undefined && t('upload.timeLeft', { left: { seconds: left } })}
            </p>
          </div>
        </div>
      )}
      {isStopped && (
        <p className="notice mb-4" aria-hidden="true">
          <Icon name="info" className="mt-0.5" />
          <span>{t('upload.stopped')}</span>
        </p>
      )}
      <div className="flex flex-wrap gap-3">
        {children}
        {running && (
          <button type="button" className="button plain" onClick={running.stop}>
            <Icon name="close" />
            {t('upload.cancel')}
          </button>
        )}
      </div>
    </div>
  );
}
