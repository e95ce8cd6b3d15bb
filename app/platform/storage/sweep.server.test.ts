import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  directory,
  fileKey,
  filesOnDisk,
  noKnownFiles,
  pdfOf,
  pendingFileFor,
  reopenStorage,
  setUpStorage,
  storage,
  storedPath,
  storeFile,
  tempPath,
} from '../../../tests/support/stored-files.ts';
import { openStorage } from './storage.server.ts';

setUpStorage();

describe('the sweep at start', () => {
  test('removes pending files and files without a row, and leaves the rest', async () => {
    const knownFile = await storeFile(pdfOf(100));
    const orphan = await storeFile(pdfOf(100));
    await pendingFileFor(pdfOf(100));
    await writeFile(join(directory, '.gitkeep'), '');
    await mkdir(join(directory, 'no'));
    await writeFile(join(directory, 'no', 'notes.txt'), '');
    const requested: string[] = [];
    const isKnown = async (names: string[]) => {
      requested.push(...names);
      return new Set([knownFile.name]);
    };
    expect(await reopenStorage().sweep({ isKnown })).toEqual({ temps: 1, orphans: 1 });
    expect([...new Set(requested)].sort()).toEqual([knownFile.name, orphan.name].sort());
    expect((await filesOnDisk()).sort()).toEqual(
      [storedPath(knownFile), join(directory, '.gitkeep'), join(directory, 'no', 'notes.txt')].sort(),
    );
    expect(await reopenStorage().sweep({ isKnown })).toEqual({ temps: 0, orphans: 0 });
  });

  test('leaves an active upload alone', async () => {
    const pendingFile = await pendingFileFor(pdfOf(100));
    const keptFile = await storeFile(pdfOf(100));
    expect(await storage.sweep(noKnownFiles)).toEqual({ temps: 0, orphans: 0 });
    expect((await filesOnDisk()).sort()).toEqual([tempPath(pendingFile), storedPath(keptFile)].sort());
  });

  test('queries rows in batches of at most 500 names', async () => {
    const names = Array.from({ length: 1203 }, () => randomBytes(17).toString('base64url').slice(0, 22));
    for (const name of names) {
      await mkdir(join(directory, name.slice(0, 2)), { recursive: true });
      await writeFile(join(directory, name.slice(0, 2), name), '');
    }
    const sizes: number[] = [];
    const requested = new Set<string>();
    const isKnown = async (batch: string[]) => {
      sizes.push(batch.length);
      for (const name of batch) requested.add(name);
      return new Set(batch.filter((name) => names.indexOf(name) >= 40));
    };
    expect(await storage.sweep({ isKnown })).toEqual({ temps: 0, orphans: 40 });
    expect(sizes, 'and once more before removal').toEqual([500, 500, 203, 40]);
    expect(requested.size).toBe(1203);
    const left = (await filesOnDisk()).map((path) => basename(path));
    expect(left.sort()).toEqual(names.slice(40).sort());
  });

  test('removes nothing if the rows cannot be queried', async () => {
    const keptFile = await storeFile(pdfOf(100));
    const isKnown = () => Promise.reject(new Error('database is locked'));
    await expect(reopenStorage().sweep({ isKnown })).rejects.toThrow('database is locked');
    expect(await filesOnDisk()).toEqual([storedPath(keptFile)]);
  });

  test('treats a missing folder as empty', async () => {
    const fresh = openStorage({ directory: join(directory, 'later'), keys: { current: fileKey, older: [] } });
    expect(await fresh.sweep(noKnownFiles)).toEqual({ temps: 0, orphans: 0 });
    expect(await fresh.hasForeignKey()).toBe(false);
  });
});
