import { changeEvent, storedFlags } from './stored-flags';

/** The database that holds the reports that wait; one for all, for they are of one account. */
export const databaseName = 'waiting';

const ownerKey = 'waiting';
const keyIdKey = 'waitingKey';
const offlineKey = 'offlinePage';

/** Says at the window that something about the reports that wait is new. */
export const announceChange = () => window.dispatchEvent(new Event(changeEvent));

const keptForMs = 72 * 3_600_000;

/** Whether so much time lies between a moment and now, either way: clocks are set back too. */
export const isLate = (at: number): boolean => Math.abs(Date.now() - at) >= keptForMs;

/** Whose reports wait, where there are some, and since when the newest of them does. */
function flag(): [owner: string, at: number] | undefined {
  const [owner, at] = storedFlags().waiting?.split(' ') ?? [];
  return owner ? [owner, Number(at)] : undefined;
}

/** The ID of the account whose reports wait, where there are some. */
export const waitingOwner = (): string | undefined => flag()?.[0];

/** The ID of the key that seals what waits; undefined if nothing does, or it was never sealed. */
export const waitingKeyId = (): string | undefined => storedFlags().waitingKey;

/**
 * Notes whose reports wait, and when the newest began to.
 *
 * @param keyId the ID of the key that they are sealed with: one for all.
 * @throws where this browser keeps nothing, where somebody else's wait, and where they are sealed
 *   with another key.
 */
export function noteWaiting(owner: string, at: number, keyId: string): void {
  const before = waitingOwner();
  if (before && before !== owner) throw new Error("somebody else's reports wait");
  noteKey(keyId);
  window.localStorage.setItem(ownerKey, `${owner} ${at}`);
}

/**
 * Notes the key that seals what waits.
 *
 * @throws where another one does.
 */
export function noteKey(keyId: string): void {
  const before = waitingKeyId();
  if (before && before !== keyId) throw new Error('sealed with another key');
  window.localStorage.setItem(keyIdKey, keyId);
}

/** Tells other tabs that the newest lies in the database: one that looked before has seen none. */
export function noteKept(): void {
  const before = storedFlags().waiting;
  if (before) window.localStorage.setItem(ownerKey, `${before} kept`);
}

/** The language of the page that this browser keeps for when there is no connection, if it does. */
export const noteOfflineLanguage = (language: string) => window.localStorage.setItem(offlineKey, language);

/** Removes everything that waits. */
export function forgetWaiting(): void {
  window.localStorage.removeItem(ownerKey);
  window.localStorage.removeItem(keyIdKey);
  indexedDB.deleteDatabase(databaseName);
}

/**
 * Removes what waits for somebody who is not signed in now: where another is, where they have gone,
 * and after three days, whoever looks.
 */
export function forgetOver({ personId, isGone }: { personId?: string; isGone: boolean }): void {
  const [owner, at] = flag() ?? [];
  if (!owner || owner === personId) return;
  if (personId || isGone || isLate(Number(at))) forgetWaiting();
}

/**
 * Removes what waits if the server keeps its key no longer: it can never be read again. Anything
 * but a clear answer leaves it as it is.
 *
 * @returns true if it was removed.
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
