import {
  announceChange,
  databaseName,
  forgetWaiting,
  isLate,
  noteKept,
  noteWaiting,
  waitingOwner,
} from './waiting-flag';

/** A file of a report that waits: its field of the form, and where it is sent to in pieces. */
export type WaitingFile = { field: string; file: File; slot?: string; sent: number };

/** A report that waits in this browser: the form as it was sent, and its files. */
export type WaitingReport = {
  id: string;
  /** The account that it belongs to. */
  owner: string;
  /** When it was sent first. */
  at: number;
  /** Where its form goes, and the path that it leads to once it is taken. */
  address: string;
  leadsTo: string;
  fields: [string, string][];
  files: WaitingFile[];
  /** Why the server said no to it, in its words; empty where there are none. */
  refused?: string;
};

/** How far a report is, which is written often: apart from its files, which are large. */
type Progress = Pick<WaitingReport, 'id' | 'refused'> & { files: Pick<WaitingFile, 'slot' | 'sent'>[] };

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
 * Lets a report wait.
 *
 * @throws where this browser keeps nothing or has no room, where somebody else's wait, and where
 *   another tab removes everything just then, at a log-out or with the last of what waited.
 */
export async function keepWaiting(report: WaitingReport): Promise<void> {
  const isFirst = !waitingOwner();
  noteWaiting(report.owner, report.at);
  const put = ({ reports }: Stores) => reports.put(report);
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
}

/**
 * Notes how far a report is. One that has gone meanwhile does not come back.
 *
 * @returns whether it is there still: it may have been thrown away in another tab.
 */
export async function noteProgress({ id, refused, files }: WaitingReport): Promise<boolean> {
  const next: Progress = { id, refused, files: files.map(({ slot, sent }) => ({ slot, sent })) };
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
async function listAll(): Promise<WaitingReport[]> {
  let found: WaitingReport[] = [];
  const said = await within<Progress[]>('readonly', ({ reports, progress }, give) => {
    const reading = reports.getAll();
    reading.onsuccess = () => {
      found = reading.result;
    };
    const readingProgress = progress.getAll();
    readingProgress.onsuccess = () => give(readingProgress.result);
  }).catch((error: unknown) => {
    // Removed by a log-out in another tab just as it was opened, Chromium does not know why either.
    if ((error as DOMException | null)?.name !== 'UnknownError') throw error;
    return undefined;
  });
  return found
    .map((report) =>
      withProgress(
        report,
        said?.find(({ id }) => id === report.id),
      ),
    )
    .sort((one, other) => one.at - other.at);
}

const withProgress = (report: WaitingReport, progress?: Progress): WaitingReport => ({
  ...report,
  refused: progress?.refused,
  files: report.files.map((file, at) => ({ ...file, ...progress?.files[at] })),
});

/**
 * The reports of an account that wait, the oldest first, and whether some waited too long: these
 * are gone then.
 */
export async function listWaiting(owner: string): Promise<{ reports: WaitingReport[]; isOver: boolean }> {
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
export const findWaiting = async (id: string): Promise<WaitingReport | undefined> =>
  (await listAll()).find((report) => report.id === id);
