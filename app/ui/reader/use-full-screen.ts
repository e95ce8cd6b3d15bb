import { type RefObject, useEffect, useState } from 'react';

/**
 * Shows an element in full screen.
 *
 * @returns `isSupported` is false in browsers without full screen, once that is known.
 */
export function useFullScreen(element: RefObject<HTMLElement>) {
  const [isSupported, setSupported] = useState(true);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    setSupported(document.fullscreenEnabled === true);
    const note = () => setOn(document.fullscreenElement?.contains(element.current) ?? false);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, [element]);
  const toggle = () => {
    if (!isSupported) return;
    // A browser that refuses leaves the page as it is.
    const change = isOn ? document.exitFullscreen() : element.current?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { isSupported, isOn, toggle };
}
