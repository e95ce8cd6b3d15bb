import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { formatFullName } from '~/domain/identity/full-name';
import { fillPlaceholders } from '~/i18n/t';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { forgetDrafts } from './drafts';

/**
 * The refusal of a form that was rendered for another user: the reason, a hint, and which form it
 * was.
 */
export type OtherViewer = {
  message: string;
  hint?: string;
  operation: string;
  /** The form's token. Without a valid one it cannot be sent again. */
  token?: string;
};

type Notice = Pick<OtherViewer, 'message' | 'hint'>;

type Person = { id: string; firstName: string; lastName: string } | null;

const ShowOtherViewer = createContext<(refused: OtherViewer) => void>(() => {});

/**
 * Returns the function that shows, at the top of the page, that a form was refused because it was
 * rendered for another user.
 */
export const useShowOtherViewer = () => useContext(ShowOtherViewer);

type Options = {
  /** The user the page was rendered for. */
  person: Person;
  /** The address that answers who is signed in now. */
  address: string;
  /** True if this page follows a log-out. The other tabs are told. */
  hasLoggedOut: boolean;
};

const doubtEvent = 'viewer-in-doubt';

/**
 * Makes the page check whether its user is still signed in. Called when an answer suggests
 * otherwise.
 */
export const askWhoIsSignedIn = () => window.dispatchEvent(new Event(doubtEvent));

/** Message from one tab to the others after a log-out. */
const loggedOut = 'logged out';

/**
 * Says that another user is signed in than the page was rendered for, for as long as that is so.
 * After a log-out, here or on another device, the document and its input are removed.
 */
export function ViewerNotice({ children, ...options }: Options & { children: ReactNode }) {
  const [notice, setNotice] = useNotice(options);
  return (
    <ShowOtherViewer.Provider value={setNotice}>
      <div role="alert" className="sticky top-0 z-40">
        {notice && (
          <div className="notice bad !rounded-none">
            <Icon name="alert" className="mt-0.5" />
            <span>
              {notice.message} {notice.hint}
            </span>
          </div>
        )}
      </div>
      {children}
    </ShowOtherViewer.Provider>
  );
}

/**
 * Returns the notice that another user is signed in. It is checked when the user returns to the
 * page, and when another tab reports another user.
 */
function useNotice({ person, address, hasLoggedOut }: Options) {
  const { language } = useWords();
  const [notice, setNotice] = useState<Notice>();
  const isShown = useRef(false);
  isShown.current = notice !== undefined;
  useEffect(() => {
    const { id = '', firstName = '', lastName = '' } = person ?? {};
    const ownerName = formatFullName({ firstName, lastName });
    // A page rendered for a guest suits every user.
    const find = async (): Promise<Notice | undefined | 'unknown'> => {
      if (!id) return 'unknown';
      const response = await fetch(address).catch(() => undefined);
      const current = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (!current) return 'unknown';
      if (current.isOver) {
        leave();
        return 'unknown';
      }
      const message = fillPlaceholders(language, current.sentence, { name: current.name, other: ownerName });
      return current.id === id ? undefined : { message };
    };
    const check = async () => {
      const found = await find();
      if (found !== 'unknown') setNotice(found);
    };
    // The reason for a refused form is more specific.
    const onDoubt = async () => {
      const found = await find();
      if (found !== 'unknown') setNotice((shown) => shown ?? found);
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && check();
    const onVisible = () => document.visibilityState === 'visible' && check();
    const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('viewer') : undefined;
    const onOtherTab = ({ data }: MessageEvent) => {
      if (data === loggedOut && id) leave();
      else if (data !== id || isShown.current) check();
    };
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisible);
    tabs?.addEventListener('message', onOtherTab);
    window.addEventListener(doubtEvent, onDoubt);
    tabs?.postMessage(hasLoggedOut ? loggedOut : id);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisible);
      window.removeEventListener(doubtEvent, onDoubt);
      tabs?.close();
      // The page is rendered again. Messages of its forms come after this.
      setNotice(undefined);
    };
  }, [person, address, hasLoggedOut, language]);
  return [notice, setNotice] as const;
}

function leave() {
  forgetDrafts();
  // A page that asks before it is left would stay in front of the next user.
  window.addEventListener('beforeunload', (event) => event.stopImmediatePropagation(), true);
  window.location.reload();
}

/** ID of the user whose data the document holds; null for a guest. */
let documentOf: string | null | undefined;

/**
 * Reloads the document once its page belongs to another user or a guest, since its initial script
 * still holds the first user's data. A form filled in by the earlier user keeps the document until
 * its page is left.
 *
 * @param personId the ID of the signed-in user; null for a guest, undefined while that is not
 * known.
 */
export function useOwnDocument(personId: string | null | undefined): void {
  const { key } = useLocation();
  // biome-ignore lint/correctness/useExhaustiveDependencies: it is looked at again on each page
  useEffect(() => {
    if (personId === undefined) return;
    if (!documentOf || documentOf === personId) documentOf = personId;
    else if (!document.querySelector(`[name="formToken"][value^="${documentOf}."]`)) location.reload();
  }, [personId, key]);
}
