import { randomBytes } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { newName } from '../../app/platform/storage/core/object-names.server.ts';
import type { ObjectStore, StoredObject } from '../../app/platform/storage/core/object-store.ts';

/** A store for one test, with the operations of its kind that a test needs. */
export type StoreUnderTest = {
  store: ObjectStore;
  /** Opens the same store again, as after a restart. */
  reopen(): ObjectStore;
  /** Makes puts of a name fail until the returned function is called. */
  refusePuts(name: string): Promise<() => Promise<void>>;
  /** Leaves the remains of a put that was interrupted `agoMs` ago; absent if a put leaves none. */
  interruptPut?(agoMs: number): Promise<void>;
  /** The number of objects for the test of its list; 1,100 by default. */
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

/** Writes a pending file and returns the arguments of its put. */
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

/**
 * Registers the tests that every file store has to pass.
 *
 * @param title the store's name.
 * @param make opens a store in an empty folder.
 */
export function describeObjectStore(title: string, make: (folder: string) => Promise<StoreUnderTest>): void {
  describe(title, () => {
    beforeEach(async () => {
      folder = await mkdtemp(join(tmpdir(), 'objects-'));
      await mkdir(join(folder, 'pending'));
      under = await make(folder);
    });
    afterEach(() => rm(folder, { recursive: true }));

    describe('a put', () => testPuts());
    describe('a read', () => testReads());
    describe('a drop', () => testDrops());
    describe('the list', () => testLists());
    describe('a put that fails', () => testFailures());
  });
}

function testPuts() {
  test('is stored byte for byte, also after a restart, and its pending file is gone', async () => {
    const name = await put(content);
    expect(existsSync(pathOf(name))).toBe(false);
    expect((await whole(name)).equals(content)).toBe(true);
    const reopened = under.reopen();
    expect((await whole(name, reopened)).equals(content)).toBe(true);
    expect((await listed(reopened)).map((one) => one.name)).toEqual([name]);
  });

  test('replaces an earlier object of its name completely', async () => {
    const name = await put(content);
    const shorter = randomBytes(chunk);
    await put(shorter, name);
    expect((await whole(name)).equals(shorter)).toBe(true);
    expect(await listed()).toEqual([expect.objectContaining({ name, bytes: shorter.length })]);
  });

  test('does not mix with simultaneous puts, even if names begin alike', async () => {
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

  test('survives the removal of unfinished puts, like recent ones and pending files', async () => {
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

  test('returns the requested range, regardless of earlier or simultaneous reads', async () => {
    const reader = await under.store.read(await put(content));
    expect(reader.size).toBe(end);
    const compare = async ([what, from, to]: (typeof ranges)[number]) =>
      expect((await reader.read(from, to)).equals(content.subarray(from, to)), what).toBe(true);
    for (const range of ranges) await compare(range);
    await Promise.all(ranges.map(compare));
    const first = await reader.read(0, 100);
    await reader.read(100, 200);
    expect(first.equals(content.subarray(0, 100)), 'bytes that were read do not change').toBe(true);
    await reader.close();
  });

  test('rejects an unknown and an invalid name as missing', async () => {
    await put(content);
    for (const name of [newName(), ...noNames]) await expect(under.store.read(name)).rejects.toEqual(missing);
  });

  test('never returns other bytes, even if its name is dropped or put again meanwhile', async () => {
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
  test('removes the object, also after a restart, and nothing else', async () => {
    const [dropped, remaining] = [await put(content), await put(content)];
    await under.store.drop(dropped);
    for (const store of [under.store, under.reopen()]) {
      await expect(store.read(dropped)).rejects.toEqual(missing);
      expect((await listed(store)).map(({ name }) => name)).toEqual([remaining]);
    }
    expect((await whole(remaining)).equals(content)).toBe(true);
  });

  test('accepts a dropped and an unknown name', async () => {
    const name = await put(content);
    for (const one of [name, name, newName(), ...noNames]) await under.store.drop(one);
    expect(await listed()).toEqual([]);
  });

  test('allows the name to be put again', async () => {
    const name = await put(content);
    await under.store.drop(name);
    await put(content.subarray(0, 99), name);
    expect((await whole(name)).length).toBe(99);
  });
}

function testLists() {
  test('starts empty', async () => {
    expect(await listed()).toEqual([]);
  });

  test('names each of many objects once, with its size and its time', async () => {
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
    // The clocks of disks and other machines may differ a little.
    const wrong = objects.filter(({ at }) => Number(at) < began - 60_000 || Number(at) > Date.now() + 60_000);
    expect(wrong).toEqual([]);
  });

  test('comes from a store that answers a ping', async () => {
    await under.store.ping();
  });

  test('continues if objects that it has named are dropped', async () => {
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
  test('without its pending file leaves the name empty or unchanged', async () => {
    const missingFile = { path: pathOf('gone'), bytes: 100 };
    const [fresh, existing] = [newName(), await put(content)];
    for (const name of [fresh, existing])
      await expect(under.store.put(name, missingFile)).rejects.toEqual(missing);
    await expect(under.store.read(fresh)).rejects.toEqual(missing);
    expect((await whole(existing)).equals(content)).toBe(true);
    expect(await namesListed()).toEqual([existing]);
  });

  test('in the store leaves the name empty and the pending file in place', async () => {
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

  test('with an invalid name leaves the pending file in place', async () => {
    const { file } = await written(content);
    for (const name of noNames) await expect(under.store.put(name, file)).rejects.toEqual(missing);
    expect(existsSync(file.path)).toBe(true);
    expect(await listed()).toEqual([]);
  });
}
