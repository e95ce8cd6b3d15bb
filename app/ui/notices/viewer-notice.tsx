import { useLocation } from '@remix-run/react';
import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { fill } from '~/i18n/t';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';
import { forgetDrafts } from './drafts';

/** Why a form was refused that was drawn for somebody else, what to do, and which form it was. */
export type OtherViewer = {
  message: string;
  hint?: string;
  operation: string;
  /** The token of the form as it was drawn; without a right one it cannot be sent again. */
  token?: string;
};

type Notice = Pick<OtherViewer, 'message' | 'hint'>;

type Person = { id: string; firstName: string; lastName: string } | null;

const ShowOtherViewer = createContext<(refused: OtherViewer) => void>(() => {});

/**
 * What shows at the top of the page that a form was refused because it was drawn for somebody else.
 */
export const useShowOtherViewer = () => useContext(ShowOtherViewer);

type Options = {
  /** The person the page was drawn for. */
  person: Person;
  /** The address that says who is signed in now. */
  address: string;
  /** Tells whether this page follows a log-out: the other tabs are told. */
  hasLoggedOut: boolean;
};

const doubtEvent = 'viewer-in-doubt';

/** Has the page find out whether its person is signed in still: an answer says otherwise. */
export const askWhoIsSignedIn = () => window.dispatchEvent(new Event(doubtEvent));

/** Message of a tab to the others after a log-out. */
const loggedOut = 'logged out';

/**
 * Says that somebody else is signed in than the page was drawn for, for as long as that is so.
 * After a log-out, here or from another device, the document goes, and what was typed into it.
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
 * The notice that somebody else is signed in: looked for when the page is come back to, and when
 * another tab says that it was drawn for somebody else.
 */
function useNotice({ person, address, hasLoggedOut }: Options) {
  const { language } = useWords();
  const [notice, setNotice] = useState<Notice>();
  const isShown = useRef(false);
  isShown.current = notice !== undefined;
  useEffect(() => {
    const { id = '', firstName = '', lastName = '' } = person ?? {};
    const other = `${firstName} ${lastName}`.trim();
    // A page of nobody's is everybody's.
    const find = async (): Promise<Notice | undefined | 'unknown'> => {
      if (!id) return 'unknown';
      const response = await fetch(address).catch(() => undefined);
      const now = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (!now) return 'unknown';
      if (now.isOver) {
        leave();
        return 'unknown';
      }
      const message = fill(language, now.sentence, { name: now.name, other });
      return now.id === id ? undefined : { message };
    };
    const check = async () => {
      const found = await find();
      if (found !== 'unknown') setNotice(found);
    };
    // The reason for a refused form says more.
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
      // The page is drawn anew. What a form on it has to say comes after this.
      setNotice(undefined);
    };
  }, [person, address, hasLoggedOut, language]);
  return [notice, setNotice] as const;
}

function leave() {
  forgetDrafts();
  window.location.reload();
}

/** The ID of the person whose data the document holds; null for a guest's. */
let documentOf: string | null | undefined;

/**
 * Loads the document anew once its page is another person's, or nobody's: the script that it came
 * with holds the data of the first page until then. A form that somebody else has filled in stays
 * until its page is left.
 *
 * @param personId the ID of who is signed in, null for nobody; undefined while that is not known.
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
