import { changeEvent, storedFlags } from './stored-flags';

/** The database that holds the reports that wait; one for all, for they are of one account. */
export const databaseName = 'waiting';

const ownerKey = 'waiting';
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

/**
 * Notes whose reports wait, and when the newest began to.
 *
 * @throws where this browser keeps nothing, and where somebody else's wait.
 */
export function noteWaiting(owner: string, at: number): void {
  const before = waitingOwner();
  if (before && before !== owner) throw new Error("somebody else's reports wait");
  window.localStorage.setItem(ownerKey, `${owner} ${at}`);
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
