/**
 * Reads what this browser stores about waiting reports, a form that was not sent, and the form that
 * opens without a connection (`waiting-flag.ts`), and whose push messages it gets
 * (`push-messages.ts`), by name.
 */
export function storedFlags(): {
  waiting?: string;
  waitingKey?: string;
  unsentForm?: string;
  offlinePage?: string;
  pushOwner?: string;
  offlineForm?: string;
} {
  try {
    return { ...(window.localStorage as Record<string, string>) };
  } catch {
    // The browser allows no storage.
    return {};
  }
}

/** Name of the event dispatched at the window when a report starts or stops waiting. */
export const changeEvent = 'waiting-changed';

/**
 * Listens for reports that start or stop waiting, in this tab or another.
 *
 * @returns a function that removes the listener.
 */
export function onWaitingChange(listener: () => void): () => void {
  const events = [changeEvent, 'storage'];
  for (const event of events) window.addEventListener(event, listener);
  return () => {
    for (const event of events) window.removeEventListener(event, listener);
  };
}
