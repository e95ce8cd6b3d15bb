import type { Decoder } from './decoder/decoder.server';
import type { Storage } from './storage.server';

const holder = globalThis as { secondLookStorage?: { storage: Storage; decoder: Decoder } };

/**
 * Makes these the storage and the decoder that `storage()` and `decoder()` answer with; called once
 * at start.
 */
export function setStorage(next: { storage: Storage; decoder: Decoder }) {
  holder.secondLookStorage = next;
}

/**
 * The place private files are kept in.
 *
 * @throws when nothing was opened.
 */
export function storage(): Storage {
  return current().storage;
}

/**
 * What decodes untrusted files where it can be killed.
 *
 * @throws when nothing was opened.
 */
export function decoder(): Decoder {
  return current().decoder;
}

function current() {
  if (!holder.secondLookStorage) throw new Error('The storage is not open.');
  return holder.secondLookStorage;
}
