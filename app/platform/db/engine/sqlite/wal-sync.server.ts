import { open } from 'node:fs/promises';

export type WalSync = {
  /** Notes that something is about to be committed. */
  noteCommit(): void;
  /**
   * Resolves once all that has been committed by now is on the disk.
   *
   * @throws the error of the disk with `isUncertain`: the commit stands for now, and what a power
   *   cut would leave of it is not known.
   */
  synced(): Promise<void>;
  close(): Promise<void>;
};

/**
 * Has the commits of a database reach the disk beside the main thread, and once for all that are
 * made while the disk is busy. Takes its path; its write-ahead log has to be there.
 */
export async function openWalSync(path: string): Promise<WalSync> {
  // For writing: Windows syncs no other file.
  const log = await open(`${path}-wal`, 'r+');
  let isBehind = false;
  let isNextWaiting = false;
  /** The latest that runs or waits for the one before it. */
  let latest = Promise.resolve();

  async function sync(before: Promise<void>) {
    await before.catch(() => undefined);
    isNextWaiting = false;
    isBehind = false;
    try {
      await log.datasync();
    } catch (error) {
      isBehind = true;
      throw Object.assign(error as Error, { isUncertain: true });
    }
  }

  return {
    noteCommit() {
      isBehind = true;
    },
    synced() {
      if (isBehind && !isNextWaiting) {
        isNextWaiting = true;
        latest = sync(latest);
      }
      return latest;
    },
    async close() {
      await latest.catch(() => undefined);
      await log.close();
    },
  };
}
