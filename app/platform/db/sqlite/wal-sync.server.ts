import { open, realpath } from 'node:fs/promises';

export type WalSync = {
  /**
   * Notes that something is about to be committed, and whether somebody will wait for it.
   *
   * @throws where the disk has failed: nothing is to be written any more.
   */
  noteCommit(isDurable: boolean): void;
  /**
   * Resolves once all that has been committed by now is on the disk.
   *
   * @throws the error of the disk with `isUncertain`: the commit stands for now, and what a power
   *   cut would leave of it is not known.
   */
  synced(): Promise<void>;
  /** The same for what somebody waits for alone. */
  settled(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Has the commits of a database reach the disk beside the main thread, and once for all that are
 * made while the disk is busy. Takes its path; its write-ahead log has to be there.
 *
 * A sync that fails is final. The system may count what was lost as written, so that the next sync
 * would succeed without it: until a restart, which reads the log anew, nothing more is written.
 */
export async function openWalSync(path: string): Promise<WalSync> {
  // SQLite has it beside what a link leads to. For writing: Windows syncs no other file.
  const log = await open(`${await realpath(path)}-wal`, 'r+');
  let hasFailed = false;
  let isBehind = false;
  let isOwed = false;
  let isNextWaiting = false;
  /** The latest that runs or waits for the one before it. */
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
  Object.assign(new Error('The disk has failed to keep what was written. Restart the server.'), {
    code: 'DATABASE_GONE',
  });
