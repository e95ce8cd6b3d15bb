import { changeEvent, storedFlags } from './stored-flags';

/** The database of the waiting reports. There is one, since all of them belong to one account. */
export const waitingDatabaseName = 'waiting';

const ownerKey = 'waiting';
const keyIdKey = 'waitingKey';
const offlineKey = 'offlinePage';

/** Dispatches an event at the window when waiting reports have changed. */
export const announceChange = () => window.dispatchEvent(new Event(changeEvent));

const keptForMs = 72 * 3_600_000;

/**
 * Returns true if a moment is at least 72 hours from now, in either direction: clocks are set back
 * too.
 */
export const isExpired = (at: number): boolean => Math.abs(Date.now() - at) >= keptForMs;

/** Returns the account whose reports wait, if there are any, and since when the newest does. */
function flag(): [owner: string, at: number] | undefined {
  const [owner, at] = storedFlags().waiting?.split(' ') ?? [];
  return owner ? [owner, Number(at)] : undefined;
}

/** Returns the ID of the account whose reports wait, if there are any. */
export const waitingOwner = (): string | undefined => flag()?.[0];

/**
 * Returns the ID of the key that seals the waiting reports; undefined if there are none or they
 * were never sealed.
 */
export const waitingKeyId = (): string | undefined => storedFlags().waitingKey;

/**
 * Notes whose reports wait, and when the newest started to.
 *
 * @param keyId the ID of the key that seals them: one for all.
 * @throws if this browser has no storage, reports of another account wait, or they are sealed with
 * another key.
 */
export function noteWaiting(owner: string, at: number, keyId: string): void {
  const currentOwner = waitingOwner();
  if (currentOwner && currentOwner !== owner) throw new Error("somebody else's reports wait");
  noteKey(keyId);
  window.localStorage.setItem(ownerKey, `${owner} ${at}`);
}

/**
 * Notes the key that seals the waiting reports.
 *
 * @throws if they are sealed with another key.
 */
export function noteKey(keyId: string): void {
  const before = waitingKeyId();
  if (before && before !== keyId) throw new Error('sealed with another key');
  window.localStorage.setItem(keyIdKey, keyId);
}

/**
 * Tells other tabs that the newest report is in the database. A tab that looked earlier has not
 * seen it.
 */
export function noteStored(): void {
  const before = storedFlags().waiting;
  if (before) window.localStorage.setItem(ownerKey, `${before} kept`);
}

/** Notes the language of the offline page in this browser. */
export const noteOfflineLanguage = (language: string) => window.localStorage.setItem(offlineKey, language);

/** Removes everything that waits. */
export function forgetWaiting(): void {
  window.localStorage.removeItem(ownerKey);
  window.localStorage.removeItem(keyIdKey);
  indexedDB.deleteDatabase(waitingDatabaseName);
}

/**
 * Removes the waiting reports of an account that is not signed in now: if another one is, after its
 * log-out, and for every visitor after three days.
 */
export function forgetWaitingOfOthers({ personId, isGone }: { personId?: string; isGone: boolean }): void {
  const [owner, at] = flag() ?? [];
  if (!owner || owner === personId) return;
  if (personId || isGone || isExpired(Number(at))) forgetWaiting();
}

/**
 * Removes the waiting reports if the server no longer has their key: they can never be read again.
 * Any unclear answer leaves them as they are.
 *
 * @returns true if they were removed.
 */
export async function forgetUnreadable(): Promise<boolean> {
  const keyId = waitingKeyId();
  if (!keyId) return false;
  const response = await fetch(`/files/waiting-key/${keyId}`).catch(() => undefined);
  const answer = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (answer?.isThere !== false || waitingKeyId() !== keyId) return false;
  forgetWaiting();
  return true;
}
