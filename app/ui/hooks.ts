import { useEffect, useLayoutEffect, useRef, useState, useSyncExternalStore } from 'react';

const never = () => () => {};

/** Returns true after hydration; false on the server and during hydration. */
export function useHydrated() {
  return useSyncExternalStore(
    never,
    () => true,
    () => false,
  );
}

/** Runs an effect before the page is painted or scrolled. The server, which paints nothing, says nothing of it. */
export const useBeforePaint = typeof document === 'undefined' ? useEffect : useLayoutEffect;

/** Makes the browser ask before the page is left. */
export const askBeforeLeaving = (event: BeforeUnloadEvent) => event.preventDefault();

/** Milliseconds from the end of a touch until its click. */
const clickMs = 100;
const ends = ['pointerup', 'pointercancel'] as const;

/**
 * Lets a page grow only while nothing on it is pressed. A button that moves under a finger loses
 * its press, or another one gets it.
 *
 * @returns a function whose promise resolves once nothing is pressed.
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
  const untilReleased = useRef(async () => press.current);
  return untilReleased.current;
}

/**
 * Counts down in whole seconds.
 *
 * @param details how many seconds are left; a new object restarts the countdown.
 * @returns the seconds left now.
 */
export function useSecondsLeft(details: { secondsLeft: number }) {
  const [secondsLeft, setSecondsLeft] = useState(details.secondsLeft);
  useEffect(() => {
    const until = Date.now() + details.secondsLeft * 1000;
    const look = () => {
      const now = Math.max(0, Math.ceil((until - Date.now()) / 1000));
      setSecondsLeft(now);
      if (now === 0) clearInterval(timer);
    };
    const timer = setInterval(look, 1000);
    look();
    return () => clearInterval(timer);
  }, [details]);
  return secondsLeft;
}
