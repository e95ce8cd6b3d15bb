import { readFile, unlink } from 'node:fs/promises';
import { fileFault } from '../../app/platform/storage/core/file-fault.server.ts';
import { isName } from '../../app/platform/storage/core/object-names.server.ts';
import type { ObjectStore } from '../../app/platform/storage/core/object-store.ts';

/** The content of a store in memory; `unfinished` has the start of each interrupted put. */
export type Memory = {
  objects: Map<string, { content: Buffer; at: Date }>;
  unfinished: number[];
  refused?: string;
};

/**
 * Opens a file store without a folder, as a stand-in for one on another machine. Code that works
 * with it does not depend on the disk.
 */
export function memoryStore(memory: Memory = { objects: new Map(), unfinished: [] }): ObjectStore {
  const { objects } = memory;
  return {
    async put(name, { path }) {
      if (!isName(name)) throw fileFault('FILE_MISSING');
      if (memory.refused === name) throw new Error('The store does not answer.');
      const content = await readFile(path).catch((error: unknown) => {
        throw fileFault('FILE_MISSING', error);
      });
      objects.set(name, { content, at: new Date() });
      await unlink(path);
    },
    async read(name) {
      const content = objects.get(name)?.content;
      if (!content) throw fileFault('FILE_MISSING');
      return {
        size: content.length,
        read: async (from, to) => Buffer.from(content.subarray(from, to)),
        close: async () => undefined,
      };
    },
    async drop(name) {
      objects.delete(name);
    },
    async *list() {
      for (const [name, { content, at }] of [...objects]) yield { name, at, bytes: content.length };
    },
    async clearUnfinished(olderThanMs) {
      const before = memory.unfinished.length;
      memory.unfinished = memory.unfinished.filter((since) => since > Date.now() - olderThanMs);
      return before - memory.unfinished.length;
    },
    ping: async () => undefined,
  };
}
