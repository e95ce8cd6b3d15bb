/**
 * A place for kept files: each is sealed before it comes and has a name that says nothing. It knows
 * no keys, no reports and nobody. What is written here holds for every store and is held by
 * `tests/support/object-store-contract.ts`: a folder on the disk (`diskStore`), and a bucket of a
 * store that speaks S3 (`s3Store`).
 *
 * Names are those of `newName`. One that cannot be a name is of nothing: FILE_MISSING, or for
 * `drop` nothing to do.
 *
 * @see docs/requirements.md#reports-and-files
 */
export type ObjectStore = {
  /**
   * Takes a name and a sealed file on the local disk, synced, with its size in bytes. Once it
   * resolves, the object will last and the file is gone from its path. What had the name before is
   * replaced whole: a reader gets the one or the other.
   *
   * @throws with FILE_MISSING where there is no file at the path, or with the store's error. What
   *   had the name has it still, and the file is at its path, unless the store failed at the very
   *   end, such as in its sync: whoever put something new drops its name in any case.
   */
  put(name: string, file: { path: string; bytes: number }): Promise<void>;
  /**
   * Opens an object.
   *
   * @throws with FILE_MISSING where there is none of that name.
   */
  read(name: string): Promise<RangeReader>;
  /** Removes an object, for good once it resolves. A name that is not there is fine. */
  drop(name: string): Promise<void>;
  /**
   * Lists every object once, in no order, without holding all of them. What is put or dropped
   * meanwhile may be in it or not.
   */
  list(): AsyncIterable<StoredObject>;
  /**
   * Removes what puts that were interrupted longer ago than that have left. Objects stay, and so
   * does a put that is under way.
   *
   * @returns how many there were.
   */
  clearUnfinished(olderThanMs: number): Promise<number>;
  /**
   * Asks whether it can be reached and takes us, within a few seconds; what is known since a
   * moment ago counts.
   *
   * @throws with the store's error.
   */
  ping(): Promise<void>;
};

/** An object as a list tells of it: since when it is as it is, and its size in sealed bytes. */
export type StoredObject = { name: string; at: Date; bytes: number };

/**
 * Reads a file in parts of one's choice. It is the one file it was opened as, also while its name
 * is dropped or put again: it gives that file's bytes or throws FILE_MISSING, never other bytes.
 */
export type RangeReader = {
  /** In bytes, when it was opened. */
  readonly size: number;
  /**
   * Gives the bytes of [from, to), 0-based; fewer only where the file ends before, and none beyond
   * its end.
   */
  read(from: number, to: number): Promise<Buffer>;
  /** Lets go of the file, once reads under way are through. To be called once, in every case. */
  close(): Promise<void>;
};
