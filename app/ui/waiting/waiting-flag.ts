import type { Letterbox } from './letterbox';
import { changeEvent, storedFlags } from './stored-flags';

/** The database of the waiting reports. There is one, since all of them belong to one account. */
export const waitingDatabaseName = 'waiting';

const ownerKey = 'waiting';
const keyIdKey = 'waitingKey';
const unsentKey = 'unsentForm';
const offlineKey = 'offlinePage';
const offlineFormKey = 'offlineForm';

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
 * Returns the ID of the key that seals the waiting reports, the unsent form and the letterbox;
 * undefined if there are none or they were never sealed.
 */
export const waitingKeyId = (): string | undefined =>
  storedFlags().waitingKey ?? unsentForm()?.keyId ?? offlineForm()?.keyId;

/** Hours after the last renewal for which the form opens without a connection. */
const opensForMs = 48 * 3_600_000;

/** The letterbox for the form that opens without a connection, and when its key was last renewed. */
export type OfflineForm = Letterbox & {
  owner: string;
  at: number;
  keyId: string;
  /** Build and language of the stored form. */
  version: string;
  language: string;
  /** First letter of the account's name, which the form shows. */
  initial: string;
};

const offlineFormFields = [
  'owner',
  'at',
  'keyId',
  'version',
  'language',
  'initial',
  'publicKey',
  'privateKey',
] as const;

/** Returns the letterbox of this browser, if it has one. */
export function offlineForm(): OfflineForm | undefined {
  const values = storedFlags().offlineForm?.split(' ').map(decodeURIComponent);
  if (values?.length !== offlineFormFields.length) return undefined;
  const form = Object.fromEntries(offlineFormFields.map((name, place) => [name, values[place]]));
  return { ...(form as Omit<OfflineForm, 'at'>), at: Number(form.at) };
}

/** Returns the letterbox if the form may be filled in now: its key lives on for a day at least. */
export function openOfflineForm(): OfflineForm | undefined {
  const form = offlineForm();
  return form && Math.abs(Date.now() - form.at) < opensForMs ? form : undefined;
}

/**
 * Returns the time until which a report from this letterbox can be sent.
 *
 * @returns milliseconds since 1970.
 */
export const sendsUntil = ({ at }: OfflineForm): number => at + keptForMs;

/** Notes the letterbox of this browser. */
export const noteOfflineForm = (form: OfflineForm) =>
  window.localStorage.setItem(
    offlineFormKey,
    offlineFormFields.map((name) => encodeURIComponent(form[name])).join(' '),
  );

/** Removes the letterbox. Reports that wait stay. */
export function forgetOfflineForm(): void {
  // A browser may allow no storage.
  if (!storedFlags().offlineForm) return;
  window.localStorage.removeItem(offlineFormKey);
  announceChange();
}

/** An upload form that was not sent, as stored: `sealed` is in base64. */
type UnsentForm = { owner: string; at: number; keyId: string; sealed: string };

/** Returns the upload form that was not sent, if there is one. */
export function unsentForm(): UnsentForm | undefined {
  const [owner, at, keyId, sealed] = storedFlags().unsentForm?.split(' ') ?? [];
  return owner && keyId && sealed ? { owner, at: Number(at), keyId, sealed } : undefined;
}

let timesForgotten = 0;

/**
 * Returns a function that stores an upload form, unless it is forgotten in between: sealing takes
 * a moment.
 */
export function startKeepingForm(): (form: UnsentForm) => void {
  const startedAt = timesForgotten;
  return ({ owner, at, keyId, sealed }) => {
    if (timesForgotten === startedAt)
      window.localStorage.setItem(unsentKey, `${owner} ${at} ${keyId} ${sealed}`);
  };
}

/** Removes the upload form that was not sent. */
export function forgetForm(): void {
  timesForgotten += 1;
  // A browser may allow no storage.
  if (storedFlags().unsentForm) window.localStorage.removeItem(unsentKey);
}

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

/** Removes the waiting reports. */
export function forgetReports(): void {
  window.localStorage.removeItem(ownerKey);
  window.localStorage.removeItem(keyIdKey);
  indexedDB.deleteDatabase(waitingDatabaseName);
}

/** Removes everything that is sealed: the waiting reports, the unsent form and the letterbox. */
export function forgetWaiting(): void {
  forgetReports();
  forgetForm();
  forgetOfflineForm();
}

/**
 * Removes what is stored of an account that is not signed in now, and ends its push messages: if another one is, after its
 * log-out, and for every visitor after three days. An unsent form also ends after three days for
 * its own account, on any page; reports do so with a message.
 */
export function forgetWaitingOfOthers({ personId, isGone }: { personId?: string; isGone: boolean }): void {
  const isOver = (owner: string, at: number) =>
    owner !== personId && (personId !== undefined || isGone || isExpired(at));
  const [owner, at] = flag() ?? [];
  if (owner && isOver(owner, Number(at))) forgetReports();
  const form = unsentForm();
  if (form && (isOver(form.owner, form.at) || isExpired(form.at))) forgetForm();
  const { pushOwner } = storedFlags();
  if (pushOwner && pushOwner !== personId && (personId !== undefined || isGone))
    import('./push-messages').then(({ endPush }) => endPush()).catch(() => undefined);
  const letterbox = offlineForm();
  if (letterbox && isOver(letterbox.owner, letterbox.at)) forgetOfflineForm();
}

/**
 * Removes everything that is sealed if the server no longer has the key: it can never be read
 * again. Any unclear answer leaves it as it is.
 *
 * @returns true if reports were removed.
 */
export async function forgetUnreadable(): Promise<boolean> {
  const keyId = waitingKeyId();
  if (!keyId) return false;
  const response = await fetch(`/files/waiting-key/${keyId}`).catch(() => undefined);
  const answer = response?.ok ? await response.json().catch(() => undefined) : undefined;
  if (answer?.isThere !== false || waitingKeyId() !== keyId) return false;
  const hasReports = waitingOwner() !== undefined;
  forgetWaiting();
  return hasReports;
}
