import {
  createContext,
  type MouseEvent,
  type ReactNode,
  type RefObject,
  useContext,
  useEffect,
  useRef,
} from 'react';
import { useConnection } from '~/ui/connection/connection';
import { useHydrated } from '~/ui/hooks';
import { Icon } from '~/ui/icon';
import { PageLink } from '~/ui/links';
import { useOnArrival } from '~/ui/notices/page-arrival';
import { FramePostForm } from '~/ui/notices/post-form';
import { useWords } from '~/ui/sentence';

/**
 * Asks whether to log out.
 *
 * @returns true if the dialog was opened; otherwise the confirm page asks.
 */
const AskLogOut = createContext((): boolean => false);

type LogOutDialogProps = { isSignedIn: boolean; action: string; children: ReactNode };

/**
 * Provides the dialog before a log-out (docs/requirements.md#screens) to every link that leads to
 * it.
 */
export function LogOutDialog({ isSignedIn, action, children }: LogOutDialogProps) {
  const dialog = useRef<HTMLDialogElement>(null);
  const isHydrated = useHydrated();
  const close = () => dialog.current?.close?.();
  useOnArrival(close);
  // Nothing outside an open dialog can be reached, including the notice.
  const isDropped = useConnection() === 'dropped';
  useEffect(() => {
    if (isDropped) dialog.current?.close?.();
  }, [isDropped]);
  const ask = () => {
    if (typeof dialog.current?.showModal !== 'function') return false;
    dialog.current.showModal();
    // The way back has the focus, so that an accidental Enter does nothing.
    dialog.current.querySelector<HTMLElement>('[type="button"]')?.focus();
    return true;
  };
  return (
    <AskLogOut.Provider value={ask}>
      {children}
      {isHydrated && isSignedIn && <Question dialog={dialog} action={action} onStay={close} />}
    </AskLogOut.Provider>
  );
}

type QuestionProps = { dialog: RefObject<HTMLDialogElement>; action: string; onStay: () => void };

function Question({ dialog, action, onStay }: QuestionProps) {
  const { t } = useWords();
  return (
    <dialog
      ref={dialog}
      aria-labelledby="log-out-title"
      aria-describedby="log-out-text"
      className="floating m-auto w-[calc(100%-2rem)] max-w-md text-ink"
    >
      <h2 id="log-out-title">{t('logout.title')}</h2>
      <p id="log-out-text" className="mt-3 text-muted">
        {t('logout.text')}
      </p>
      <FramePostForm operation="account.logOut" action={action} reloadDocument className="actions mt-6">
        <button type="submit" className="button">
          <Icon name="logout" />
          {t('logout.submit')}
        </button>
        <button type="button" className="button plain" onClick={onStay}>
          <Icon name="close" />
          {t('logout.cancel')}
        </button>
      </FramePostForm>
    </dialog>
  );
}

/** A link to the confirm page. With script it asks in a dialog instead. */
export function LogOutLink({ to }: { to: string }) {
  const { t } = useWords();
  const isHydrated = useHydrated();
  const ask = useContext(AskLogOut);
  const onClick = (event: MouseEvent) => {
    const opensElsewhere = event.metaKey || event.ctrlKey || event.shiftKey;
    if (!opensElsewhere && ask()) event.preventDefault();
  };
  return (
    <PageLink
      to={to}
      className="nav-link lg:pointer-fine:!min-h-8 lg:!py-0 lg:text-small"
      aria-haspopup={isHydrated ? 'dialog' : undefined}
      onClick={onClick}
    >
      <Icon name="logout" />
      {t('nav.logOut')}
    </PageLink>
  );
}
