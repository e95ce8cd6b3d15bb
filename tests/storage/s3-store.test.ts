import { randomBytes } from 'node:crypto';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { setLogLevel } from '~/platform/observability/log.server';
import { readSettings } from '~/platform/settings/env.server';
import { newName } from '~/platform/storage/core/object-names.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { s3Store } from '~/platform/storage/objects/s3-store.server';
import { describeObjectStore } from '../support/object-store-contract';
import { isShort } from '../support/short-form';
import { openStoreProxy } from '../support/store-proxy';
import { clientOf, namesIn, sealedBytes, storeOfTests, takeStorage } from '../support/test-storage';

const megabyte = 1024 * 1024;

let line: Awaited<ReturnType<typeof openStoreProxy>>;
beforeAll(async () => {
  setLogLevel('silent');
  line = await openStoreProxy(storeOfTests().S3_ENDPOINT);
});
afterAll(() => line?.close());
afterEach(() => line.behave('pass'));

/** Creates an empty bucket behind the proxy. */
async function place() {
  const settings: Record<string, string> = { ...(await takeStorage()), S3_ENDPOINT: line.endpoint };
  const [bucket = '', folder = ''] = String(settings.STORAGE_URL).slice('s3://'.length).split('/');
  return { settings, bucket, prefix: `${folder}/` };
}

describeObjectStore('in a bucket', async () => {
  const { settings, bucket, prefix } = await place();
  const objects = () =>
    s3Store(
      {
        endpoint: line.endpoint,
        bucket,
        prefix,
        region: 'us-east-1',
        accessKeyId: settings.S3_ACCESS_KEY_ID ?? '',
        secretAccessKey: settings.S3_SECRET_ACCESS_KEY ?? '',
      },
      // As many result pages as in a large clinic.
      { pageSize: 15 },
    );
  return {
    store: objects(),
    reopen: objects,
    many: isShort ? 40 : 1100,
    async refusePuts(name) {
      line.behave(({ method, path }) =>
        method === 'PUT' && path.includes(name) ? { status: 400, code: 'InvalidRequest' } : 'pass',
      );
      return async () => line.behave('pass');
    },
    async interruptPut(agoMs) {
      const key = `${prefix}aa/${newName()}`;
      // The test store takes the time of a request from this header.
      const begunAt = { 'x-timestamp': String((Date.now() - agoMs) / 1000) };
      const client = clientOf({ ...settings, ...storeOfTests() }, bucket);
      await client.getMultipartUploadId(key, undefined, begunAt as never);
    },
  };
});

describe('an object store', () => {
  let folder = '';
  let store: ObjectStore;
  beforeEach(async () => {
    folder = await mkdtemp(join(tmpdir(), 's3-'));
    const { settings } = await place();
    store = await openObjects(readSettings(settings));
    line.requested.length = 0;
  });
  afterEach(() => rm(folder, { recursive: true }));

  async function put(content: Buffer, name = newName()) {
    const path = join(folder, name);
    await writeFile(path, content);
    await store.put(name, { path, bytes: content.length });
    return name;
  }
  const methodsSeen = () =>
    line.requested.map(({ method, path }) =>
      `${method} ${/[?&](uploads|partNumber=\d+|uploadId)/.exec(path)?.[1] ?? ''}`.trim(),
    );

  test('accepts a file in parts of 8 MB, and checks its size', async () => {
    const content = randomBytes(17 * megabyte);
    const name = await put(content);
    expect(methodsSeen()).toEqual([
      'POST uploads',
      'PUT partNumber=1',
      'PUT partNumber=2',
      'PUT partNumber=3',
      'POST uploadId',
      'HEAD',
    ]);
    expect((await sealedBytes(store, name)).equals(content)).toBe(true);
  });

  test('accepts a file of up to 8 MB in one request', async () => {
    await put(randomBytes(8 * megabyte));
    expect(methodsSeen()).toEqual(['PUT', 'HEAD']);
  });

  test('returns a small file in one request, and a large one in a request for each 2 MB', async () => {
    const [small, large] = [await put(randomBytes(200_000)), await put(randomBytes(10 * megabyte))];
    line.requested.length = 0;
    await sealedBytes(store, small);
    expect(methodsSeen()).toEqual(['GET']);
    line.requested.length = 0;
    const reader = await store.read(large);
    const chunks = 4 * 65_552;
    for (let from = 72; from < reader.size; from += chunks) await reader.read(from, from + chunks);
    await reader.close();
    expect(methodsSeen()).toHaveLength(7);
  });

  test('never receives more than four files at once', async () => {
    let [now, maxAtOnce] = [0, 0];
    line.behave(({ method }) => {
      if (method !== 'PUT') return 'pass';
      now += 1;
      maxAtOnce = Math.max(maxAtOnce, now);
      setTimeout(() => {
        now -= 1;
      }, 100);
      return { delayMs: 100 };
    });
    await Promise.all(Array.from({ length: 9 }, () => put(randomBytes(1000))));
    // The number of simultaneous uploads depends on the load of the machine.
    expect(maxAtOnce).toBeGreaterThan(1);
    expect(maxAtOnce).toBeLessThanOrEqual(4);
    expect(await namesIn(store)).toHaveLength(9);
  });

  test.each([
    ['a cut line', 'cut'],
    ['an answer of 503', { status: 503, code: 'SlowDown' }],
    ['a part that came damaged', { status: 400, code: 'BadDigest' }],
  ] as const)('is asked for a part again after %s', async (_what, manner) => {
    let faults = 2;
    line.behave(({ path }) => {
      if (!path.includes('partNumber=2') || faults === 0) return 'pass';
      faults -= 1;
      return manner;
    });
    const content = randomBytes(9 * megabyte);
    const name = await put(content);
    expect(faults).toBe(0);
    expect((await sealedBytes(store, name)).equals(content)).toBe(true);
  });
});

describe('a start', () => {
  const start = async (differing: Record<string, string>) => {
    const { settings } = await place();
    return openObjects(readSettings({ ...settings, ...differing })).then(
      () => 'it started',
      (error: Error) => error.message,
    );
  };

  test('succeeds with a store that accepts us', async () => {
    expect(await start({})).toBe('it started');
  });

  test.each([
    [
      'S3_ACCESS_KEY_ID',
      { S3_ACCESS_KEY_ID: '' },
      /^With STORAGE_URL, S3_ACCESS_KEY_ID and S3_SECRET_ACCESS_KEY must/,
    ],
    ['S3_SECRET_ACCESS_KEY', { S3_SECRET_ACCESS_KEY: '' }, /^With STORAGE_URL, S3_ACCESS_KEY_ID and/],
    [
      'the right secret',
      { S3_SECRET_ACCESS_KEY: 'another' },
      /denies this server access to the bucket tests-\S+ \(403 SignatureDoesNotMatch\)/,
    ],
    ['a known key', { S3_ACCESS_KEY_ID: 'nobody' }, /denies this server access to the bucket \S+ \(403 /],
    [
      'a bucket',
      { STORAGE_URL: 's3://not-there/x' },
      /^The object store 127\.0\.0\.1:\d+ has no bucket not-there\./,
    ],
    [
      'a store',
      { S3_ENDPOINT: 'http://127.0.0.1:2' },
      /^The object store 127\.0\.0\.1:2 does not respond correctly \(ECONNREFUSED\)\./,
    ],
  ])('is refused in a sentence without %s', async (_what, differing, sentence) => {
    const message = await start(differing);
    expect(message).toMatch(sentence);
    expect(message).toMatch(/Nothing was changed\.$/);
    expect(message).not.toMatch(/testing|another/);
  });

  test('is refused with a store that never answers', async () => {
    line.behave('silent');
    expect(await start({})).toMatch(/does not respond correctly \(TimeoutError\)/);
  });

  test('succeeds with a store that is slow to answer at first', async () => {
    line.behave('silent');
    const started = start({});
    setTimeout(() => line.behave('pass'), 2500);
    expect(await started).toBe('it started');
  });
});
