import { readdirSync, readlinkSync } from 'node:fs';
import { mkdir, mkdtemp, open, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { memoryStore } from '../../../../tests/support/memory-object-store.ts';
import { describeObjectStore } from '../../../../tests/support/object-store-contract.ts';
import { diskPathOf, diskStore } from '../objects/disk-store.server.ts';
import { newName } from './object-names.server.ts';

describeObjectStore('on the disk', async (folder) => {
  const directory = join(folder, 'kept');
  return {
    store: diskStore(directory),
    reopen: () => diskStore(directory),
    async refusePuts(name) {
      // A file blocks the path where the folder should be created.
      const inTheWay = join(directory, name.slice(0, 2));
      await mkdir(directory);
      await writeFile(inTheWay, '');
      return () => rm(inTheWay);
    },
  };
});

describeObjectStore('in memory', async () => {
  const memory: Parameters<typeof memoryStore>[0] = { objects: new Map(), unfinished: [] };
  return {
    store: memoryStore(memory),
    reopen: () => memoryStore(memory),
    async refusePuts(name) {
      memory.refused = name;
      return async () => {
        memory.refused = undefined;
      };
    },
    interruptPut: async (agoMs) => void memory.unfinished.push(Date.now() - agoMs),
  };
});

describe('a store on the disk', () => {
  let folder = '';
  let directory = '';
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 'disk-'));
    directory = join(folder, 'kept');
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function put(name = newName()) {
    const path = join(folder, name);
    await writeFile(path, 'sealed', { mode: 0o600 });
    await diskStore(directory).put(name, { path, bytes: 6 });
    return name;
  }

  test('creates nothing before the first put, and then private two-character folders', async () => {
    const store = diskStore(directory);
    for await (const _ of store.list()) expect.unreachable();
    await store.drop(newName());
    expect(readdirSync(folder)).toEqual([]);
    const name = await put();
    expect(readdirSync(directory)).toEqual([name.slice(0, 2)]);
    expect(diskPathOf(directory, name)).toBe(join(directory, name.slice(0, 2), name));
    for (const path of [directory, join(directory, name.slice(0, 2))])
      expect((await stat(path)).mode & 0o777, path).toBe(0o700);
    expect((await stat(diskPathOf(directory, name))).mode & 0o777).toBe(0o600);
  });

  // Only Linux reveals which file a handle refers to.
  test.runIf(process.platform === 'linux')(
    'syncs the folders of a name before a put or a drop ends',
    async () => {
      const probe = await open(tmpdir(), 'r');
      const handles = Object.getPrototypeOf(probe);
      await probe.close();
      const { sync } = handles;
      const synced: string[] = [];
      handles.sync = function () {
        const path = readlinkSync(`/proc/self/fd/${this.fd}`);
        synced.push([path, ...readdirSync(path)].join(' '));
        return sync.call(this);
      };
      try {
        const name = await put();
        const objectFolder = join(directory, name.slice(0, 2));
        expect(synced).toContain(`${directory} ${name.slice(0, 2)}`);
        expect(synced.at(-1), 'with the name in it').toBe(`${objectFolder} ${name}`);
        await diskStore(directory).drop(name);
        expect(synced.at(-1), 'with the name gone').toBe(objectFolder);
      } finally {
        handles.sync = sync;
      }
    },
  );

  test('continues to read a dropped file until it is closed', async () => {
    const store = diskStore(directory);
    const name = await put();
    const reader = await store.read(name);
    await store.drop(name);
    expect(String(await reader.read(0, 6))).toBe('sealed');
    await reader.close();
    await expect(reader.read(0, 6)).rejects.toHaveProperty('code', 'EBADF');
  });

  test('does not list files with other names', async () => {
    const name = await put();
    await writeFile(join(directory, '.gitkeep'), '');
    await writeFile(join(directory, name.slice(0, 2), 'notes.txt'), '');
    const elsewhere = `${name.startsWith('zz') ? 'yy' : 'zz'}${name.slice(2)}`;
    await writeFile(join(directory, name.slice(0, 2), elsewhere), '');
    const names: string[] = [];
    for await (const one of diskStore(directory).list()) names.push(one.name);
    expect(names).toEqual([name]);
  });
});
