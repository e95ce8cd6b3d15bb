import { createContext, type ReactNode, useContext, useEffect, useRef, useState } from 'react';
import { fill } from '~/i18n/t';
import { Icon } from '~/ui/icon';
import { useWords } from '~/ui/sentence';

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

/**
 * Says that somebody else is signed in than the page was drawn for, for as long as that is so.
 * Takes whom the page was drawn for, and the address that says who is signed in now.
 */
export function ViewerNotice({
  person,
  address,
  children,
}: {
  person: Person;
  address: string;
  children: ReactNode;
}) {
  const [notice, setNotice] = useNotice(person, address);
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
function useNotice(person: Person, address: string) {
  const { language } = useWords();
  const [notice, setNotice] = useState<Notice>();
  const isShown = useRef(false);
  isShown.current = notice !== undefined;
  useEffect(() => {
    const { id = '', firstName = '', lastName = '' } = person ?? {};
    const other = `${firstName} ${lastName}`.trim();
    // A page of nobody's is everybody's.
    const check = async () => {
      if (!id) return;
      const response = await fetch(address).catch(() => undefined);
      const now = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (!now) return;
      const message = fill(language, now.sentence, { name: now.name, other });
      setNotice(now.id === id ? undefined : { message });
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && check();
    const onVisible = () => document.visibilityState === 'visible' && check();
    const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('viewer') : undefined;
    const onOtherTab = ({ data }: MessageEvent) => (data !== id || isShown.current) && check();
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisible);
    tabs?.addEventListener('message', onOtherTab);
    tabs?.postMessage(id);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisible);
      tabs?.close();
      // The page is drawn anew. What a form on it has to say comes after this.
      setNotice(undefined);
    };
  }, [person, address, language]);
  return [notice, setNotice] as const;
}
