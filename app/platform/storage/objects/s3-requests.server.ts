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
const holdsMs = 2000;
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
  let looked: { found: Promise<void>; until: number } | undefined;

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
   * Asks whether the store answers and lets us in, for no longer than two seconds; what it found
   * holds for two more.
   *
   * @throws with STORE_GONE.
   */
  function look(): Promise<void> {
    if (looked && performance.now() < looked.until) return looked.found;
    const now = { found: lookNow(), until: Number.POSITIVE_INFINITY };
    const isOver = () => {
      now.until = performance.now() + holdsMs;
    };
    now.found.then(isOver, isOver);
    looked = now;
    return now.found;
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
