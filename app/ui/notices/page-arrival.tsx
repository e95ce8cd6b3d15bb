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
 * Tells a screen reader the title of each page that comes without a load of its own. The keyboard
 * goes to the part that the address names, or, when what it stood on is no longer there, to the
 * content.
 */
export function PageAnnouncer() {
  const { pathname, hash } = useLocation();
  const last = useRef(pathname);
  const [title, setTitle] = useState('');
  useOnArrival(() => {
    const isElsewhere = last.current !== pathname;
    last.current = pathname;
    if (isElsewhere) setTitle(document.title);
    const part = isElsewhere && document.getElementById(hash.slice(1));
    if (part) {
      part.tabIndex = -1;
      part.focus({ preventScroll: true });
    } else if (!document.activeElement || document.activeElement === document.body) focusContent();
  });
  return (
    <p className="sr-only" role="status">
      {title}
    </p>
  );
}
