import { randomBytes } from 'node:crypto';
import { mkdir, writeFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { describe, expect, test } from 'vitest';
import {
  directory,
  fileKey,
  filesOnDisk,
  keptOf,
  keptPath,
  none,
  pdfOf,
  pendingFileFor,
  restarted,
  setUpStorage,
  storage,
  tempPath,
} from '../../../tests/support/stored-files.ts';
import { openStorage } from './storage.server.ts';

setUpStorage();

describe('the sweep at start', () => {
  test('pending file and files without a row go; files with a row, and what is not ours, stay', async () => {
    const known = await keptOf(pdfOf(100));
    const orphan = await keptOf(pdfOf(100));
    await pendingFileFor(pdfOf(100));
    await writeFile(join(directory, '.gitkeep'), '');
    await mkdir(join(directory, 'no'));
    await writeFile(join(directory, 'no', 'notes.txt'), '');
    const requested: string[] = [];
    const isKnown = async (names: string[]) => {
      requested.push(...names);
      return new Set([known.name]);
    };
    expect(await restarted().sweep({ isKnown })).toEqual({ temps: 1, orphans: 1 });
    expect([...new Set(requested)].sort()).toEqual([known.name, orphan.name].sort());
    expect((await filesOnDisk()).sort()).toEqual(
      [keptPath(known), join(directory, '.gitkeep'), join(directory, 'no', 'notes.txt')].sort(),
    );
    expect(await restarted().sweep({ isKnown })).toEqual({ temps: 0, orphans: 0 });
  });

  test('an upload that is on its way while the sweep runs is left alone', async () => {
    const pendingFile = await pendingFileFor(pdfOf(100));
    const kept = await keptOf(pdfOf(100));
    expect(await storage.sweep(none)).toEqual({ temps: 0, orphans: 0 });
    expect((await filesOnDisk()).sort()).toEqual([tempPath(pendingFile), keptPath(kept)].sort());
  });

  test('the rows are asked for in batches of at most 500 names', async () => {
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
    expect(sizes, 'and once more before they go').toEqual([500, 500, 203, 40]);
    expect(requested.size).toBe(1203);
    const left = (await filesOnDisk()).map((path) => basename(path));
    expect(left.sort()).toEqual(names.slice(40).sort());
  });

  test('nothing is removed when the rows cannot be asked for', async () => {
    const kept = await keptOf(pdfOf(100));
    const isKnown = () => Promise.reject(new Error('database is locked'));
    await expect(restarted().sweep({ isKnown })).rejects.toThrow('database is locked');
    expect(await filesOnDisk()).toEqual([keptPath(kept)]);
  });

  test('a folder that does not exist yet is an empty one', async () => {
    const fresh = openStorage({ directory: join(directory, 'later'), keys: { own: fileKey, older: [] } });
    expect(await fresh.sweep(none)).toEqual({ temps: 0, orphans: 0 });
    expect(await fresh.hasForeignKey()).toBe(false);
  });
});
