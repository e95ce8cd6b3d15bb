import { useEffect, useState } from 'react';

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
