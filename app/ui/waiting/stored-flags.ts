/** What this browser keeps of reports that wait in it (`waiting-flag.ts`), by its name. */
export function storedFlags(): { waiting?: string; waitingKey?: string; offlinePage?: string } {
  try {
    return { ...(window.localStorage as Record<string, string>) };
  } catch {
    // It allows no storage.
    return {};
  }
}

/** What is dispatched at the window when a report begins or ceases to wait. */
export const changeEvent = 'waiting-changed';

/**
 * Listens for reports that begin or cease to wait, in this tab or another.
 *
 * @returns what ends that.
 */
export function onWaitingChange(listener: () => void): () => void {
  const events = [changeEvent, 'storage'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
