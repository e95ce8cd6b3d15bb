import { randomBytes } from 'node:crypto';
import { mkdtemp, readdir, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { afterEach, beforeEach } from 'vitest';
import { projectRoot } from '../../app/platform/project-root.server.ts';
import type { PendingFile } from '../../app/platform/storage/pending-files.server.ts';
import { openStorage, type Storage } from '../../app/platform/storage/storage.server.ts';

export const fixtures = join(projectRoot(), 'tests', 'fixtures');
export const fileKey = randomBytes(32);
export const boundTo = 'report-1';
export const megabyte = 1024 * 1024;
export const noKnownFiles = { isKnown: async () => new Set<string>() };
export let directory = '';
export let storage: Storage;

/** Opens a storage in a new folder for each test. Call it once in a test file. */
export function setUpStorage() {
  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'storage-'));
    storage = openStorage({ directory, keys: { current: fileKey, older: [] } });
  });
  afterEach(() => rm(directory, { recursive: true }));
}

/** Opens the storage as after a restart: it remembers no earlier uploads. */
export const reopenStorage = () => openStorage({ directory, keys: { current: fileKey, older: [] } });

export function pdfOf(bytes: number): Buffer {
  const content = randomBytes(bytes);
  content.write('%PDF-1.7\n', 0, 'latin1');
  return content;
}

export async function receiveFile(
  content: Buffer,
  maxBytes = 100 * megabyte,
  source = Readable.from(content, { objectMode: false }),
) {
  return storage.receive(source, { boundTo, maxBytes });
}

export async function pendingFileFor(content: Buffer): Promise<PendingFile> {
  const outcome = await receiveFile(content);
  if ('refused' in outcome) throw new Error(outcome.refused);
  return outcome.pendingFile;
}

export async function storeFile(content: Buffer): Promise<PendingFile> {
  const pendingFile = await pendingFileFor(content);
  await storage.keep(pendingFile);
  return pendingFile;
}

export async function filesOnDisk(): Promise<string[]> {
  const entries = await readdir(directory, { recursive: true, withFileTypes: true });
  return entries.filter((entry) => entry.isFile()).map((entry) => join(entry.parentPath, entry.name));
}

export const storedPath = ({ name }: PendingFile) => join(directory, name.slice(0, 2), name);
export const tempPath = ({ name }: PendingFile) => join(directory, 'tmp', name);
