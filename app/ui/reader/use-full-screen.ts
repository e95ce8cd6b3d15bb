import { type RefObject, useEffect, useState } from 'react';

/** Class of the element with two viewers, which are shown in full screen together. */
export const viewersClass = 'viewers';

/**
 * Shows an element in full screen, with the viewer beside it if there is one.
 *
 * @returns `isSupported` is false on the server, and in browsers without full screen.
 */
export function useFullScreen(element: RefObject<HTMLElement>) {
  const [isSupported, setSupported] = useState(false);
  const [isOn, setOn] = useState(false);
  useEffect(() => {
    setSupported(document.fullscreenEnabled === true);
    const note = () => setOn(document.fullscreenElement?.contains(element.current) ?? false);
    document.addEventListener('fullscreenchange', note);
    return () => document.removeEventListener('fullscreenchange', note);
  }, [element]);
  const toggle = () => {
    if (!isSupported) return;
    const here = element.current?.closest(`.${viewersClass}`) ?? element.current;
    // A browser that refuses leaves the page as it is.
    const change = isOn ? document.exitFullscreen() : here?.requestFullscreen();
    change?.catch(() => undefined);
  };
  return { isSupported, isOn, toggle };
}
