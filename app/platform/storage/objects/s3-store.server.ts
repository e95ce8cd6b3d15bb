import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { openFile } from '../core/durable-files.server.ts';
import { fileFault } from '../core/file-fault.server.ts';
import { isName } from '../core/object-names.server.ts';
import type { ObjectStore, RangeReader, StoredObject } from '../core/object-store.ts';
import { inTurns } from './in-turns.server.ts';
import { openByRanges } from './s3-reader.server.ts';
import { type S3Place, type S3Requests, s3Requests } from './s3-requests.server.ts';
import { clearUnfinished } from './s3-unfinished.server.ts';
import { trouble } from './store-trouble.server.ts';

const partBytes = 8 * 1024 * 1024;
const transfersAtOnce = 4;
const mediaType = 'application/octet-stream';

/**
 * Keeps objects in a bucket of a store that speaks S3, each under `<prefix><first two>/<name>`. A
 * put sends parts of 8 MB, each with its MD5, one of them in memory; four puts are under way at
 * most, and others wait. Once it resolves, the store has said that it holds the whole, of the right
 * size: that stands in the place of a sync. Needs nothing of the store that only some have, such as
 * a PUT under a condition. Lists in pages of `pageSize`.
 *
 * @see docs/adr/0039-files-in-an-object-store.md
 */
export function s3Store(place: S3Place, { pageSize = 1000 } = {}): ObjectStore {
  const requests = s3Requests(place);
  const inTurn = inTurns(transfersAtOnce);
  const keyOf = (name: string) => {
    if (!isName(name)) throw fileFault('FILE_MISSING');
    return `${place.prefix}${name.slice(0, 2)}/${name}`;
  };
  return {
    async put(name, { path, bytes }) {
      const key = keyOf(name);
      await inTurn(() => putFile(requests, { key, path, bytes }));
      await unlink(path);
    },
    async read(name) {
      const key = keyOf(name);
      return openByRanges((from, to, etag) => fetchRange(requests, { key, from, to, etag }));
    },
    async drop(name) {
      if (isName(name)) await requests.ask((client) => client.deleteObject(keyOf(name)));
    },
    list: () => listObjects(requests, place.prefix, pageSize),
    clearUnfinished: (olderThanMs) => clearUnfinished(requests, place.prefix, { olderThanMs, pageSize }),
    ping: requests.look,
  };
}

type Sending = { key: string; path: string; bytes: number };

async function putFile(requests: S3Requests, { key, path, bytes }: Sending): Promise<void> {
  const file = await openFile(path);
  try {
    if (file.size <= partBytes) await putWhole(requests, key, file);
    else await putInParts(requests, key, file);
  } finally {
    await file.close();
  }
  const kept = await requests.ask((client) => client.getContentLength(key));
  if (kept !== bytes) throw trouble('STORE_GONE', `${kept} of ${bytes} bytes were kept`);
}

async function putWhole(requests: S3Requests, key: string, file: RangeReader): Promise<void> {
  const content = await file.read(0, file.size);
  await requests.send(async (client) => {
    const answer = await client.putObject(key, content, mediaType, undefined, md5Of(content));
    await answer.arrayBuffer();
  });
}

async function putInParts(requests: S3Requests, key: string, file: RangeReader): Promise<void> {
  const id = await requests.ask((client) => client.getMultipartUploadId(key, mediaType));
  try {
    const parts: { partNumber: number; etag: string }[] = [];
    for (let from = 0; from < file.size; from += partBytes) {
      const part = await file.read(from, from + partBytes);
      const [number, md5] = [parts.length + 1, md5Of(part)];
      parts.push(
        await requests.send((client) => client.uploadPart(key, id, part, number, {}, undefined, md5)),
      );
    }
    const made = await requests.send((client) => client.completeMultipartUpload(key, id, parts));
    // A store may find that it cannot only after it has begun to answer with 200.
    if (!made.etag) throw trouble('STORE_GONE', 'the parts were not put together');
  } catch (error) {
    // What is left of it otherwise goes with the sweep.
    await requests.ask((client) => client.abortMultipartUpload(key, id)).catch(() => undefined);
    throw error;
  }
}

const md5Of = (content: Buffer) => ({ 'content-md5': createHash('md5').update(content).digest('base64') });

type Range = { key: string; from: number; to: number; etag?: string };

async function fetchRange(requests: S3Requests, { key, from, to, etag }: Range) {
  return requests.ask(async (client) => {
    const answer = await client.getObjectRaw(key, false, from, to, etag ? { 'if-match': etag } : {});
    const bytes = Buffer.from(await answer.arrayBuffer());
    const size = Number(/\/(\d+)$/.exec(answer.headers.get('content-range') ?? '')?.[1] ?? bytes.length);
    return { bytes, size, etag: answer.headers.get('etag') ?? '' };
  });
}

async function* listObjects(
  requests: S3Requests,
  prefix: string,
  pageSize: number,
): AsyncGenerator<StoredObject> {
  let token: string | undefined;
  do {
    const after = token;
    const page = await requests.ask((client) => client.listObjectsPaged('/', prefix, pageSize, after));
    if (!page) throw trouble('STORE_GONE', '404 NoSuchBucket');
    for (const { Key, LastModified, Size } of page.objects ?? []) {
      const [folder, name = ''] = Key.slice(prefix.length).split('/');
      if (isName(name) && folder === name.slice(0, 2))
        yield { name, at: new Date(LastModified), bytes: Number(Size) };
    }
    token = page.nextContinuationToken;
  } while (token);
}
