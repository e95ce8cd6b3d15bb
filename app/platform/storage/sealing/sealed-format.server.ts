import { Buffer } from 'node:buffer';
import { type KeyObject, randomBytes } from 'node:crypto';
import { fileFault } from '../core/file-fault.server.ts';

/*
 * The sealed file:
 *
 *   header  72 bytes   'SLF1' | key id 8 | wrap nonce 12 | wrapped file key 32 | wrap tag 16
 *   chunk   n + 16     AES-256-GCM of n plain bytes, then its tag; n is 65,536 in all but the last
 *
 * A file has its own random key, so a counter is nonce enough: 11 bytes big-endian chunk number,
 * then one byte that is 1 in the last chunk and 0 in all others. Every chunk carries the bound id
 * as associated data; the wrapped key carries magic, key id and bound id. Only a file of 0 bytes
 * has an empty last chunk.
 */
export const magic = Buffer.from('SLF1', 'latin1');
export const keyIdBytes = 8;
export const nonceBytes = 12;
export const tagBytes = 16;
export const keyBytes = 32;
export const chunkBytes = 64 * 1024;
export const sealedChunkBytes = chunkBytes + tagBytes;

/** Bytes before the first chunk of a sealed file. */
export const headerBytes = magic.length + keyIdBytes + nonceBytes + keyBytes + tagBytes;

/** Computes the exact size in bytes of the sealed file for a number of plain bytes, 0 or more. */
export function sealedSize(plainBytes: number): number {
  return headerBytes + plainBytes + chunkCountOf(plainBytes) * tagBytes;
}

/**
 * Computes the number of plain bytes in a sealed file from its size in bytes.
 *
 * @throws FILE_DAMAGED if no sealed file can have this size.
 */
export function plainSize(sealedBytes: number): number {
  const body = sealedBytes - headerBytes;
  const chunks = Math.ceil(body / sealedChunkBytes);
  const plain = body - chunks * tagBytes;
  if (chunks < 1 || plain < 0 || sealedSize(plain) !== sealedBytes) throw fileFault('FILE_DAMAGED');
  return plain;
}

/** A sealed file as a separate program reads it: its path, its own key and its layout. */
export type SealedFile = {
  path: string;
  /** Base64. */
  key: string;
  boundTo: string;
  /** Size in plain bytes. */
  bytes: number;
  headerBytes: number;
  chunkBytes: number;
  tagBytes: number;
};

/** Generates the random key of one file, 32 bytes. */
export const newSealKey = (): Buffer => randomBytes(keyBytes);

type SealedFileOptions = { path: string; key: Buffer; boundTo: string; bytes: number };

/**
 * Describes a sealed file for the program that reads it.
 *
 * @param options.key the file's own key.
 * @param options.boundTo the id the file is bound to.
 * @param options.bytes the size in plain bytes.
 */
export function sealedFile({ key, ...file }: SealedFileOptions): SealedFile {
  return { ...file, key: key.toString('base64'), headerBytes, chunkBytes, tagBytes };
}

/** Counts the chunks of a file with this many plain bytes. */
export function chunkCountOf(plainBytes: number): number {
  return Math.max(1, Math.ceil(plainBytes / chunkBytes));
}

/** The input for sealing a chunk: the key of its file, the bound id, and its place in the file. */
export type ChunkPlace = { key: KeyObject; bound: Buffer; index: number; last: boolean };

/** Builds the nonce of a chunk from its number and a flag for the last chunk. */
export function nonceOf(index: number, last: boolean): Buffer {
  const nonce = Buffer.alloc(nonceBytes);
  nonce.writeUIntBE(index, 5, 6);
  nonce[11] = last ? 1 : 0;
  return nonce;
}
