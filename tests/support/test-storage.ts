import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { newName } from '../../app/platform/storage/core/object-names.server.ts';
import type { ObjectStore } from '../../app/platform/storage/core/object-store.ts';

/** The settings of this run's object store; set by `swift-store.ts`. */
const storeSettings: Record<string, string> | undefined =
  process.env.TEST_S3 && JSON.parse(process.env.TEST_S3);

/**
 * Returns the settings of this run's object store.
 *
 * @throws if the run has none.
 */
export function storeOfTests() {
  if (!storeSettings) throw new Error('This needs TEST_STORAGE=s3');
  return storeSettings as typeof storeSettings & { S3_ENDPOINT: string };
}

/** True if this run stores files in an object store, false if on disk. */
export const isOnStore = storeSettings !== undefined;

let storeCount = 0;
let bucket: Promise<string> | undefined;

/** Returns the settings of an empty file store: none if files are on disk. */
export async function takeStorage(): Promise<Record<string, string>> {
  if (!storeSettings) return {};
  bucket ??= makeBucket(
    storeSettings,
    `tests-${process.pid}-${newName()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`,
  );
  storeCount += 1;
  return { ...storeSettings, STORAGE_URL: `s3://${await bucket}/clinic-${storeCount}` };
}

/** Creates a bucket and returns its name. */
export async function makeBucket(settings: Record<string, string>, name: string): Promise<string> {
  const isMade = await clientOf(settings, name).createBucket();
  if (!isMade) throw new Error(`The bucket ${name} could not be created`);
  return name;
}

/** Opens a client of a bucket, without the product. */
export const clientOf = (settings: Record<string, string>, name: string) =>
  new S3mini({
    endpoint: `${settings.S3_ENDPOINT}/${name}`,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
  });

/** Reads the encrypted bytes of a stored file. */
export async function sealedBytes(objects: ObjectStore, name: string): Promise<Buffer> {
  const reader = await objects.read(name);
  try {
    return await reader.read(0, reader.size);
  } finally {
    await reader.close();
  }
}

/** Replaces the bytes of a stored file, like a store that corrupts it. */
export async function spoil(objects: ObjectStore, name: string, bytes: Buffer): Promise<void> {
  const folder = await mkdtemp(join(tmpdir(), 'spoiled-'));
  try {
    const path = join(folder, name);
    await writeFile(path, bytes);
    await objects.put(name, { path, bytes: bytes.length });
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Lists the names of all stored files. */
export async function namesIn(objects: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list()) names.push(name);
  return names.sort();
}
