import { useSyncExternalStore } from 'react';

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
