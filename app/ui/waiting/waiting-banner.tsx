import { useRevalidator } from '@remix-run/react';
import { useEffect, useId, useRef, useState } from 'react';
import { Icon } from '~/ui/icon';
import { useShowToast } from '~/ui/notices/show-toast';
import { askWhoIsSignedIn } from '~/ui/notices/viewer-notice';
import { useWords } from '~/ui/sentence';
import { keepOfflinePage } from './offline-page';
import {
  discardReport,
  type QueueEvent,
  resumeReport,
  runQueue,
  type ShownReport,
  useWaiting,
} from './queue';
import { RemovedNotice } from './removed-notice';
import { onWaitingChange, storedFlags } from './stored-flags';

/** The reports that wait in this browser. They are sent meanwhile. */
export function WaitingBanner({ owner }: { owner: string }) {
  const { language } = useWords();
  useEffect(() => {
    // A browser without service workers has no offline page.
    if (storedFlags().offlinePage !== language) keepOfflinePage(language).catch(() => undefined);
  }, [language]);
  const isRemoved = useQueue(owner);
  const waiting = useWaiting();
  if (!isRemoved && waiting.length === 0) return null;
  return (
    // At the lower edge of the window: the page above it does not move when it comes and goes.
    <div className="sticky bottom-0 z-30 max-h-[50vh] overflow-y-auto border-t border-line bg-raised short:static print:hidden">
      <div className="page grid gap-3 py-3">
        {isRemoved && <RemovedNotice />}
        {waiting.map((report) => (
          <WaitingOne key={report.id} {...report} />
        ))}
      </div>
    </div>
  );
}

/**
 * Sends waiting reports, now and whenever there are new ones, while the page is open.
 *
 * @returns true if a report was removed because it could no longer be read.
 */
function useQueue(owner: string): boolean {
  const { t } = useWords();
  const { revalidate } = useRevalidator();
  const showToast = useShowToast();
  const over = t('waiting.over');
  const [isRemoved, setRemoved] = useState(false);
  const onEvent = useRef<(event: QueueEvent) => void>(() => {});
  onEvent.current = (event) => {
    // The page is loaded again: it has the message that the report has arrived.
    // Loading anew would drop a secret that the page shows once.
    if (event === 'sent' && !document.querySelector('[data-secret]')) revalidate();
    else if (event === 'over') showToast({ type: 'error', message: over });
    else if (event === 'signedOut') askWhoIsSignedIn();
    else setRemoved(true);
  };
  useEffect(() => {
    const control = new AbortController();
    let turn = Promise.resolve();
    const run = () => {
      const queue = {
        owner,
        signal: control.signal,
        onEvent: (event: QueueEvent) => onEvent.current(event),
      };
      turn = turn.then(() => runQueue(queue)).catch((error: unknown) => window.reportError?.(error));
    };
    run();
    const end = onWaitingChange(run);
    return () => {
      end();
      control.abort();
    };
  }, [owner]);
  return isRemoved;
}

const quarterOf = (percent: number) => Math.floor(percent / 25) * 25;

function WaitingOne({ id, sent: sentBytes, total, isWaiting, refused }: ShownReport) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const [isAsking, setAsking] = useState(false);
  const percent = total > 0 ? Math.floor((100 * sentBytes) / total) : 0;
  const isRefused = refused !== undefined;
  const state = isRefused
    ? `${t('waiting.refused')} ${refused}`.trim()
    : isWaiting
      ? t('waiting.offline')
      : t('waiting.sending', { percent });
  const announcement = isRefused || isWaiting ? state : t('waiting.sending', { percent: quarterOf(percent) });
  return (
    <section className="notice" aria-label={t('waiting.title')} tabIndex={-1} ref={box}>
      <Icon name="upload" className="mt-0.5" />
      <div className="grid min-w-0 grow gap-2">
        <p className="font-label">{t('waiting.title')}</p>
        <p aria-hidden="true">{state}</p>
        <p role="status" className="sr-only">
          {announcement}
        </p>
        <progress className="upload-progress" max={100} value={percent} aria-label={t('waiting.title')} />
        <p className="text-small leading-snug text-muted">
          {t('waiting.kept')} {t('waiting.meanwhile')}
        </p>
        <div className="flex flex-wrap gap-3">
          {(isWaiting || isRefused) && (
            <button
              type="button"
              className="button small"
              onClick={() => {
                // The button disappears with it.
                box.current?.focus();
                void resumeReport(id);
              }}
            >
              <Icon name="again" />
              {t('waiting.goOn')}
            </button>
          )}
          <button
            type="button"
            className="button plain small"
            aria-haspopup="dialog"
            onClick={() => setAsking(true)}
          >
            <Icon name="trash" />
            {t('waiting.throwAway')}
          </button>
        </div>
      </div>
      {isAsking && (
        <DiscardDialog
          onCancel={() => setAsking(false)}
          onDiscard={() => {
            document.getElementById('content')?.focus();
            void discardReport(id);
          }}
        />
      )}
    </section>
  );
}

type DiscardDialogProps = { onCancel(): void; onDiscard(): void };

/** Asks before a report is discarded. A browser without dialogs shows the question in the banner. */
function DiscardDialog({ onCancel, onDiscard }: DiscardDialogProps) {
  const { t } = useWords();
  const dialog = useRef<HTMLDialogElement>(null);
  const questionId = useId();
  useEffect(() => {
    const question = dialog.current;
    question?.showModal?.();
    // The way back has the focus, so that an accidental Enter does nothing.
    question?.querySelector<HTMLElement>('[data-cancel]')?.focus();
  }, []);
  const close = () => {
    // The element that had the focus before gets it back; outside an open dialog none takes it.
    dialog.current?.close?.();
    onCancel();
  };
  return (
    <dialog
      ref={dialog}
      aria-labelledby={questionId}
      onClose={onCancel}
      className="floating m-auto w-[calc(100%-2rem)] max-w-md text-ink"
    >
      <p id={questionId} className="text-body font-label">
        {t('waiting.sure')}
      </p>
      <div className="actions mt-6">
        <button
          type="button"
          className="button"
          onClick={() => {
            close();
            onDiscard();
          }}
        >
          <Icon name="trash" />
          {t('waiting.throwAway')}
        </button>
        <button type="button" className="button plain" data-cancel onClick={close}>
          <Icon name="close" />
          {t('logout.cancel')}
        </button>
      </div>
    </dialog>
  );
}
