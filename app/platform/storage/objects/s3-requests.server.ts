import { setTimeout as wait } from 'node:timers/promises';
import { S3mini } from 's3mini';
import { note } from '~/platform/observability/log.server';
import { isTransient, storeTrouble } from './store-trouble.server.ts';

/** A bucket of a store. `prefix` starts every key: '' or a path ending in a slash. */
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

/** Sends requests to a store. */
export type S3Requests = ReturnType<typeof s3Requests>;

/**
 * Creates the request functions for a bucket. Sends nothing itself. Each request is tried three
 * times with pauses between, as long as the store answers at all. Once it stops answering, every
 * request fails within two seconds until it answers again. The log notes each change once.
 */
export function s3Requests({ endpoint, bucket, prefix, region, accessKeyId, secretAccessKey }: S3Place) {
  const address = `${endpoint.replace(/\/+$/, '')}/${bucket}`;
  const clientOf = (requestAbortTimeout: number) =>
    new S3mini({ endpoint: address, region, accessKeyId, secretAccessKey, requestAbortTimeout });
  const [sending, asking, looking] = [clientOf(sendMs), clientOf(askMs), clientOf(lookMs)];
  let isAway = false;
  let lastLook: { found: Promise<void>; until: number } | undefined;

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
   * Checks, for at most two seconds, that the store answers and accepts the credentials. The result
   * is reused for two more seconds.
   *
   * @throws an error with a store code, usually `STORE_GONE`.
   */
  function look(): Promise<void> {
    if (lastLook && performance.now() < lastLook.until) return lastLook.found;
    const now = { found: lookNow(), until: Number.POSITIVE_INFINITY };
    const startReuseWindow = () => {
      now.until = performance.now() + holdsMs;
    };
    now.found.then(startReuseWindow, startReuseWindow);
    lastLook = now;
    return now.found;
  }

  async function withRetries<Answer>(act: () => Promise<Answer>): Promise<Answer> {
    if (isAway) await look();
    for (const pauseMs of pausesMs) {
      try {
        return await act();
      } catch (error) {
        if (!isTransient(error)) throw storeTrouble(error);
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
    /** Sends a request with a timeout of 20 s for each attempt. */
    ask: <Answer>(act: (client: S3mini) => Promise<Answer>) => withRetries(() => act(asking)),
    /** Sends a part of a file, which may take up to a minute. */
    send: <Answer>(act: (client: S3mini) => Promise<Answer>) => withRetries(() => act(sending)),
  };
}
