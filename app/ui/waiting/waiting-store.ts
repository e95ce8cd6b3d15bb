import { makeLetterKey } from './letterbox';
import {
  isSealed,
  openStored,
  type SealedRow,
  type StoredProgress,
  type StoredReport,
  sealReason,
  sealReport,
  type WaitingReport,
} from './sealed-report';
import {
  announceChange,
  forgetReports,
  forgetWaiting,
  isExpired,
  noteKey,
  noteStored,
  noteWaiting,
  type OfflineForm,
  waitingDatabaseName,
  waitingOwner,
} from './waiting-flag';
import { KeyGone, keyInMemory, openKey, renewKey, type WaitingKey } from './waiting-key';

type Stores = { reports: IDBObjectStore; progress: IDBObjectStore };

const lookEveryMs = 1000;

/**
 * Runs a transaction and closes the database at once, so that a log-out can delete it at any moment
 * and it does not come back. The database is created only to store a first report, since another
 * tab may have deleted it meanwhile. Chromium may send no further event for a database that is
 * deleted while it is in use. It counts as missing once the note of whose reports wait is gone too.
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
    const opening = indexedDB.open(waitingDatabaseName, 1);
    let isThere = true;
    opening.onupgradeneeded = () => {
      isThere = mayMake;
      if (!isThere) return opening.transaction?.abort();
      for (const name of ['reports', 'progress']) opening.result.createObjectStore(name, { keyPath: 'id' });
    };
    // A database that a log-out in another tab deletes while it is in use counts as missing. For a
    // transaction that ends this way, Chromium reports an unknown error or the error of its last
    // request.
    const removedErrors = ['AbortError', 'UnknownError', 'InvalidStateError'];
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
      transaction.onabort = () => end(() => fail(transaction.error, removedErrors));
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
 * Stores a report, sealed.
 *
 * @throws if this browser has no storage, has no room or cannot seal; if the server gives no key;
 * if reports of another account wait; or if another tab deletes everything just then, at a log-out
 * or with the last waiting report.
 */
export async function keepWaiting(
  report: WaitingReport,
  { signal, isAgain = false }: { signal?: AbortSignal; isAgain?: boolean } = {},
): Promise<void> {
  const key = await openKey(report.owner, signal).catch((error: unknown) => {
    if (!(error instanceof KeyGone)) throw error;
    // Reports that waited until now can no longer be read.
    forgetWaiting();
    return openKey(report.owner, signal);
  });
  await storeRow(await sealReport(report, key), report, key.id);
  // Nothing waits for this: the key is valid for almost its full lifetime.
  if (!isAgain) void renewKey(key).catch((error: unknown) => keepAgain(report, error).catch(() => undefined));
}

/**
 * Stores a report that was filled in without a connection, sealed for the letterbox of its account.
 *
 * @throws if this browser has no room; or if reports of another account wait.
 */
export async function keepForLetterbox(report: WaitingReport, form: OfflineForm): Promise<void> {
  const { key, letterbox } = await makeLetterKey(form);
  await storeRow({ ...(await sealReport(report, { key })), letterbox }, report, form.keyId);
}

/** Stores a sealed report as the newest that waits. */
async function storeRow(row: SealedRow, report: WaitingReport, keyId: string): Promise<void> {
  const isFirst = !waitingOwner();
  noteWaiting(report.owner, report.at, keyId);
  const put = ({ reports }: Stores) => reports.put(row);
  await within('readwrite', put, { mayMake: true }).catch((error: unknown) => {
    if (isFirst) forgetReports();
    throw error;
  });
  if (!(await noteProgress(report))) {
    if (!waitingOwner()) forgetReports();
    throw new Error('it was removed at once');
  }
  noteStored();
  announceChange();
}

/**
 * Seals a report again if the page's key no longer exists. Ignores all other errors, since they are
 * temporary.
 */
async function keepAgain(report: WaitingReport, error: unknown): Promise<void> {
  if (!(error instanceof KeyGone) || !(await findStored(report.id))) return;
  forgetWaiting();
  await keepWaiting(report, { isAgain: true });
}

/** Seals a report that an earlier version stored unsealed. */
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
 * Notes the progress of a report. A report that was removed meanwhile does not come back.
 *
 * @returns true if it is still there: it may have been discarded in another tab.
 */
export async function noteProgress({
  id,
  refused,
  files,
}: Pick<WaitingReport, 'id' | 'refused'> & { files: StoredProgress['files'] }): Promise<boolean> {
  const key = keyInMemory();
  const reason = refused && (await sealReason(id, refused, key));
  const next: StoredProgress = {
    id,
    refused: reason,
    files: files.map(({ slot, sent }) => ({ slot, sent })),
  };
  const isThere = await within<boolean>('readwrite', ({ reports, progress }, give) => {
    const counting = reports.count(id);
    counting.onsuccess = () => {
      give(counting.result > 0);
      if (counting.result > 0) progress.put(next);
    };
  });
  return isThere ?? false;
}

/** Removes a report that no longer waits. */
export async function dropWaiting({ id }: Pick<WaitingReport, 'id'>): Promise<void> {
  const remaining = await within<number>('readwrite', ({ reports, progress }, give) => {
    reports.delete(id);
    progress.delete(id);
    const counting = reports.count();
    counting.onsuccess = () => give(counting.result);
  });
  // If another tab has removed everything, one half may be left: the note of its owner, or a
  // database created just then.
  if (!remaining) forgetReports();
  announceChange();
}

/** Lists everything that waits in this browser, the oldest first. */
async function listAll(): Promise<StoredReport[]> {
  let rows: StoredReport['row'][] = [];
  const progressRows = await within<StoredProgress[]>('readonly', ({ reports, progress }, give) => {
    const reading = reports.getAll();
    reading.onsuccess = () => {
      rows = reading.result;
    };
    const readingProgress = progress.getAll();
    readingProgress.onsuccess = () => give(readingProgress.result);
  }).catch((error: unknown) => {
    // If a log-out in another tab deletes the database while it is being opened, Chromium reports
    // an unknown error too.
    if ((error as DOMException | null)?.name !== 'UnknownError') throw error;
    return undefined;
  });
  return rows
    .map((row) => {
      const { id, owner, at } = row;
      return { id, owner, at, row, progress: progressRows?.find((progress) => progress.id === id) };
    })
    .sort((one, other) => one.at - other.at);
}

/**
 * Lists the waiting reports of an account, the oldest first. Removes those that waited too long and
 * says so.
 */
export async function listStored(owner: string): Promise<{ reports: StoredReport[]; isOver: boolean }> {
  // Another user has logged in in another tab: the reports that wait now are theirs.
  if (waitingOwner() !== owner) return { reports: [], isOver: false };
  const allReports = await listAll();
  const removedReports = allReports.filter((report) => report.owner !== owner || isExpired(report.at));
  for (const report of removedReports) await dropWaiting(report);
  return {
    reports: allReports.filter((report) => !removedReports.includes(report)),
    isOver: removedReports.some((report) => report.owner === owner),
  };
}

/** Returns a report in its current state; undefined if it no longer waits. */
export const findStored = async (id: string): Promise<StoredReport | undefined> =>
  (await listAll()).find((report) => report.id === id);
