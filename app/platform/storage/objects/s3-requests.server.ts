import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { note } from '~/platform/observability/log.server';
import { mayPass, storeTrouble } from './store-trouble.server.ts';

/** A bucket of a store, and how the keys in it begin: '' or ending in a slash. */
export type S3Place = {
  endpoint: string;
  bucket: string;
  prefix: string;
  region: string;
  accessKeyId: string;
  secretAccessKey: string;
};

const sendMs = 60_000;
const askMs = 20_000;
const lookMs = 2000;
const lookEveryMs = 2000;
const pausesMs = [200, 1000];
const noBucket = Object.assign(new Error('no bucket'), { status: 404, serviceCode: 'NoSuchBucket' });

/** Makes requests of a store. */
export type S3Requests = ReturnType<typeof s3Requests>;

/**
 * Takes where the objects are; asks nothing itself. Each request is tried three times with pauses
 * between, as long as somebody answers at all. Once nobody does, everything fails within two
 * seconds until somebody does again; the log says both, once.
 */
export function s3Requests({ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Place) {
  const address = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const clientOf = (requestAbortTimeout: number) =>
    new S3mini({ endpoint: address, region, accessKeyId, secretAccessKey, requestAbortTimeout });
  const [sending, asking, looking] = [clientOf(sendMs), clientOf(askMs), clientOf(lookMs)];
  let isAway = false;
  let looked: { at: number; found: Promise<void> } | undefined;

  async function lookNow() {
    try {
      if (!(await looking.listObjectsPaged('/', prefix, 1))) throw noBucket;
    } catch (error) {
      const away = storeTrouble(error);
      if (!isAway) note('storage.away', { reason: away.reason });
      isAway = true;
      throw away;
    }
    if (isAway) note('storage.back');
    isAway = false;
  }

  /**
   * Asks whether the store answers and lets us in: at most every two seconds, and for no longer.
   *
   * @throws with STORE_GONE.
   */
  function look(): Promise<void> {
    const now = performance.now();
    if (!looked || now - looked.at > lookEveryMs) looked = { at: now, found: lookNow() };
    return looked.found;
  }

  async function tried<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    if (isAway) await look();
    for (const pauseMs of pausesMs) {
      try {
        return await act();
      } catch (error) {
        if (!mayPass(error)) throw storeTrouble(error);
      }
      await wait(pauseMs);
      await look();
    }
    return act().catch((error: unknown) => {
      throw storeTrouble(error);
    });
  }

  return {
    look,
    /** Asks something that is answered within 20 s. */
    ask: <Answer>(act: (client: S3mini) => Promise<Answer>) => tried(() => act(asking)),
    /** Sends a part of a file, which may take a minute. */
    send: <Answer>(act: (client: S3mini) => Promise<Answer>) => tried(() => act(sending)),
  };
}
