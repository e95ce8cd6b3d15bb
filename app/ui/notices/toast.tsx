import {
  createContext,
  type FocusEvent,
  type ReactNode,
  useCallback,
  useContext,
  useEffect,
  useRef,
  useState,
} from 'react';
import { Icon } from '~/ui/icon';
import { focusContent } from '~/ui/lists/new-report';
import { useWords } from '~/ui/sentence';
import { useHydrated } from '~/ui/use-hydrated';
import { ConnectionNotice } from './connection-notice';

/** A message; `more` is a second line below it. */
export type ToastFacts = { type: 'success' | 'error'; message: string; more?: string };
type Shown = ToastFacts & { id: number };

const shownMs = { success: 2000, error: 4000 };
const maxAtOnce = 20;

const ShowToast = createContext<(toast: ToastFacts) => void>(() => {});

/** What puts a message at the top of the page. */
export const useShowToast = () => useContext(ShowToast);

/**
 * The messages at the top of the page (docs/requirements.md#limits): success for 2 s, error for 4
 * s, "Loading..." while a call runs and while a page that takes long to come is on its way, at most
 * 20. The first one is in the page the server sends, so it shows without script, and then it stays.
 *
 * Its regions are there before any message, so that a screen reader hears what comes into them.
 * Libraries for toasts render nothing on the server, so without script nobody would see a message.
 */
export function ToastStack({
  first,
  isBusy,
  isLeaving,
  children,
}: {
  first?: ToastFacts;
  isBusy: boolean;
  isLeaving: boolean;
  children: ReactNode;
}) {
  const { t } = useWords();
  const isLate = useLate(isLeaving);
  const isWaiting = isBusy || isLate;
  const [toasts, setToasts] = useState<Shown[]>(first ? [{ ...first, id: 0 }] : []);
  const lastId = useRef(0);
  const seen = useRef(first);
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);

  const show = useCallback((toast: ToastFacts) => {
    lastId.current += 1;
    const shown = { ...toast, id: lastId.current };
    setToasts((all) => [...all, shown].slice(-maxAtOnce));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);

  useEffect(() => {
    if (first && seen.current !== first) show(first);
    seen.current = first;
  }, [first, show]);

  const noteWhereFrom = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  };
  // The keyboard goes on to the next message, or back to where it was.
  const putAway = (id: number, button: HTMLElement) => {
    const others = [...(place.current?.querySelectorAll('button') ?? [])].filter((other) => other !== button);
    const target = others[0] ?? (cameFrom.current?.isConnected ? cameFrom.current : null);
    if (target) target.focus({ preventScroll: true });
    else focusContent();
    drop(id);
  };

  const shown = toasts.slice(isWaiting ? 1 - maxAtOnce : -maxAtOnce);
  return (
    <ShowToast.Provider value={show}>
      <section ref={place} aria-label={t('toast.region')} className="toast-place" onFocus={noteWhereFrom}>
        <div role="status">
          {isWaiting && (
            <div className="toast">
              <Icon name="wait" className="spin text-accent" />
              <span>{t('form.loading')}</span>
            </div>
          )}
        </div>
        {(['error', 'success'] as const).map((type) => (
          <div key={type} role={type === 'error' ? 'alert' : 'status'} aria-atomic="false">
            {type === 'error' && <ConnectionNotice />}
            {shown
              .filter((toast) => toast.type === type)
              .map((toast) => (
                <Toast key={toast.id} toast={toast} onOver={drop} onPutAway={putAway} />
              ))}
          </div>
        ))}
      </section>
      {children}
    </ShowToast.Provider>
  );
}

const patienceMs = 400;

/** Whether something goes on for so long that it has to be said. */
function useLate(isUnderWay: boolean) {
  const [isLate, setLate] = useState(false);
  useEffect(() => {
    if (!isUnderWay) return;
    const timer = setTimeout(() => setLate(true), patienceMs);
    return () => {
      clearTimeout(timer);
      setLate(false);
    };
  }, [isUnderWay]);
  return isLate;
}

/** One message. Its time stands still while the pointer or the keyboard is on it. */
function Toast({
  toast,
  onOver,
  onPutAway,
}: {
  toast: Shown;
  onOver: (id: number) => void;
  onPutAway: (id: number, button: HTMLElement) => void;
}) {
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
      className="toast pointer-events-auto"
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
          className="-me-2 grid h-9 w-9 shrink-0 place-items-center rounded text-muted hover:text-ink"
        >
          <Icon name="close" />
          <span className="sr-only">{t('toast.close')}</span>
        </button>
      )}
    </div>
  );
}

function ToastText({ toast: { type, message, more } }: { toast: ToastFacts }) {
  return (
    <>
      <span className={type === 'success' ? 'text-good' : 'text-bad'}>
        <Icon name={type === 'success' ? 'check' : 'alert'} />
      </span>
      <span>
        <span>{message}</span>
        {more && <span className="block font-normal">{more}</span>}
      </span>
    </>
  );
}

/**
 * A message in the page the server sends, for what only a form knows. With script it goes to the
 * stack instead.
 */
export function StaticToast({ message }: { message: string }) {
  const { t } = useWords();
  return (
    <section aria-label={t('toast.region')} className="toast-place">
      <div className="toast">
        <ToastText toast={{ type: 'error', message }} />
      </div>
    </section>
  );
}
