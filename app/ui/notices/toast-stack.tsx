import { type FocusEvent, type ReactNode, useCallback, useEffect, useRef, useState } from 'react';
import { ConnectionNotice } from '~/ui/connection/connection-notice';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { focusContent } from './page-arrival';
import { ShowToast, type ToastFacts } from './show-toast';
import { type Shown, Toast } from './toast';

const maxAtOnce = 20;

type ToastStackProps = {
  first?: ToastFacts;
  isBusy: boolean;
  isLeaving: boolean;
  header: ReactNode;
  children: ReactNode;
};

/**
 * The messages below the header, which is given (docs/requirements.md#limits): success for 2 s,
 * error for 4 s, "Loading..." while a call runs and while a page that takes long to come is on its
 * way, at most 20; an answer ends those before it. The first one is in the page the server sends,
 * so it shows without script, and then it stays.
 *
 * Its regions are there before any message, so that a screen reader hears what comes into them.
 * Libraries for toasts render nothing on the server, so without script nobody would see a message.
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
  const shown = toasts.slice(isWaiting ? 1 - maxAtOnce : -maxAtOnce);
  return (
    <ShowToast.Provider value={show}>
      {header}
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

/** The messages there are, the one that comes with a page among them. */
function useToasts(first?: ToastFacts) {
  const [toasts, setToasts] = useState<Shown[]>(first ? [{ ...first, id: 0 }] : []);
  const lastId = useRef(0);
  const seen = useRef(first);
  const show = useCallback((toast: ToastFacts) => {
    lastId.current += 1;
    const shown = { ...toast, id: lastId.current };
    setToasts((all) => (toast.isBeside ? [...all, shown].slice(-maxAtOnce) : [shown]));
  }, []);
  const drop = useCallback((id: number) => setToasts((all) => all.filter((toast) => toast.id !== id)), []);
  useEffect(() => {
    if (first && seen.current !== first) show(first);
    seen.current = first;
  }, [first, show]);
  return { toasts, show, drop };
}

/** Where the keyboard goes when a message is put away: to the next one, or back to where it was. */
function useKeyboardPlace() {
  const place = useRef<HTMLElement>(null);
  const cameFrom = useRef<HTMLElement | null>(null);
  const noteWhereFrom = ({ relatedTarget }: FocusEvent) => {
    if (!place.current?.contains(relatedTarget)) cameFrom.current = relatedTarget as HTMLElement | null;
  };
  const leave = (button: HTMLElement) => {
    const others = [...(place.current?.querySelectorAll('button') ?? [])].filter((other) => other !== button);
    const target = others[0] ?? (cameFrom.current?.isConnected ? cameFrom.current : null);
    if (target) target.focus({ preventScroll: true });
    else focusContent();
  };
  return { place, noteWhereFrom, leave };
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
