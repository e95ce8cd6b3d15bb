import { useEffect, useRef } from 'react';

/** The click of a tap comes after the finger has left. */
const clickMs = 100;
const ends = ['pointerup', 'pointercancel'] as const;

/**
 * Lets a page grow only while nothing on it is pressed: a button that moves under a finger loses
 * its press, or another one gets it.
 *
 * @returns what resolves once nothing is pressed any more.
 */
export function useReleased(): () => Promise<void> {
  const press = useRef<Promise<void>>();
  useEffect(() => {
    let release = () => {};
    const begin = () => {
      release();
      press.current = new Promise((resolve) => {
        release = () => setTimeout(resolve, clickMs);
      });
    };
    const end = () => release();
    window.addEventListener('pointerdown', begin, true);
    for (const kind of ends) window.addEventListener(kind, end, true);
    return () => {
      end();
      window.removeEventListener('pointerdown', begin, true);
      for (const kind of ends) window.removeEventListener(kind, end, true);
    };
  }, []);
  const released = useRef(async () => press.current);
  return released.current;
}
