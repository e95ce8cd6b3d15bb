import { createContext, type ReactNode, useCallback, useContext, useEffect, useState } from 'react';
import { fill } from '~/copy/show';
import { Icon } from './Icon';
import { useWords } from './words';

/** Why a form was refused that was drawn for somebody else, and what to do. */
export type OtherViewer = { message: string; hint?: string };

type Person = { id: string; firstName: string; lastName: string } | null;

const ShowOtherViewer = createContext<(refused: OtherViewer) => void>(() => {});

/** What shows at the top of the page that a form was refused because it was drawn for somebody else. */
export const useShowOtherViewer = () => useContext(ShowOtherViewer);

let isStale = false;

/** Whether somebody else is signed in than this page was drawn for: the next page is drawn anew, with its frame. */
export const isDrawnForOther = () => isStale;

/**
 * Notices that somebody else is signed in than the page was drawn for: when the page is come back to, and when another tab says that
 * it was drawn for somebody else. It stands there as long as that is so.
 * In: whom the page was drawn for, and the address that says who is signed in now.
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
  const { language } = useWords();
  const [notice, setNotice] = useState<OtherViewer>();
  const id = person?.id ?? '';
  const other = person ? `${person.firstName} ${person.lastName}`.trim() : '';
  useEffect(() => {
    setNotice(undefined);
    isStale = false;
    // A page of nobody's is everybody's.
    const check = async () => {
      if (!id) return;
      const response = await fetch(address).catch(() => undefined);
      const now = response?.ok ? await response.json().catch(() => undefined) : undefined;
      if (!now) return;
      isStale = now.id !== id;
      const values = { name: now.name, other };
      setNotice(isStale ? { message: fill(language, now.sentence, values) } : undefined);
    };
    const onPageShow = ({ persisted }: PageTransitionEvent) => persisted && check();
    const onVisible = () => document.visibilityState === 'visible' && check();
    const tabs = typeof BroadcastChannel === 'function' ? new BroadcastChannel('viewer') : undefined;
    const onOtherTab = ({ data }: MessageEvent) => (data !== id || isStale) && check();
    window.addEventListener('pageshow', onPageShow);
    document.addEventListener('visibilitychange', onVisible);
    tabs?.addEventListener('message', onOtherTab);
    tabs?.postMessage(id);
    return () => {
      window.removeEventListener('pageshow', onPageShow);
      document.removeEventListener('visibilitychange', onVisible);
      tabs?.close();
    };
  }, [id, other, address, language]);
  const show = useCallback((refused: OtherViewer) => {
    isStale = true;
    setNotice(refused);
  }, []);
  return (
    <ShowOtherViewer.Provider value={show}>
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
