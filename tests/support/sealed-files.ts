import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect } from 'vitest';
import { openFile } from '../../app/platform/storage/core/durable-files.server.ts';
import { openSealed } from '../../app/platform/storage/sealing/open-sealed.server.ts';
import { seal } from '../../app/platform/storage/sealing/seal.server.ts';

export const chunk = 64 * 1024;
export const sealedChunk = chunk + 16;
export const fileKey = randomBytes(32);
export const boundTo = 'report-1';
let folder = '';

/** Creates a folder for the test file. Call it once, at the top of the file. */
export function setUpSealed() {
  beforeAll(async () => {
    folder = await mkdtemp(join(tmpdir(), 'seal-'));
  });
  afterAll(() => rm(folder, { recursive: true }));
}

/** Returns a path in the folder of the test file. */
export const inSealedFolder = (name: string) => join(folder, name);

function* inPieces(plain: Buffer, pieceBytes: number): Generator<Buffer> {
  for (let at = 0; at < plain.length; at += pieceBytes) yield plain.subarray(at, at + pieceBytes);
}

export async function sealed(
  plain: Buffer,
  { pieceBytes = 10_007, to = boundTo, key = fileKey } = {},
): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of seal(inPieces(plain, pieceBytes), { fileKey: key, boundTo: to })) parts.push(part);
  return Buffer.concat(parts);
}

export type Reading = { start?: number; end?: number; bytes?: number; to?: string; key?: Buffer };

/**
 * Reads a file and returns the bytes delivered, and the code of the error that ended it, if any.
 */
export async function read(
  file: Buffer,
  { start, end, bytes, to = boundTo, key = fileKey }: Reading = {},
): Promise<{ output: Buffer; code?: unknown; announced?: number; total?: number }> {
  const path = join(folder, randomBytes(8).toString('hex'));
  await writeFile(path, file);
  const parts: Buffer[] = [];
  const onDisk = await openFile(path);
  let closed = 0;
  const source = {
    ...onDisk,
    close() {
      closed += 1;
      return onDisk.close();
    },
  };
  try {
    const opened = await openSealed({ source, keys: [key], boundTo: to, bytes, start, end });
    for await (const part of opened.stream) parts.push(part);
    return { output: Buffer.concat(parts), announced: opened.bytes, total: opened.totalBytes };
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : error;
    return { output: Buffer.concat(parts), code };
  } finally {
    expect(closed, 'how often the file was closed').toBe(1);
  }
}

/** Expects an error, and that the bytes delivered before it are the true beginning of the file. */
export async function expectDamage(file: Buffer, plain: Buffer, reading: Reading = {}): Promise<void> {
  const { output: got, code } = await read(file, reading);
  expect(code).toBe('FILE_DAMAGED');
  expect(got.equals(plain.subarray(0, got.length))).toBe(true);
  expect(got.length).toBeLessThan(Math.max(1, plain.length));
}

export function flipBit(file: Buffer, at: number): Buffer {
  const copy = Buffer.from(file);
  copy.writeUInt8(copy.readUInt8(at) ^ 1, at);
  return copy;
}
