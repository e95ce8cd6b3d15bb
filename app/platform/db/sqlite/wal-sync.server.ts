import { open, realpath } from 'node:fs/promises';

export type WalSync = {
  /**
   * Announces a commit and whether somebody will wait for it.
   *
   * @throws if the disk has failed: nothing may be written any more.
   */
  noteCommit(isDurable: boolean): void;
  /**
   * Resolves once every commit so far is on the disk.
   *
   * @throws the error of the disk with `isUncertain`: the commit stands for now, but may not
   *   survive a power cut.
   */
  synced(): Promise<void>;
  /** Resolves once every durable commit so far is on the disk; starts no sync for others. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Syncs the commits of a database off the main thread, once for all that are made while the disk is
 * busy. The write-ahead log has to exist.
 *
 * A failed sync is final. The system may count the lost pages as written, so that the next sync
 * would succeed without them. Nothing more is written until a restart, which reads the log anew.
 *
 * @param path the path of the database.
 */
export async function openWalSync(path: string): Promise<WalSync> {
  // SQLite keeps the log beside the target of a link. Opened for writing, since Windows syncs no
  // other file.
  const log = await open(`${await realpath(path)}-wal`, 'r+');
  let hasFailed = false;
  let isBehind = false;
  let isOwed = false;
  let isNextWaiting = false;
  /** The latest sync, running or waiting for the one before it. */
  let latest = Promise.resolve();

  async function sync(before: Promise<void>) {
    await before;
    isNextWaiting = false;
    isBehind = false;
    isOwed = false;
    try {
      await log.datasync();
    } catch (error) {
      hasFailed = true;
      throw Object.assign(error as Error, { isUncertain: true });
    }
  }

  function synced() {
    if (isBehind && !isNextWaiting) {
      isNextWaiting = true;
      latest = sync(latest);
    }
    return latest;
  }

  return {
    noteCommit(isDurable) {
      if (hasFailed) throw diskFailed();
      isBehind = true;
      isOwed ||= isDurable;
    },
    synced,
    settled: () => (isOwed ? synced() : latest),
    async close() {
      await latest.catch(() => undefined);
      await log.close();
    },
  };
}

const diskFailed = () =>
  Object.assign(new Error('The disk failed to store data. Restart the server.'), {
    code: 'DATABASE_GONE',
  });
