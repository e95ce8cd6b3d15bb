/**
 * A store for kept files. Each file is sealed before it arrives and has a meaningless name. The
 * store knows no keys, reports or people. This contract applies to every store and is tested by
 * `tests/support/object-store-contract.ts`: a folder on disk (`diskStore`), and a bucket of an
 * S3-compatible store (`s3Store`).
 *
 * Names come from `newName`. An invalid name counts as missing: FILE_MISSING, and for `drop`
 * nothing to do.
 *
 * @see docs/requirements.md#reports-and-files
 */
export type ObjectStore = {
  /**
   * Moves a sealed, synced file from the local disk into the store. Once it resolves, the object is
   * durable and the file is removed from its path. An earlier object with this name is replaced as
   * a whole: a reader gets one or the other.
   *
   * @param file.bytes the size of the sealed file.
   * @throws with FILE_MISSING if there is no file at the path, or with the store's error. The
   *   earlier object and the file then remain, unless the store failed at the very end, such as in
   *   its sync. Callers that put a new name should therefore drop it in any case.
   */
  put(name: string, file: { path: string; bytes: number }): Promise<void>;
  /**
   * Opens an object.
   *
   * @throws with FILE_MISSING if no object has this name.
   */
  read(name: string): Promise<RangeReader>;
  /** Removes an object, durably once it resolves. Does nothing if no object has this name. */
  drop(name: string): Promise<void>;
  /**
   * Lists every object once, in no particular order, without loading the whole list. Objects put or
   * dropped meanwhile may or may not appear.
   */
  list(): AsyncIterable<StoredObject>;
  /**
   * Removes the remains of puts that started more than `olderThanMs` ago and were interrupted.
   * Objects and active puts stay.
   *
   * @returns the number of puts cleaned up.
   */
  clearUnfinished(olderThanMs: number): Promise<number>;
  /**
   * Checks within a few seconds that the store is reachable and accepts the credentials. A recent
   * result may be reused.
   *
   * @throws with the store's error.
   */
  ping(): Promise<void>;
};

/**
 * An entry of a listing: when the object was last modified (`at`), and its size in sealed bytes.
 */
export type StoredObject = { name: string; at: Date; bytes: number };

/**
 * Reads arbitrary parts of a file. The reader stays with the file it opened, even if its name is
 * dropped or put again: it returns that file's bytes or throws FILE_MISSING, never other bytes.
 */
export type RangeReader = {
  /** Size in bytes when it was opened. */
  readonly size: number;
  /**
   * Reads the bytes of [from, to), 0-based. Returns fewer only if the file ends before `to`.
   *
   * @param into memory of at least as many bytes that the reader may use for them.
   */
  read(from: number, to: number, into?: Buffer): Promise<Buffer>;
  /** Releases the file once active reads have finished. Call it once, in every case. */
  close(): Promise<void>;
};
