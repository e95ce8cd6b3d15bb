import {
  type FocusEvent,
  type ReactNode,
  type RefObject,
  useCallback,
  useEffect,
  useRef,
  useState,
} from 'react';
import { useConnection } from '~/ui/connection/connection';
import { ConnectionNotice } from '~/ui/connection/connection-notice';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { focusContent } from './page-arrival';
import { ShowToast, type ToastFacts } from './show-toast';
import { type ShownToast, Toast } from './toast';

const maxAtOnce = 20;

type ToastStackProps = {
  first?: ToastFacts;
  isBusy: boolean;
  isLeaving: boolean;
  header: ReactNode;
  children: ReactNode;
};

/**
 * The stack of messages below the header (docs/requirements.md#limits): success for 2 s, error for
 * 4 s, "Loading..." while a call runs or a page takes long to arrive. At most 20. An answer removes
 * the messages before it. The server renders the first one, so that it shows without script; it
 * stays then.
 *
 * Its live regions exist before any message, so that a screen reader announces what is added. Toast
 * libraries render nothing on the server, so without script nobody would see a message.
 */
export function ToastStack({ first, isBusy, isLeaving, header, children }: ToastStackProps) {
  const { t } = useWords();
  const isLate = useLate(isLeaving);
  const isWaiting = isBusy || isLate;
  const { toasts, show, drop } = useToasts(first);
  const { place, noteWhereFrom, leave } = useKeyboardPlace();
  const putAway = (id: number, button: HTMLElement) => {
    leave(button);
    drop(id);
  };
  const hasLostLine = useConnection() === 'dropped';
  useFreePlace(place, toasts.length > 0 || isWaiting || hasLostLine);
  const visibleToasts = toasts.slice(isWaiting ? 1 - maxAtOnce : -maxAtOnce);
  return (
    <ShowToast.Provider value={show}>
      {header}
      <section ref={place} aria-label={t('toast.region')} className="toast-place" onFocus={noteWhereFrom}>
        <div>
          <div role="status">
            {isWaiting && (
              <div className="toast">
                <Icon name="wait" className="spin" />
                <span>{t('form.loading')}</span>
              </div>
            )}
          </div>
          {(['error', 'success'] as const).map((type) => (
            <div key={type} role={type === 'error' ? 'alert' : 'status'} aria-atomic="false">
              {type === 'error' && <ConnectionNotice />}
              {visibleToasts
                .filter((toast) => toast.type === type)
                .map((toast) => (
                  <Toast key={toast.id} toast={toast} onOver={drop} onPutAway={putAway} />
                ))}
            </div>
          ))}
        </div>
      </section>
      {children}
    </ShowToast.Provider>
  );
}

const phoneWidth = '(max-width: 39.99rem)';

/**
 * Keeps the messages on a phone where they cover no heading, as the page, the messages or the view
 * change. The code for it is loaded with the first message.
 */
function useFreePlace(place: RefObject<HTMLElement>, hasMessages: boolean) {
  useEffect(() => {
    const { current } = place;
    if (!hasMessages || !current) return;
    if (!window.matchMedia(phoneWidth).matches) {
      current.style.translate = '';
      return;
    }
    const over = new AbortController();
    import('./place-toasts').then(
      ({ keepFree }) => keepFree(current, over.signal),
      () => undefined,
    );
    return () => over.abort();
  });
}

/** Holds the messages, including the one that comes with a page. */
function useToasts(first?: ToastFacts) {
  const [toasts, setToasts] = useState<ShownToast[]>(first ? [{ ...first, id: 0 }] : []);
  const lastId = useRef(0);
  const seenToast = useRef(first);
  const show = useCallback((toast: ToastFacts) => {
    lastId.current += 1;
    const newToast = { ...toast, id: lastId.current };
    setToasts((all) => (toast.isBeside ? [...all, newToast].slice(-maxAtOnce) : [newToast]));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  useEffect(() => {
    if (first && seenToast.current !== first) show(first);
    seenToast.current = first;
  }, [first, show]);
  return { toasts, show, drop };
}

/**
 * Returns the handlers that move the focus when a message is dismissed: to the next message, or
 * back to where it was.
 */
function useKeyboardPlace() {
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const noteWhereFrom = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  };
  const leave = (button: HTMLElement) => {
    const otherButtons = [...(place.current?.querySelectorAll('button') ?? [])].filter(
      (other) => other !== button,
    );
    const target = otherButtons[0] ?? (cameFrom.current?.isConnected ? cameFrom.current : null);
    if (target) target.focus({ preventScroll: true });
    else focusContent();
  };
  return { place, noteWhereFrom, leave };
}

const patienceMs = 400;

/** Returns true if something takes so long that the user has to be told. */
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
