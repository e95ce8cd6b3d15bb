import type { Decoder } from './decoder/decoder.server';
import type { Storage } from './storage.server';

const holder = globalThis as { secondLookStorage?: { storage: Storage; decoder: Decoder } };

/**
 * Sets the storage and the decoder that `storage()` and `decoder()` return. Called once at start.
 */
export function setStorage(next: { storage: Storage; decoder: Decoder }) {
  holder.secondLookStorage = next;
}

/**
 * Returns the storage of private files.
 *
 * @throws if the storage is not open.
 */
export function storage(): Storage {
  return current().storage;
}

/**
 * Returns the decoder, which decodes untrusted files in programs that can be killed.
 *
 * @throws if the storage is not open.
 */
export function decoder(): Decoder {
  return current().decoder;
}

function current() {
  if (!holder.secondLookStorage) throw new Error('The storage is not open.');
  return holder.secondLookStorage;
}
