import { useLocation } from '@remix-run/react';
import { useEffect, useRef, useState } from 'react';

/** Moves the focus to the page's content. */
export function focusContent() {
  document.getElementById('content')?.focus({ preventScroll: true });
}

/**
 * Moves the focus to the page's content, and scrolls to the result of a form: the element with the
 * ID `result`, or the content if it replaced the form. Without script an address that ends with
 * `#result` scrolls there.
 */
export function showResult() {
  focusContent();
  const result = document.getElementById('result') ?? document.getElementById('content');
  result?.scrollIntoView({ block: 'start' });
}

/** Calls back on every navigation to another page, but not on the first page. */
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
 * Announces the title of each page that arrives without a document load. The focus moves to the
 * part that the address names, or to the content if the focused element is gone.
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
