import { randomBytes } from 'node:crypto';
import { mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { describe, expect, test } from 'vitest';
import { type Memory, memoryStore } from '../../../tests/support/memory-object-store.ts';
import {
  boundTo,
  directory,
  fileKey,
  filesOnDisk,
  megabyte,
  pdfOf,
  pendingFileFor,
  reopenStorage,
  setUpStorage,
  storage,
  storedPath,
  storeFile,
} from '../../../tests/support/stored-files.ts';
import { openStorage } from './storage.server.ts';

setUpStorage();

describe('reading a kept file', () => {
  test('reads a part of a report on its own', async () => {
    const content = pdfOf(300_000);
    const { name } = await storeFile(content);
    const { stream, bytes, totalBytes } = await storage.open({ name, boundTo, start: 65_530, end: 131_080 });
    expect([bytes, totalBytes]).toEqual([65_551, 300_000]);
    expect((await buffer(stream)).equals(content.subarray(65_530, 131_081))).toBe(true);
    await expect(storage.open({ name, boundTo, start: 300_000 })).rejects.toBeInstanceOf(RangeError);
  });

  test('reports a missing file and an invalid name as missing', async () => {
    for (const name of ['A'.repeat(22), '../../../../etc/passwd', '', `${'A'.repeat(20)}/.`]) {
      await expect(storage.open({ name, boundTo })).rejects.toHaveProperty('code', 'FILE_MISSING');
    }
    const pendingFile = await pendingFileFor(pdfOf(50));
    await expect(storage.open(pendingFile)).rejects.toHaveProperty('code', 'FILE_MISSING');
    await storage.keep(pendingFile);
    await expect(storage.openPendingFile(pendingFile)).rejects.toHaveProperty('code', 'FILE_MISSING');
    await expect(storage.keep(pendingFile)).rejects.toHaveProperty('code', 'FILE_MISSING');
  });

  test('does not open a file under another key, report or name on disk', async () => {
    const pendingFile = await storeFile(pdfOf(70_000));
    const otherStorage = openStorage({ directory, keys: { current: randomBytes(32), older: [] } });
    await expect(otherStorage.open(pendingFile)).rejects.toHaveProperty('code', 'FILE_KEY_UNKNOWN');
    await expect(storage.open({ ...pendingFile, boundTo: 'report-2' })).rejects.toHaveProperty(
      'code',
      'FILE_DAMAGED',
    );
    await expect(storage.open({ ...pendingFile, bytes: 70_001 })).rejects.toHaveProperty(
      'code',
      'FILE_DAMAGED',
    );

    const second = await storage.receive(Readable.from([pdfOf(70_000)]), {
      boundTo: 'report-2',
      maxBytes: megabyte,
    });
    if ('refused' in second) throw new Error(second.refused);
    await storage.keep(second.pendingFile);
    await rename(storedPath(pendingFile), storedPath(second.pendingFile));
    await expect(storage.open(second.pendingFile)).rejects.toHaveProperty('code', 'FILE_DAMAGED');
  });

  test('ends with an error at damage on disk, after correct bytes only', async () => {
    const content = pdfOf(300_000);
    const pendingFile = await storeFile(content);
    const onDisk = await readFile(storedPath(pendingFile));
    onDisk[200_000] = (onDisk[200_000] ?? 0) ^ 1;
    await writeFile(storedPath(pendingFile), onDisk);
    const { stream } = await storage.open(pendingFile);
    const parts: Buffer[] = [];
    stream.on('data', (part) => parts.push(part));
    const error = await new Promise((resolve) => stream.once('error', resolve));
    expect(error).toHaveProperty('code', 'FILE_DAMAGED');
    const got = Buffer.concat(parts);
    expect(got.equals(content.subarray(0, 3 * 65_536))).toBe(true);
  });

  test('drops pending and kept files, and allows dropping them again', async () => {
    const pendingFile = await pendingFileFor(pdfOf(50));
    const keptFile = await storeFile(pdfOf(50));
    await storage.drop(pendingFile.name);
    await storage.drop(keptFile.name);
    expect(await filesOnDisk()).toEqual([]);
    await storage.drop(keptFile.name);
    await storage.drop('../README.md');
  });

  test('removes a dropped pending file but not a kept one', async () => {
    const pendingFile = await pendingFileFor(pdfOf(50));
    const keptFile = await storeFile(pdfOf(50));
    for (const { name } of [pendingFile, keptFile]) await storage.dropPending(name);
    expect(await filesOnDisk()).toHaveLength(1);
  });

  test('reports a file that cannot be removed', async () => {
    const keptFile = await storeFile(pdfOf(50));
    await rm(storedPath(keptFile));
    await mkdir(storedPath(keptFile));
    await expect(storage.drop(keptFile.name)).rejects.toHaveProperty('code');
  });
});

test('detects at start a file written under another key', async () => {
  expect(await storage.hasForeignKey()).toBe(false);
  await storeFile(pdfOf(100));
  expect(await reopenStorage().hasForeignKey()).toBe(false);
  expect(
    await openStorage({ directory, keys: { current: randomBytes(32), older: [] } }).hasForeignKey(),
  ).toBe(true);
});

test('keeps only pending files in the folder if kept files are in another store', async () => {
  const memory: Memory = { objects: new Map(), unfinished: [] };
  const away = (own = fileKey, ...older: Buffer[]) =>
    openStorage({ directory, keys: { current: own, older }, objects: memoryStore(memory) });
  const content = pdfOf(300_000);
  const first = await pendingFileFor(content);
  const second = await pendingFileFor(content);
  expect(await filesOnDisk()).toHaveLength(2);
  for (const pendingFile of [first, second]) await away().keep(pendingFile);
  expect(await filesOnDisk()).toEqual([]);
  const part = await away().open({ name: first.name, boundTo, bytes: 300_000, start: 65_530, end: 131_080 });
  expect((await buffer(part.stream)).equals(content.subarray(65_530, 131_081))).toBe(true);

  const newKey = randomBytes(32);
  expect(await away(newKey).hasForeignKey()).toBe(true);
  const moved = away(newKey, randomBytes(32), fileKey);
  expect(await moved.hasForeignKey()).toBe(false);
  expect((await moved.listOlder()).sort()).toEqual([first.name, second.name].sort());
  expect((await buffer((await moved.open(first)).stream)).equals(content)).toBe(true);
  expect(await moved.rewrap({ name: first.name, boundTo })).toBe(true);
  expect(await moved.rewrap({ name: first.name, boundTo })).toBe(false);
  expect(await moved.listOlder()).toEqual([second.name]);
  expect((await buffer((await moved.open(first)).stream)).equals(content)).toBe(true);
  expect(await filesOnDisk()).toEqual([]);

  memory.unfinished.push(0);
  const isKnown = async () => new Set([first.name]);
  expect(await moved.sweep({ isKnown })).toEqual({ temps: 1, orphans: 1 });
  await expect(moved.open(second)).rejects.toHaveProperty('code', 'FILE_MISSING');
  await moved.drop(first.name);
  expect(memory.objects.size).toBe(0);
});

test('reports a file truncated during a key change as damaged, and leaves it as it is', async () => {
  const memory: Memory = { objects: new Map(), unfinished: [] };
  const pendingFile = await pendingFileFor(pdfOf(600_000));
  const objects = memoryStore(memory);
  await openStorage({ directory, keys: { current: fileKey, older: [] }, objects }).keep(pendingFile);
  const before = memory.objects.get(pendingFile.name);
  const cut = {
    ...objects,
    async read(name: string) {
      const reader = await objects.read(name);
      return { ...reader, read: (from: number, to: number) => reader.read(from, Math.min(to, 400_000)) };
    },
  };
  const changing = openStorage({
    directory,
    keys: { current: randomBytes(32), older: [fileKey] },
    objects: cut,
  });
  await expect(changing.rewrap({ name: pendingFile.name, boundTo })).rejects.toHaveProperty(
    'code',
    'FILE_DAMAGED',
  );
  expect(memory.objects.get(pendingFile.name)).toBe(before);
  expect(await filesOnDisk()).toEqual([]);
});
