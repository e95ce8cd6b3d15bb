import { useEffect, useState } from 'react';
import { Icon } from './Icon';
import { useHydrated } from './useHydrated';
import { useWords } from './words';

export type ToastFacts = { type: 'success' | 'error'; message: string };

const shownMs = { success: 2000, error: 4000 };

/**
 * A message at the top of the page. It is in the page the server sends, so it shows without script; with script it goes after
 * 2 s (success) or 4 s (error).
 */
export function Toast({ toast }: { toast: ToastFacts | undefined }) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const [over, setOver] = useState<ToastFacts>();
  useEffect(() => {
    if (!toast) return;
    const timer = setTimeout(() => setOver(toast), shownMs[toast.type]);
    return () => clearTimeout(timer);
  }, [toast]);
  const isShown = toast && toast !== over;
  return (
    <section aria-label={t('toast.region')} className="toast-place">
      <div
        role={toast?.type === 'error' ? 'alert' : 'status'}
        aria-live={toast?.type === 'error' ? 'assertive' : 'polite'}
      >
        {isShown && (
          <div className="toast pointer-events-auto">
            <span className={toast.type === 'success' ? 'text-good' : 'text-bad'}>
              <Icon name={toast.type === 'success' ? 'check' : 'alert'} />
            </span>
            <span>{toast.message}</span>
            {isHydrated && (
              <button
                type="button"
                onClick={() => setOver(toast)}
                className="-mr-2 grid h-9 w-9 place-items-center rounded text-muted hover:text-ink"
              >
                <Icon name="close" />
                <span className="sr-only">{t('toast.close')}</span>
              </button>
            )}
          </div>
        )}
      </div>
    </section>
  );
}

const patienceMs = 400;

/** "Loading..." while a call runs, and while a page that takes long to come is on its way. */
export function LoadingToast({ isBusy, isLeaving }: { isBusy: boolean; isLeaving: boolean }) {
  const { t } = useWords();
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isLeaving) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isLeaving]);
  return (
    <div role="status" className="pointer-events-none fixed inset-x-0 top-3 z-40 flex justify-center px-4">
      {(isBusy || isLate) && (
        <div className="toast">
          <Icon name="wait" className="spin text-accent" />
          <span>{t('form.loading')}</span>
        </div>
      )}
    </div>
  );
}
