import { unstable_usePrompt as usePrompt } from '@remix-run/react';
import { type RefObject, useEffect, useRef } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import type { Send } from '~/ui/connection/send';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { keepOfflinePage } from './offline-page';
import { sendInPieces } from './send-in-pieces';
import { sendWithProgress, showUpload, toShownProgress, useUpload } from './upload-progress';
import { openKey } from './waiting-key';

/**
 * The account of a report that may wait in this browser, and the path its form leads to once it is
 * accepted.
 */
export type PiecewiseUpload = { owner: string; leadsTo: string };

/**
 * Returns the sender for a form's files, which reports its progress. Files of a report are sent in
 * pieces, and a browser that sends one stores an offline page.
 */
export function makeSender(pieces: PiecewiseUpload | undefined): Send {
  if (!pieces) return sendWithProgress;
  // A browser without service workers has no offline page.
  keepOfflinePage(document.documentElement.lang).catch(() => undefined);
  // A waiting report is sealed. If this request fails, the key is requested again on submission.
  openKey(pieces.owner).catch(() => undefined);
  return sendInPieces(pieces);
}

/** Returns the upload of a form. If several forms share a page, each has its path. */
function useUploadOf(action: string | undefined) {
  const upload = useUpload();
  const { formAction } = usePageNavigation();
  return action === undefined || formAction === action ? upload : undefined;
}

/** Shows how much of an upload is sent. `box`: the element around it and the button. */
export function UnderWay({ box, action }: { box: RefObject<HTMLDivElement>; action?: string }) {
  const { t } = useWords();
  const upload = useUploadOf(action);
  const isStopped = upload === 'stopped';
  const running = isStopped ? undefined : upload;
  const shown = useShownUpload(running);
  const progress = shown && toShownProgress(shown);
  useEffect(() => () => showUpload(undefined), []);
  usePrompt({ when: Boolean(running && !running.isKept), message: t('upload.leave') });
  useFieldsHeld(box, Boolean(running));
  return (
    <>
      <Said percent={progress?.percent ?? 0} isStopped={isStopped} />
      {progress && <Progress {...progress} />}
      {shown?.isKept !== undefined && <Waiting {...shown} />}
      {isStopped && (
        <p className="notice mb-4" aria-hidden="true">
          <Icon name="info" className="mt-0.5" />
          <span>{t('upload.stopped')}</span>
        </p>
      )}
    </>
  );
}

/** Returns an upload, after its end too until the next page is there, so that the form does not collapse before. */
function useShownUpload<Upload>(running: Upload | undefined) {
  const { state } = usePageNavigation();
  const latest = useRef<Upload>();
  if (running || state === 'idle') latest.current = running;
  return latest.current;
}

/** Stops the upload under way. */
export function CancelButton({ action }: { action?: string }) {
  const { t } = useWords();
  const upload = useUploadOf(action);
  return upload === undefined || upload === 'stopped' ? null : (
    <button type="button" className="button plain" onClick={upload.stop}>
      <Icon name="close" />
      {t('upload.cancel')}
    </button>
  );
}

/** Says whether the upload waits for the connection, and whether it may wait in this browser. */
function Waiting({ isWaiting, isKept }: { isWaiting?: boolean; isKept?: boolean }) {
  const { t } = useWords();
  return (
    <div className="mb-4">
      <p role="status" className="min-h-[1.6em] font-label">
        {isWaiting && t('waiting.offline')}
      </p>
      {isKept ? (
        <p className="text-muted">
          {t('waiting.kept')} {t('waiting.meanwhile')}
        </p>
      ) : (
        <p className="text-muted">{t('waiting.notKept')}</p>
      )}
    </div>
  );
}

/**
 * Disables the fields beside a box while its upload runs, and moves the focus to the box meanwhile.
 */
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
      // The button is back once this has been rendered. A field named by a refusal could not take
      // the focus while it was disabled.
      requestAnimationFrame(() => {
        const { activeElement } = document;
        if (activeElement !== document.body && !here.contains(activeElement)) return;
        const find = (what: string) => here.closest('form')?.querySelector<HTMLElement>(what);
        const mistake = find(':is(input, select, textarea)[aria-invalid="true"]');
        if (mistake) mistake.focus();
        else find('[type="submit"]')?.focus({ preventScroll: true });
      });
    };
  }, [box, isRunning]);
}

const quarterOf = (percent: number) => Math.floor(percent / 25) * 25;

/** Announces each quarter that is sent, the end of the upload, and a stop to screen readers. */
function Said({ percent, isStopped }: { percent: number; isStopped: boolean }) {
  const { t } = useWords();
  const quarter = quarterOf(percent);
  const announcement = isStopped
    ? t('upload.stopped')
    : percent === 100
      ? `${t('upload.sent', { percent })}. ${t('upload.checking')}`
      : quarter > 0 && t('upload.sent', { percent: quarter });
  return (
    <p role="status" className="sr-only">
      {announcement}
    </p>
  );
}

const megabytes = (bytes: number) => (bytes > 0 ? Math.max(0.1, Math.round(bytes / 104_857.6) / 10) : 0);

/** A progress bar with the megabytes sent and the remaining time. */
function Progress({ percent, sent: sentBytes, total, secondsLeft }: ReturnType<typeof toShownProgress>) {
  const { t, number } = useWords();
  return (
    <div className="mb-4 grid gap-3">
      <progress className="upload-progress" max={100} value={percent} aria-label={t('upload.busy')} />
      <div aria-hidden="true">
        <p className="font-label">
          {percent === 100
            ? t('upload.checking')
            : t('upload.progress', {
                percent,
                sent: number(megabytes(sentBytes)),
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
