import { unstable_usePrompt as usePrompt } from '@remix-run/react';
import { type RefObject, useEffect } from 'react';
import { usePageNavigation } from '~/ui/connection/connection';
import type { Send } from '~/ui/connection/send';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { keepOfflinePage } from './offline-page';
import { sendInPieces } from './send-in-pieces';
import { progressOf, sendWithProgress, showUpload, useUpload } from './upload-progress';
import { openKey } from './waiting-key';

/** Whose a report is that may wait in this browser, and where its form leads once it is taken. */
export type Pieces = { owner: string; leadsTo: string };

/**
 * What sends the files of a form and says how far they are. Those of a report go in pieces, and a
 * browser that sends one keeps a page for when there is no connection.
 */
export function senderOf(pieces: Pieces | undefined): Send {
  if (!pieces) return sendWithProgress;
  // A browser that allows none does without.
  keepOfflinePage(document.documentElement.lang).catch(() => undefined);
  // What may have to wait is sealed; at the worst the key is asked for again when the form is sent.
  openKey(pieces.owner).catch(() => undefined);
  return sendInPieces(pieces);
}

/** The upload of a form, where several may share a page: each has its path. */
function useUploadOf(action: string | undefined) {
  const upload = useUpload();
  const { formAction } = usePageNavigation();
  return action === undefined || formAction === action ? upload : undefined;
}

/** How much of an upload is sent. `box`: what stands round it and the button. */
export function UnderWay({ box, action }: { box: RefObject<HTMLDivElement>; action?: string }) {
  const { t } = useWords();
  const upload = useUploadOf(action);
  const isStopped = upload === 'stopped';
  const running = isStopped ? undefined : upload;
  const progress = running && progressOf(running);
  useEffect(() => () => showUpload(undefined), []);
  usePrompt({ when: Boolean(running && !running.isKept), message: t('upload.leave') });
  useFieldsHeld(box, Boolean(running));
  return (
    <>
      <Said percent={progress?.percent ?? 0} isStopped={isStopped} />
      {progress && <Progress {...progress} />}
      {running?.isKept !== undefined && <Waiting {...running} />}
      {isStopped && (
        <p className="notice mb-4" aria-hidden="true">
          <Icon name="info" className="mt-0.5" />
          <span>{t('upload.stopped')}</span>
        </p>
      )}
    </>
  );
}

/** Stops the upload that is under way. */
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

/** Whether what is sent waits for the line, and whether it may wait in this browser. */
function Waiting({ isWaiting, isKept }: { isWaiting?: boolean; isKept?: boolean }) {
  const { t } = useWords();
  return (
    <div className="mb-4">
      <p role="status" className="font-semibold">
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
      // The button is there again once this has been drawn. A field that a refusal names could not
      // take the keyboard as long as it was held.
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
