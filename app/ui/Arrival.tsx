import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** Puts the keyboard at the content of the page. */
export function focusContent() {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/** Calls back whenever the person came to another page, and not on the first one. */
export function useOnArrival(then: () => void) {
  const { key } = useLocation();
  const last = useRef(key);
  useEffect(() => {
    if (last.current === key) return;
    last.current = key;
    then();
  });
}

/**
 * Tells a screen reader the title of each page that comes without a load of its own. The keyboard goes to the content when what it
 * stood on is no longer there.
 */
export function Arrival() {
  const { pathname } = useLocation();
  const last = useRef(pathname);
  const [title, setTitle] = useState('');
  useEffect(() => {
    if (last.current === pathname) return;
    last.current = pathname;
    setTitle(document.title);
    if (!document.activeElement || document.activeElement === document.body) focusContent();
  }, [pathname]);
  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}
