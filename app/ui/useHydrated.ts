import { useEffect, useState } from 'react';

/** Whether the script has taken over: false on the server and until then. */
export function useHydrated() {
  const [isHydrated, setHydrated] = useState(false);
  useEffect(() => setHydrated(true), []);
  return isHydrated;
}
