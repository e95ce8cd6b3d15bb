/*
 * What every page knows of reports that wait in this browser until they are sent: whose they are.
 * All else comes only where there are some.
 */

const ownerKey = 'waiting';

/** The database that holds them; one for all, for they are of one account. */
export const databaseName = 'waiting';

/** What is dispatched at the window when a report begins or ceases to wait. */
export const changeEvent = 'waiting-changed';

function storage(): Storage | undefined {
  try {
    return window.localStorage;
  } catch {
    return undefined;
  }
}

/** The ID of the account whose reports wait, where there are some. */
export const waitingOwner = (): string | null => storage()?.getItem(ownerKey) ?? null;

/** Notes whose reports wait; null for nobody's. */
export function noteWaiting(owner: string | null): void {
  try {
    if (owner) storage()?.setItem(ownerKey, owner);
    else storage()?.removeItem(ownerKey);
  } catch {
    // Without room for it there is no room for a report either.
  }
}

const offlineKey = 'offline-page';

/** The language of the page that this browser keeps for when there is no connection, if it does. */
export const offlineLanguage = (): string | null => storage()?.getItem(offlineKey) ?? null;

export const noteOfflineLanguage = (language: string) => storage()?.setItem(offlineKey, language);

/** Removes everything that waits. */
export function forgetWaiting(): void {
  noteWaiting(null);
  indexedDB.deleteDatabase(databaseName);
}
