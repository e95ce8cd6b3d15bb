import { useEffect, useRef, useState } from 'react';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import type { ToastFacts } from './show-toast';

/** A message on the stack. */
export type ShownToast = ToastFacts & { id: number };

const shownMs = { success: 2000, error: 4000 };

type ToastProps = {
  toast: ShownToast;
  onOver: (id: number) => void;
  onPutAway: (id: number, button: HTMLElement) => void;
};

/** One message. Its time pauses while the pointer or the focus is on it. */
export function Toast({ toast, onOver, onPutAway }: ToastProps) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const leftMs = useRef(shownMs[toast.type]);
  const [isPointedAt, setPointedAt] = useState(false);
  const [hasFocus, setFocus] = useState(false);
  const isHeld = isPointedAt || hasFocus;
  const { id } = toast;
  useEffect(() => {
    if (isHeld) return;
    const since = Date.now();
    const timer = setTimeout(() => onOver(id), leftMs.current);
    return () => {
      clearTimeout(timer);
      leftMs.current = Math.max(0, leftMs.current - (Date.now() - since));
    };
  }, [isHeld, id, onOver]);
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: pointing at it does nothing but hold its time; the button closes it
    <div
      className={isHydrated ? 'toast pointer-events-auto' : 'toast'}
      onMouseEnter={() => setPointedAt(true)}
      onMouseLeave={() => setPointedAt(false)}
      onFocus={() => setFocus(true)}
      onBlur={() => setFocus(false)}
    >
      <ToastText toast={toast} />
      {isHydrated && (
        <button
          type="button"
          onClick={(event) => onPutAway(id, event.currentTarget)}
          className="-my-1 -me-2 grid h-11 w-11 shrink-0 place-items-center rounded-field text-muted hover:text-ink"
        >
          <Icon name="close" />
          <span className="sr-only">{t('toast.close')}</span>
        </button>
      )}
    </div>
  );
}

function ToastText({ toast: { type, message, more: secondLine } }: { toast: ToastFacts }) {
  return (
    <>
      {type === 'success' ? (
        <Icon name="check" className="text-good" />
      ) : (
        <Icon name="alert" className="text-danger" />
      )}
      <span>
        <span>{message}</span>
        {secondLine && <span className="block font-text">{secondLine}</span>}
      </span>
    </>
  );
}

/**
 * A message in the page from the server, for what only a form knows. With script it moves to the
 * stack.
 */
export function StaticToast({ message }: { message: string }) {
  const { t } = useWords();
  return (
    <section aria-label={t('toast.region')} className="toast-place">
      <div>
        <div className="toast">
          <ToastText toast={{ type: 'error', message }} />
        </div>
      </div>
    </section>
  );
}
