import {
  isSealed,
  openStored,
  type Progress,
  type StoredReport,
  sealReason,
  sealReport,
  type WaitingReport,
} from './sealed-report';
import {
  announceChange,
  databaseName,
  forgetWaiting,
  isLate,
  noteKept,
  noteKey,
  noteWaiting,
  waitingOwner,
} from './waiting-flag';
import { KeyGone, keyInMemory, openKey, renewKey, type WaitingKey } from './waiting-key';

type Stores = { reports: IDBObjectStore; progress: IDBObjectStore };

const lookEveryMs = 1000;

/**
 * Does something in a transaction of its own, and lets go of the database at once: so a log-out can
 * remove it at any moment, and it does not come back then. Only where a first report is kept is it
 * made: another tab may have removed it since it was asked for. Chromium may say nothing more of a
 * database that is removed while it is used: it is as one that is not there once the note of whose
 * reports wait has gone too.
 */
function within<Result>(
  mode: IDBTransactionMode,
  act: (stores: Stores, give: (result: Result) => void) => void,
  { mayMake = false } = {},
): Promise<Result | undefined> {
  const owner = waitingOwner();
  if (!owner) return Promise.resolve(undefined);
  let looking: number | undefined;
  return new Promise<Result | undefined>((resolve, reject) => {
    looking = window.setInterval(() => waitingOwner() !== owner && resolve(undefined), lookEveryMs);
    const opening = indexedDB.open(databaseName, 1);
    let isThere = true;
    opening.onupgradeneeded = () => {
      isThere = mayMake;
      if (!isThere) return opening.transaction?.abort();
      for (const name of ['reports', 'progress']) opening.result.createObjectStore(name, { keyPath: 'id' });
    };
    // Removed by a log-out in another tab while it is used, it is as one that is not there. Of a
    // transaction that ends so Chromium says that it does not know why, or what its last request
    // did.
    const removed = ['AbortError', 'UnknownError', 'InvalidStateError'];
    const fail = (error: DOMException | null, whenRemoved: string[]) =>
      isThere && !whenRemoved.includes(error?.name ?? '') ? reject(error) : resolve(undefined);
    opening.onerror = () => fail(opening.error, ['AbortError']);
    opening.onsuccess = () => {
      const database = opening.result;
      database.onversionchange = () => database.close();
      let result: Result | undefined;
      const end = (how: () => void) => {
        database.close();
        how();
      };
      const transaction = database.transaction(['reports', 'progress'], mode);
      transaction.oncomplete = () => end(() => resolve(result));
      transaction.onabort = () => end(() => fail(transaction.error, removed));
      const stores = {
        reports: transaction.objectStore('reports'),
        progress: transaction.objectStore('progress'),
      };
      act(stores, (given) => {
        result = given;
      });
    };
  }).finally(() => window.clearInterval(looking));
}

/**
 * Lets a report wait, sealed.
 *
 * @throws where this browser keeps nothing, has no room or cannot seal, where the server gives no
 *   key, where somebody else's reports wait, and where another tab removes everything just then, at
 *   a log-out or with the last of what waited.
 */
export async function keepWaiting(
  report: WaitingReport,
  { signal, isAgain = false }: { signal?: AbortSignal; isAgain?: boolean } = {},
): Promise<void> {
  const key = await openKey(report.owner, signal).catch((error: unknown) => {
    if (!(error instanceof KeyGone)) throw error;
    // Reports that waited until now cannot be read any more.
    forgetWaiting();
    return openKey(report.owner, signal);
  });
  const row = await sealReport(report, key);
  const isFirst = !waitingOwner();
  noteWaiting(report.owner, report.at, key.id);
  const put = ({ reports }: Stores) => reports.put(row);
  await within('readwrite', put, { mayMake: true }).catch((error: unknown) => {
    if (isFirst) forgetWaiting();
    throw error;
  });
  if (!(await noteProgress(report))) {
    if (!waitingOwner()) forgetWaiting();
    throw new Error('it was removed at once');
  }
  noteKept();
  announceChange();
  // Nothing waits for that: the key is good for almost its whole time.
  if (!isAgain) void renewKey(key).catch((error: unknown) => keepAgain(report, error).catch(() => undefined));
}

/** Seals a report once more if the key that this page had is gone; all other trouble passes. */
async function keepAgain(report: WaitingReport, error: unknown): Promise<void> {
  if (!(error instanceof KeyGone) || !(await findStored(report.id))) return;
  forgetWaiting();
  await keepWaiting(report, { isAgain: true });
}

/** Seals what an earlier version has put away as it was. */
export async function sealPlain(stored: StoredReport, key: WaitingKey): Promise<void> {
  if (isSealed(stored.row)) return;
  noteKey(key.id);
  const row = await sealReport(await openStored(stored, key), key);
  await within('readwrite', ({ reports }) => {
    const found = reports.count(row.id);
    // It may have been sent meanwhile.
    found.onsuccess = () => found.result > 0 && reports.put(row);
  });
}

/**
 * Notes how far a report is. One that has gone meanwhile does not come back.
 *
 * @returns whether it is there still: it may have been thrown away in another tab.
 */
export async function noteProgress({
  id,
  refused,
  files,
}: Pick<WaitingReport, 'id' | 'refused'> & { files: Progress['files'] }): Promise<boolean> {
  const key = keyInMemory();
  const reason = refused && (await sealReason(id, refused, key));
  const next: Progress = { id, refused: reason, files: files.map(({ slot, sent }) => ({ slot, sent })) };
  const isThere = await within<boolean>('readwrite', ({ reports, progress }, give) => {
    const found = reports.count(id);
    found.onsuccess = () => {
      give(found.result > 0);
      if (found.result > 0) progress.put(next);
    };
  });
  return isThere ?? false;
}

/** Removes a report that waits no longer. */
export async function dropWaiting({ id }: Pick<WaitingReport, 'id'>): Promise<void> {
  const left = await within<number>('readwrite', ({ reports, progress }, give) => {
    reports.delete(id);
    progress.delete(id);
    const counting = reports.count();
    counting.onsuccess = () => give(counting.result);
  });
  // Where another tab has removed all of it, one half may be left: the note of whose it was, or a
  // database that was made just then.
  if (!left) forgetWaiting();
  announceChange();
}

/** Everything that waits in this browser, the oldest first. */
async function listAll(): Promise<StoredReport[]> {
  let rows: StoredReport['row'][] = [];
  const all = await within<Progress[]>('readonly', ({ reports, progress }, give) => {
    const reading = reports.getAll();
    reading.onsuccess = () => {
      rows = reading.result;
    };
    const readingProgress = progress.getAll();
    readingProgress.onsuccess = () => give(readingProgress.result);
  }).catch((error: unknown) => {
    // Removed by a log-out in another tab just as it was opened, Chromium does not know why either.
    if ((error as DOMException | null)?.name !== 'UnknownError') throw error;
    return undefined;
  });
  return rows
    .map((row) => {
      const { id, owner, at } = row;
      return { id, owner, at, row, progress: all?.find((progress) => progress.id === id) };
    })
    .sort((one, other) => one.at - other.at);
}

/**
 * The reports of an account that wait, the oldest first, and whether some waited too long: these
 * are gone then.
 */
export async function listStored(owner: string): Promise<{ reports: StoredReport[]; isOver: boolean }> {
  // Somebody else has logged in in another tab: what waits now is theirs.
  if (waitingOwner() !== owner) return { reports: [], isOver: false };
  const all = await listAll();
  const gone = all.filter((report) => report.owner !== owner || isLate(report.at));
  for (const report of gone) await dropWaiting(report);
  return {
    reports: all.filter((report) => !gone.includes(report)),
    isOver: gone.some((report) => report.owner === owner),
  };
}

/** One of them as it is now; undefined where it waits no longer. */
export const findStored = async (id: string): Promise<StoredReport | undefined> =>
  (await listAll()).find((report) => report.id === id);
