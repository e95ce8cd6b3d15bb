import { useEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/**
 * Whether the script has taken over: false on the server and while the page comes alive, true from
 * then on.
 */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

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

/**
 * Counts down in whole seconds. Takes what says how many seconds are left; a new object starts
 * anew.
 *
 * @returns the seconds left now.
 */
export function useSecondsLeft(details: { secondsLeft: number }) {
  const [left, setLeft] = useState(details.secondsLeft);
  useEffect(() => {
    const until = Date.now() + details.secondsLeft * 1000;
    const look = () => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [details]);
  return left;
}
