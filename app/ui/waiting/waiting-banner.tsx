import { useRevalidator } from '@remix-run/react';
import { useEffect, useRef } from 'react';
import { Icon } from '~/ui/icon';
import { useShowToast } from '~/ui/notices/show-toast';
import { useWords } from '~/ui/sentence';
import { keepOfflinePage } from './offline-page';
import { goOn, runQueue, type Shown, throwAway, useWaiting } from './queue';
import { onWaitingChange, storedFlags } from './stored-flags';

/** The reports that wait in this browser, which are sent meanwhile. */
export function WaitingBanner({ owner }: { owner: string }) {
  const { language } = useWords();
  useEffect(() => {
    // A browser that allows none does without.
    if (storedFlags().offlinePage !== language) keepOfflinePage(language).catch(() => undefined);
  }, [language]);
  useQueue(owner);
  return useWaiting().map((report) => <WaitingOne key={report.id} {...report} />);
}

/** Sends what waits, now and whenever more does, for as long as the page is there. */
function useQueue(owner: string) {
  const { t } = useWords();
  const { revalidate } = useRevalidator();
  const showToast = useShowToast();
  const over = t('waiting.over');
  const onEvent = useRef<(event: 'sent' | 'over') => void>(() => {});
  onEvent.current = (event) => {
    // The page is asked for anew: it has the message that the report has arrived.
    if (event === 'sent') revalidate();
    else showToast({ type: 'error', message: over });
  };
  useEffect(() => {
    const control = new AbortController();
    let turn = Promise.resolve();
    const run = () => {
      const queue = {
        owner,
        signal: control.signal,
        onEvent: (event: 'sent' | 'over') => onEvent.current(event),
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
}

const quarterOf = (percent: number) => Math.floor(percent / 25) * 25;

function WaitingOne({ id, sent, total, isWaiting, refused }: Shown) {
  const { t } = useWords();
  const box = useRef<HTMLElement>(null);
  const percent = total > 0 ? Math.floor((100 * sent) / total) : 0;
  const isRefused = refused !== undefined;
  const state = isRefused
    ? `${t('waiting.refused')} ${refused}`.trim()
    : isWaiting
      ? t('waiting.offline')
      : t('waiting.sending', { percent });
  const said = isRefused || isWaiting ? state : t('waiting.sending', { percent: quarterOf(percent) });
  return (
    <section className="notice mb-5" aria-label={t('waiting.title')} tabIndex={-1} ref={box}>
      <Icon name="upload" className="mt-0.5" />
      <div className="grid min-w-0 grow gap-2">
        <p className="font-semibold">{t('waiting.title')}</p>
        <p aria-hidden="true">{state}</p>
        <p role="status" className="sr-only">
          {said}
        </p>
        <progress className="upload-progress" max={100} value={percent} aria-label={t('waiting.title')} />
        <p className="text-muted">{t('waiting.kept')}</p>
        <div className="flex flex-wrap gap-3">
          {(isWaiting || isRefused) && (
            <button
              type="button"
              className="button small"
              onClick={() => {
                // The button goes with that.
                box.current?.focus();
                void goOn(id);
              }}
            >
              <Icon name="again" />
              {t('waiting.goOn')}
            </button>
          )}
          <button
            type="button"
            className="button plain small"
            onClick={() => {
              if (!window.confirm(t('waiting.sure'))) return;
              document.getElementById('content')?.focus();
              void throwAway(id);
            }}
          >
            <Icon name="trash" />
            {t('waiting.throwAway')}
          </button>
        </div>
      </div>
    </section>
  );
}
