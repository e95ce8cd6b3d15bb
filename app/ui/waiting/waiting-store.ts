import { changeEvent, databaseName, noteWaiting } from './waiting-flag';

/** A file of a report that waits: its field of the form, and where it is sent to in pieces. */
export type WaitingFile = { field: string; file: File; slot?: string; sent: number };

/** A report that waits in this browser: the form as it was sent, and its files. */
export type WaitingReport = {
  id: string;
  /** The account that it belongs to. */
  owner: string;
  /** When it was sent first. */
  at: number;
  /** Where its form goes, under which key. */
  address: string;
  key: string;
  fields: [string, string][];
  files: WaitingFile[];
  /** Whether the server said no to it. */
  isRefused?: boolean;
};

const storeName = 'reports';
const keptForMs = 72 * 3_600_000;

/**
 * Does something in a transaction of its own, and lets go of the database at once: so a log-out can
 * remove it at any moment.
 */
function within<Result>(
  mode: IDBTransactionMode,
  act: (store: IDBObjectStore, give: (result: Result) => void) => void,
): Promise<Result | undefined> {
  return new Promise((resolve, reject) => {
    const opening = indexedDB.open(databaseName, 1);
    opening.onupgradeneeded = () => opening.result.createObjectStore(storeName, { keyPath: 'id' });
    opening.onerror = () => reject(opening.error);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      let result: Result | undefined;
      const end = (how: () => void) => {
        database.close();
        how();
      };
      const transaction = database.transaction(storeName, mode);
      transaction.oncomplete = () => end(() => resolve(result));
      transaction.onabort = () => end(() => reject(transaction.error));
      act(transaction.objectStore(storeName), (given) => {
        result = given;
      });
    };
  });
}

const announce = () => window.dispatchEvent(new Event(changeEvent));

/**
 * Lets a report wait.
 *
 * @throws where this browser keeps nothing, or has no room.
 */
export async function keepWaiting(report: WaitingReport): Promise<void> {
  await within('readwrite', (store) => store.put(report));
  noteWaiting(report.owner);
  announce();
}

/** Notes how far a report is; one that has gone meanwhile does not come back. */
export async function noteProgress(report: WaitingReport): Promise<void> {
  await within('readwrite', (store) => {
    const found = store.count(report.id);
    found.onsuccess = () => found.result > 0 && store.put(report);
  });
}

/** Removes a report that waits no longer. */
export async function dropWaiting({ id }: Pick<WaitingReport, 'id'>): Promise<void> {
  const left = await within<number>('readwrite', (store, give) => {
    store.delete(id);
    const counting = store.count();
    counting.onsuccess = () => give(counting.result);
  });
  if (!left) noteWaiting(null);
  announce();
}

/**
 * The reports of an account that wait, the oldest first, and whether some waited too long: these
 * are gone then.
 */
export async function listWaiting(owner: string): Promise<{ reports: WaitingReport[]; isOver: boolean }> {
  const found = await within<WaitingReport[]>('readonly', (store, give) => {
    const reading = store.getAll();
    reading.onsuccess = () => give(reading.result);
  });
  const all = (found ?? []).sort((one, other) => one.at - other.at);
  const isLate = ({ at }: WaitingReport) => Date.now() - at >= keptForMs;
  const gone = all.filter((report) => report.owner !== owner || isLate(report));
  for (const report of gone) await dropWaiting(report);
  return {
    reports: all.filter((report) => !gone.includes(report)),
    isOver: gone.some((report) => report.owner === owner),
  };
}

/** One of them as it is now; undefined where it waits no longer. */
export const findWaiting = (id: string): Promise<WaitingReport | undefined> =>
  within<WaitingReport>('readonly', (store, give) => {
    const reading = store.get(id);
    reading.onsuccess = () => give(reading.result);
  });
