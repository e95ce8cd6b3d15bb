import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { S3mini } from 's3mini';
import { newName } from '../../app/platform/storage/core/object-names.server.ts';
import type { ObjectStore } from '../../app/platform/storage/core/object-store.ts';

/** How a server is let into the object store of this run; set by `swift-store.ts`. */
const given: Record<string, string> | undefined = process.env.TEST_S3 && JSON.parse(process.env.TEST_S3);

/** How a server is let into the object store of this run, which has to have one. */
export function storeOfTests() {
  if (!given) throw new Error('this runs with TEST_STORAGE=s3');
  return given as typeof given & { S3_ENDPOINT: string };
}

/** Whether kept files of this run lie in an object store; otherwise on the disk. */
export const isOnStore = given !== undefined;

let taken = 0;
let bucket: Promise<string> | undefined;

/** The settings of an empty place for kept files: none where they lie on the disk. */
export async function takeStorage(): Promise<Record<string, string>> {
  if (!given) return {};
  bucket ??= makeBucket(
    given,
    `tests-${process.pid}-${newName()
      .toLowerCase()
      .replace(/[^a-z0-9]/g, '')}`,
  );
  taken += 1;
  return { ...given, STORAGE_URL: `s3://${await bucket}/clinic-${taken}` };
}

/** Makes a bucket; gives its name. */
export async function makeBucket(settings: Record<string, string>, name: string): Promise<string> {
  const isMade = await clientOf(settings, name).createBucket();
  if (!isMade) throw new Error(`the bucket ${name} could not be made`);
  return name;
}

/** A client of a bucket, without the product. */
export const clientOf = (settings: Record<string, string>, name: string) =>
  new S3mini({
    endpoint: `${settings.S3_ENDPOINT}/${name}`,
    region: settings.S3_REGION,
    accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
    secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
  });

/** The sealed bytes of a kept file. */
export async function sealedBytes(objects: ObjectStore, name: string): Promise<Buffer> {
  const reader = await objects.read(name);
  try {
    return await reader.read(0, reader.size);
  } finally {
    await reader.close();
  }
}

/** Puts other bytes in the place of a kept file, as a store does that breaks. */
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

/** The names of all kept files. */
export async function namesIn(objects: ObjectStore): Promise<string[]> {
  const names: string[] = [];
  for await (const { name } of objects.list()) names.push(name);
  return names.sort();
}
