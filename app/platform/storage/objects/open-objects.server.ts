import { setTimeout as wait } from 'node:timers/promises';
import { OperatorError } from '~/platform/errors.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '../core/object-store.ts';
import { diskStore } from './disk-store.server.ts';

type StoreSettings = Pick<
  Settings,
  'UPLOADS_DIR' | 'STORAGE_URL' | 'S3_ENDPOINT' | 'S3_REGION' | 'S3_ACCESS_KEY_ID' | 'S3_SECRET_ACCESS_KEY'
>;

/**
 * Opens the store for kept files: the disk, or the object store of STORAGE_URL, whose client is
 * loaded only then. Checks that the store is reachable and accepts the credentials. Changes
 * nothing.
 *
 * @throws OperatorError if the settings are incomplete or the store refuses the check.
 */
export async function openObjects(settings: StoreSettings): Promise<ObjectStore> {
  const { STORAGE_URL, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY, S3_REGION: region } = settings;
  if (!STORAGE_URL) return diskStore(settings.UPLOADS_DIR);
  if (!S3_ACCESS_KEY_ID || !S3_SECRET_ACCESS_KEY)
    throw new OperatorError(
      'With STORAGE_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must be set. Nothing was changed.',
    );
  const { s3Store } = await import('./s3-store.server.ts');
  const [bucket = '', ...folders] = STORAGE_URL.slice('s3://'.length).split('/').filter(Boolean);
  const endpoint = settings.S3_ENDPOINT ?? `https://${['s3', region, 'amazonaws', 'com'].join('.')}`;
  const store = s3Store({
    endpoint,
    bucket,
    prefix: folders.map((folder) => `${folder}/`).join(''),
    region,
    accessKeyId: S3_ACCESS_KEY_ID,
    secretAccessKey: S3_SECRET_ACCESS_KEY,
  });
  await pingOf(store).catch((error: unknown) => {
    throw new OperatorError(sentenceOf(error as { reason?: string }, new URL(endpoint).host, bucket));
  });
  return store;
}

const looks = 3;
// A check result is reused for two seconds.
const betweenMs = 2500;

/**
 * Pings the store, up to three times if it only times out, such as while the whole machine starts.
 */
async function pingOf(store: ObjectStore): Promise<void> {
  for (let left = looks - 1; left > 0; left -= 1) {
    try {
      return await store.ping();
    } catch (error) {
      if ((error as { reason?: string }).reason !== 'TimeoutError') throw error;
    }
    await wait(betweenMs);
  }
  return store.ping();
}

/** Returns the message for the operator if the check fails. */
function sentenceOf({ reason = '' }: { reason?: string }, host: string, bucket: string) {
  if (/NoSuchBucket/.test(reason))
    return `The object store ${host} has no bucket ${bucket}. Create the bucket, or correct STORAGE_URL. Nothing was changed.`;
  if (/^(401|403)/.test(reason))
    return `The object store ${host} denies this server access to the bucket ${bucket} (${reason}). Correct S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY, or their permissions. Nothing was changed.`;
  return `The object store ${host} does not respond correctly (${reason}). Correct S3_ENDPOINT, or check the object store. Nothing was changed.`;
}
