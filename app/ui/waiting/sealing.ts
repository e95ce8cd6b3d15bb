/** A file, however it is stored, that is read in parts. */
export type FileContent = { name: string; size: number; read(from: number, to: number): Promise<Blob> };

const ivBytes = 12;
const tagBytes = 16;
const chunkBytes = 256 * 1024;
const sealedChunkBytes = ivBytes + chunkBytes + tagBytes;

/** Returns true if this page can seal. Browsers allow that on secure pages only. */
export const canSeal = () => globalThis.crypto?.subtle !== undefined;

/** Imports a key as the server writes it: 256 bits in base64url. No script can export it again. */
export function toSealingKey(text: string): Promise<CryptoKey> {
  const binary = atob(text.replace(/-/g, '+').replace(/_/g, '/'));
  const bytes = Uint8Array.from(binary, (character) => character.charCodeAt(0));
  return crypto.subtle.importKey('raw', bytes, 'AES-GCM', false, ['encrypt', 'decrypt']);
}

const algorithmFor = (iv: BufferSource, place: string) => ({
  name: 'AES-GCM',
  iv,
  additionalData: new TextEncoder().encode(place),
});

/** Seals bytes for one place. In another place they cannot be opened. */
async function seal(key: CryptoKey, bytes: BufferSource, place: string): Promise<Blob> {
  const iv = crypto.getRandomValues(new Uint8Array(ivBytes));
  return new Blob([iv, await crypto.subtle.encrypt(algorithmFor(iv, place), key, bytes)]);
}

async function open(key: CryptoKey, sealed: Blob, place: string): Promise<ArrayBuffer> {
  const bytes = await sealed.arrayBuffer();
  return crypto.subtle.decrypt(algorithmFor(bytes.slice(0, ivBytes), place), key, bytes.slice(ivBytes));
}

/** Seals a JSON value. */
export const sealValue = (key: CryptoKey, value: unknown, place: string): Promise<Blob> =>
  seal(key, new TextEncoder().encode(JSON.stringify(value)), place);

/**
 * Opens a value sealed by `sealValue`.
 *
 * @throws if it was sealed with another key or for another place, or was changed.
 */
export async function openValue<Value>(key: CryptoKey, sealed: Blob, place: string): Promise<Value> {
  return JSON.parse(new TextDecoder().decode(await open(key, sealed, place)));
}

/** Wraps a file of this device as content. */
export const toContent = (file: File): FileContent => ({
  name: file.name,
  size: file.size,
  read: async (from, to) => file.slice(from, to),
});

const placeOfChunk = (place: string, at: number) => `${place}/${at}`;

/** Seals a file in chunks, so that only one of them is in memory. */
export async function sealContent(key: CryptoKey, { size, read }: FileContent, place: string): Promise<Blob> {
  const chunks: Blob[] = [];
  for (let from = 0; from < size; from += chunkBytes) {
    const chunk = await read(from, Math.min(size, from + chunkBytes));
    chunks.push(await seal(key, await chunk.arrayBuffer(), placeOfChunk(place, chunks.length)));
  }
  return new Blob(chunks);
}

/** Wraps a sealed file as content. Only the parts that are read are opened. */
export function openContent(
  key: CryptoKey,
  { sealed, name, size, place }: { sealed: Blob; name: string; size: number; place: string },
): FileContent {
  const openChunk = (at: number) => {
    const start = at * sealedChunkBytes;
    return open(key, sealed.slice(start, start + sealedChunkBytes), placeOfChunk(place, at));
  };
  const read = async (from: number, to: number) => {
    const parts: ArrayBuffer[] = [];
    for (let at = Math.floor(from / chunkBytes); at * chunkBytes < to; at += 1) {
      const start = at * chunkBytes;
      const chunk = await openChunk(at);
      parts.push(chunk.slice(Math.max(0, from - start), to - start));
    }
    return new Blob(parts);
  };
  return { name, size, read };
}

/** Writes bytes as base64, for storages that hold text. */
export const toBase64 = (bytes: ArrayBuffer) =>
  btoa(Array.from(new Uint8Array(bytes), (byte) => String.fromCharCode(byte)).join(''));

/** Reads bytes from base64. */
export const fromBase64 = (text: string) =>
  Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
