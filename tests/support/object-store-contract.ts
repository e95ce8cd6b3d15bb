import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newName } from '../../app/platform/storage/core/object-names.server.ts';
import type { ObjectStore, StoredObject } from '../../app/platform/storage/core/object-store.ts';

/** A store for one test, and what only its own kind can do to it. */
export type StoreUnderTest = {
  store: ObjectStore;
  /** Opens the same store again, as after a restart. */
  reopen(): ObjectStore;
  /** Has puts of a name fail until what it gives is called. */
  refusePuts(name: string): Promise<() => Promise<void>>;
  /** Leaves what a put leaves that was interrupted so long ago; absent if it leaves nothing. */
  interruptPut?(agoMs: number): Promise<void>;
  /** How many objects its list is tried with; 1,100 where nothing is said. */
  many?: number;
};

const hourMs = 3_600_000;
const chunk = 65_536 + 16;
const content = randomBytes(72 + 5 * chunk + 100);
const noNames = ['', 'short', '../outside', `${'A'.repeat(20)}/.`, 'A'.repeat(23)];
const missing = expect.objectContaining({ code: 'FILE_MISSING' });

let folder = '';
let under: StoreUnderTest;

const pathOf = (name: string) => join(folder, 'pending', name);

/** Writes a pending file; gives what a put of it takes. */
async function written(bytes: Buffer, name = newName()) {
  await writeFile(pathOf(name), bytes);
  return { name, file: { path: pathOf(name), bytes: bytes.length } };
}

async function put(bytes: Buffer, as?: string): Promise<string> {
  const { name, file } = await written(bytes, as);
  await under.store.put(name, file);
  return name;
}

async function whole(name: string, store = under.store): Promise<Buffer> {
  const reader = await store.read(name);
  try {
    return await reader.read(0, reader.size);
  } finally {
    await reader.close();
  }
}

async function listed(store = under.store): Promise<StoredObject[]> {
  const objects: StoredObject[] = [];
  for await (const object of store.list()) objects.push(object);
  return objects;
}

const namesListed = async () => (await listed()).map(({ name }) => name);

/** What every store of kept files does. Takes its name and a way to make one in an empty folder. */
export function describeObjectStore(title: string, make: (folder: string) => Promise<StoreUnderTest>): void {
  describe(title, () => {
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'objects-'));
      await mkdir(join(folder, 'pending'));
      under = await make(folder);
    });
    afterEach(() => rm(folder, { recursive: true }));

    describe('what is put', () => testPuts());
    describe('what is read', () => testReads());
    describe('what is dropped', () => testDrops());
    describe('the list', () => testLists());
    describe('a put that fails', () => testFailures());
  });
}

function testPuts() {
  test('is there byte for byte, also after a restart, and the pending file is gone', async () => {
    const name = await put(content);
    expect(existsSync(pathOf(name))).toBe(false);
    expect((await whole(name)).equals(content)).toBe(true);
    const reopened = under.reopen();
    expect((await whole(name, reopened)).equals(content)).toBe(true);
    expect((await listed(reopened)).map((one) => one.name)).toEqual([name]);
  });

  test('takes the place of what had its name, whole', async () => {
    const name = await put(content);
    const shorter = randomBytes(chunk);
    await put(shorter, name);
    expect((await whole(name)).equals(shorter)).toBe(true);
    expect(await listed()).toEqual([expect.objectContaining({ name, bytes: shorter.length })]);
  });

  test('at once with others is not mixed up with them, also with names that begin alike', async () => {
    const folderBeside = (name: string) => (name.startsWith('zz') ? 'yy' : 'zz');
    const names = Array.from({ length: 8 }, newName).flatMap((name) => [
      name,
      `${folderBeside(name)}${name.slice(2)}`,
    ]);
    const contents = new Map(names.map((name) => [name, randomBytes(20_000)]));
    await Promise.all([...contents].map(([name, bytes]) => put(bytes, name)));
    for (const [name, bytes] of contents) expect((await whole(name)).equals(bytes), name).toBe(true);
    expect((await namesListed()).sort()).toEqual(names.sort());
  });

  test('stays when the rest of unfinished puts is cleared, as do young ones and pending files', async () => {
    const name = await put(content);
    const pending = await written(content);
    await under.interruptPut?.(2 * hourMs);
    await under.interruptPut?.(hourMs / 2);
    expect(await under.store.clearUnfinished(hourMs)).toBe(under.interruptPut ? 1 : 0);
    expect(await under.store.clearUnfinished(hourMs)).toBe(0);
    expect(await under.store.clearUnfinished(0)).toBe(under.interruptPut ? 1 : 0);
    expect((await whole(name)).equals(content)).toBe(true);
    expect(await namesListed()).toEqual([name]);
    expect(existsSync(pending.file.path)).toBe(true);
    await under.store.put(pending.name, pending.file);
    expect((await whole(pending.name)).equals(content)).toBe(true);
  });
}

function testReads() {
  const end = content.length;
  const ranges: [string, number, number][] = [
    ['the first byte', 0, 1],
    ['the header', 0, 72],
    ['a chunk', 72, 72 + chunk],
    ['across the end of a chunk', 72 + chunk - 1, 72 + chunk + 1],
    ['across several chunks', 72 + chunk - 5, 72 + 4 * chunk + 5],
    ['the last byte', end - 1, end],
    ['the end and beyond', end - 5, end + 100],
    ['nothing, at the end', end, end + 10],
    ['nothing, behind the end', end + 5, end + 10],
    ['nothing, in the middle', 10, 10],
    ['everything', 0, end],
  ];

  test('is the part that was asked for, whatever was read before or is read beside it', async () => {
    const reader = await under.store.read(await put(content));
    expect(reader.size).toBe(end);
    const compare = async ([what, from, to]: (typeof ranges)[number]) =>
      expect((await reader.read(from, to)).equals(content.subarray(from, to)), what).toBe(true);
    for (const range of ranges) await compare(range);
    await Promise.all(ranges.map(compare));
    const first = await reader.read(0, 100);
    await reader.read(100, 200);
    expect(first.equals(content.subarray(0, 100)), 'what was read stays as it is').toBe(true);
    await reader.close();
  });

  test('is missing under a name that nothing has, and under what is no name', async () => {
    await put(content);
    for (const name of [newName(), ...noNames]) await expect(under.store.read(name)).rejects.toEqual(missing);
  });

  test('is never other bytes, also when its name is dropped or put again meanwhile', async () => {
    for (const change of [
      (name: string) => under.store.drop(name),
      (name: string) => put(randomBytes(end), name),
    ]) {
      const name = await put(content);
      const reader = await under.store.read(name);
      expect((await reader.read(0, 100)).equals(content.subarray(0, 100))).toBe(true);
      await change(name);
      const after = await reader.read(100, end).catch((error: unknown) => error);
      if (after instanceof Error) expect(after).toEqual(missing);
      else expect((after as Buffer).equals(content.subarray(100))).toBe(true);
      await reader.close();
    }
  });
}

function testDrops() {
  test('is gone, also after a restart, and nothing else is', async () => {
    const [gone, kept] = [await put(content), await put(content)];
    await under.store.drop(gone);
    for (const store of [under.store, under.reopen()]) {
      await expect(store.read(gone)).rejects.toEqual(missing);
      expect((await listed(store)).map(({ name }) => name)).toEqual([kept]);
    }
    expect((await whole(kept)).equals(content)).toBe(true);
  });

  test('may be dropped again, and so may what never was', async () => {
    const name = await put(content);
    for (const one of [name, name, newName(), ...noNames]) await under.store.drop(one);
    expect(await listed()).toEqual([]);
  });

  test('can be put again', async () => {
    const name = await put(content);
    await under.store.drop(name);
    await put(content.subarray(0, 99), name);
    expect((await whole(name)).length).toBe(99);
  });
}

function testLists() {
  test('is empty at first', async () => {
    expect(await listed()).toEqual([]);
  });

  test('names each of many objects once, with its size and since when it is there', async () => {
    const began = Date.now();
    const sizes = new Map(Array.from({ length: under.many ?? 1100 }, (_, at) => [newName(), at + 1]));
    const waiting = [...sizes];
    const puts = async () => {
      for (let next = waiting.pop(); next; next = waiting.pop())
        await put(content.subarray(0, next[1]), next[0]);
    };
    await Promise.all([puts(), puts(), puts(), puts()]);
    const objects = await listed();
    expect(objects).toHaveLength(sizes.size);
    expect(new Map(objects.map(({ name, bytes }) => [name, bytes]))).toEqual(sizes);
    // Clocks of disks and of other machines differ a little from ours.
    const wrong = objects.filter(({ at }) => Number(at) < began - 60_000 || Number(at) > Date.now() + 60_000);
    expect(wrong).toEqual([]);
  });

  test('is of a store that answers', async () => {
    await under.store.ping();
  });

  test('goes on where what it has named is dropped', async () => {
    const names: string[] = [];
    for (let count = 0; count < 20; count += 1) names.push(await put(content.subarray(0, 10)));
    const seen: string[] = [];
    for await (const { name } of under.store.list()) {
      seen.push(name);
      await under.store.drop(name);
    }
    expect(seen.sort()).toEqual(names.sort());
    expect(await listed()).toEqual([]);
  });
}

function testFailures() {
  test('for want of its pending file leaves nothing under the name, or what was there', async () => {
    const gone = { path: pathOf('gone'), bytes: 100 };
    const [fresh, taken] = [newName(), await put(content)];
    for (const name of [fresh, taken]) await expect(under.store.put(name, gone)).rejects.toEqual(missing);
    await expect(under.store.read(fresh)).rejects.toEqual(missing);
    expect((await whole(taken)).equals(content)).toBe(true);
    expect(await namesListed()).toEqual([taken]);
  });

  test('in the store leaves nothing under the name and the pending file in its place', async () => {
    const { name, file } = await written(content);
    const mend = await under.refusePuts(name);
    await expect(under.store.put(name, file)).rejects.toThrow();
    expect(existsSync(file.path)).toBe(true);
    await mend();
    await expect(under.store.read(name)).rejects.toEqual(missing);
    expect(await listed()).toEqual([]);
    await under.store.put(name, file);
    expect((await whole(name)).equals(content)).toBe(true);
  });

  test('for want of a name leaves the pending file in its place', async () => {
    const { file } = await written(content);
    for (const name of noNames) await expect(under.store.put(name, file)).rejects.toEqual(missing);
    expect(existsSync(file.path)).toBe(true);
    expect(await listed()).toEqual([]);
  });
}
