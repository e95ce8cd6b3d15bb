import { unstable_usePrompt as usePrompt } from '@remix-run/react';
import { type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { progressOf, useUpload } from './upload-progress';

/**
 * Stands round the button that sends a form with files. While they are on their way it shows how
 * much is sent and a way to stop that, and the fields above cannot be changed. `action`: the path
 * the form posts to, where several of them share a page.
 */
export function Uploading({ action, children }: { action?: string; children: ReactNode }) {
  const { t } = useWords();
  const ofPage = useUpload();
  const { formAction } = usePageNavigation();
  const upload = action === undefined || formAction === action ? ofPage : undefined;
  const box = useRef<HTMLDivElement>(null);
  const isStopped = upload === 'stopped';
  const running = isStopped ? undefined : upload;
  const progress = running && progressOf(running);
  usePrompt({ when: Boolean(running), message: t('upload.leave') });
  useFieldsHeld(box, Boolean(running));
  return (
    // biome-ignore lint/a11y/useSemanticElements: a fieldset groups fields, and this has none
    <div
      ref={box}
      role="group"
      aria-label={t('upload.busy')}
      tabIndex={-1}
      className="scroll-my-6 focus:outline-none"
    >
      <Said percent={progress?.percent ?? 0} isStopped={isStopped} />
      {progress && <Progress {...progress} />}
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

/** Holds what stands beside a box while its upload runs, with the keyboard in the box meanwhile. */
function useFieldsHeld(box: RefObject<HTMLDivElement>, isRunning: boolean) {
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
  }, [box, isRunning]);
}

const quarterOf = (percent: number) => Math.floor(percent / 25) * 25;

/** What a screen reader hears: each quarter that is sent, that all of it is, and a stop. */
function Said({ percent, isStopped }: { percent: number; isStopped: boolean }) {
  const { t } = useWords();
  const quarter = quarterOf(percent);
  const said = isStopped
    ? t('upload.stopped')
    : percent === 100
      ? `${t('upload.sent', { percent })}. ${t('upload.checking')}`
      : quarter > 0 && t('upload.sent', { percent: quarter });
  return (
    <p role="status" className="sr-only">
      {said}
    </p>
  );
}

const megabytes = (bytes: number) => (bytes > 0 ? Math.max(0.1, Math.round(bytes / 104_857.6) / 10) : 0);

/** A bar, how much of how much is sent, and how long the rest takes. */
function Progress({ percent, sent, total, secondsLeft }: ReturnType<typeof progressOf>) {
  const { t, number } = useWords();
  return (
    <div className="mb-4 grid gap-3">
      <progress className="upload-progress" max={100} value={percent} aria-label={t('upload.busy')} />
      <div aria-hidden="true">
        <p className="font-semibold">
          {percent === 100
            ? t('upload.checking')
            : t('upload.progress', {
                percent,
                sent: number(megabytes(sent)),
                total: number(megabytes(total)),
              })}
        </p>
        <p className="min-h-[1.6em] text-muted">
          {secondsLeft !== undefined && t('upload.timeLeft', { left: { seconds: secondsLeft } })}
        </p>
      </div>
    </div>
  );
}
