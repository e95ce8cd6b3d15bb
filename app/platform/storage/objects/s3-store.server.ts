import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import { unlink } from 'node:fs/promises';
import { openFile } from '../core/durable-files.server.ts';
import { fileFault } from '../core/file-fault.server.ts';
import { isName } from '../core/object-names.server.ts';
import type { ObjectStore, RangeReader, StoredObject } from '../core/object-store.ts';
import { headerBytes, sealedChunkBytes } from '../sealing/sealed-format.server.ts';
import { type S3Place, type S3Requests, s3Requests } from './s3-requests.server.ts';
import { storeTroubleError } from './store-trouble.server.ts';

/** A multipart upload in progress, as S3 lists it. */
type Unfinished = { Key: string; UploadId: string; Initiated: string };

/** A page of multipart uploads, with or without the wrapper element that S3 names. */
type Listed = {
  Upload?: Unfinished | Unfinished[];
  IsTruncated?: string;
  NextKeyMarker?: string;
  NextUploadIdMarker?: string;
  ListMultipartUploadsResult?: Listed;
};

type UnfinishedFilter = { olderThanMs: number; pageSize: number };

/**
 * Aborts multipart uploads below a prefix that were started more than `olderThanMs` ago.
 *
 * @returns the number of uploads aborted.
 */
async function clearUnfinished(
  requests: S3Requests,
  prefix: string,
  { olderThanMs, pageSize }: UnfinishedFilter,
): Promise<number> {
  const before = Date.now() - olderThanMs;
  const uploads = await listUnfinished(requests, prefix, pageSize);
  const old = uploads.filter(({ Initiated }) => Number(new Date(Initiated)) <= before);
  for (const { Key, UploadId } of old)
    await requests.ask((client) => client.abortMultipartUpload(Key, UploadId));
  return old.length;
}

/**
 * Lists all unfinished multipart uploads. They are few: those that a process or a store did not
 * live to abort.
 */
async function listUnfinished(requests: S3Requests, prefix: string, pageSize: number) {
  const uploads: Unfinished[] = [];
  let markers: Record<string, string> | undefined = {};
  while (markers) {
    const query = { prefix, 'max-uploads': pageSize, ...markers };
    const answer: Listed = await requests.ask(
      (client) => client.listMultipartUploads('/', prefix, 'GET', query) as Promise<Listed>,
    );
    const { Upload, IsTruncated, NextKeyMarker, NextUploadIdMarker } =
      answer.ListMultipartUploadsResult ?? answer;
    uploads.push(...(Upload ? [Upload].flat() : []));
    const isMore = IsTruncated === 'true' && NextKeyMarker && NextUploadIdMarker;
    markers = isMore ? { 'key-marker': NextKeyMarker, 'upload-id-marker': NextUploadIdMarker } : undefined;
  }
  return uploads;
}

/** Size of the first fetch in bytes. It covers a small file completely. */
const firstBytes = headerBytes + 4 * sealedChunkBytes;
// A sequential reader will probably continue, so each fetch is four times the last, up to 2 MB.
const growth = 4;
const maxFetchBytes = 32 * sealedChunkBytes;

/**
 * Fetches the bytes of [from, to) with the size and ETag of the whole object. If `etag` is given,
 * only an object with that ETag is read.
 */
type Fetch = (
  from: number,
  to: number,
  etag?: string,
) => Promise<{ bytes: Buffer; size: number; etag: string }>;

/**
 * Opens an object that is read by ranges, one request each. Sequential reads from the start fetch
 * ahead, so a whole file costs one request per 2 MB. Any other read fetches only what was
 * requested. At most 2 MB are held.
 */
async function openByRanges(fetch: Fetch): Promise<RangeReader> {
  const { bytes, size, etag } = await fetch(0, firstBytes);
  let buffered = { from: 0, bytes };
  let aheadBytes = firstBytes;
  return {
    size,
    async read(from, to) {
      const stop = Math.min(to, size);
      if (from >= stop) return Buffer.alloc(0);
      const { bytes: before, from: bufferFrom } = buffered;
      const bufferTo = bufferFrom + before.length;
      if (from >= bufferFrom && stop <= bufferTo)
        return before.subarray(from - bufferFrom, stop - bufferFrom);
      const goesOn = from >= bufferFrom && from <= bufferTo;
      const bufferedPart = goesOn ? before.subarray(from - bufferFrom) : Buffer.alloc(0);
      aheadBytes = goesOn ? Math.min(aheadBytes * growth, maxFetchBytes) : 0;
      const start = from + bufferedPart.length;
      const fetched = await fetch(start, Math.min(size, Math.max(stop, start + aheadBytes)), etag);
      buffered = { from: start, bytes: fetched.bytes };
      const fetchedPart = fetched.bytes.subarray(0, stop - start);
      return bufferedPart.length > 0 ? Buffer.concat([bufferedPart, fetchedPart]) : fetchedPart;
    },
    async close() {
      buffered = { from: 0, bytes: Buffer.alloc(0) };
    },
  };
}

/** Creates a queue that runs at most `atOnce` tasks at the same time. */
function limitConcurrency(atOnce: number) {
  let free = atOnce;
  const waiting: (() => void)[] = [];
  return async function inTurn<Result>(act: () => Promise<Result>): Promise<Result> {
    if (free > 0) free -= 1;
    else await new Promise<void>((resolve) => waiting.push(resolve));
    try {
      return await act();
    } finally {
      const next = waiting.shift();
      if (next) next();
      else free += 1;
    }
  };
}

const partBytes = 8 * 1024 * 1024;
const transfersAtOnce = 4;
const mediaType = 'application/octet-stream';

/**
 * Opens an object store in an S3-compatible bucket. Keys have the form `<prefix><first
 * two>/<name>`. A put sends parts of 8 MB, each with its MD5 and one at a time in memory. At most
 * four puts run at once, and others wait. A put resolves once the store has confirmed the object's
 * full size, in place of a sync. Uses only features that all stores have, so for example no
 * conditional PUT.
 *
 * @param options.pageSize the number of objects per page of a listing.
 * @see docs/adr/0039-files-in-an-object-store.md
 */
export function s3Store(place: S3Place, { pageSize = 1000 } = {}): ObjectStore {
  const requests = s3Requests(place);
  const inTurn = limitConcurrency(transfersAtOnce);
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
  const storedBytes = await requests.ask((client) => client.getContentLength(key));
  if (storedBytes !== bytes)
    throw storeTroubleError('STORE_GONE', `${storedBytes} of ${bytes} bytes were stored`);
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
    const completed = await requests.send((client) => client.completeMultipartUpload(key, id, parts));
    // A store may report an error only after it has begun to answer with 200.
    if (!completed.etag) throw storeTroubleError('STORE_GONE', 'the parts were not assembled');
  } catch (error) {
    // If this fails too, the sweep removes the unfinished upload.
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
    if (!page) throw storeTroubleError('STORE_GONE', '404 NoSuchBucket');
    for (const { Key, LastModified, Size } of page.objects ?? []) {
      const [folder, name = ''] = Key.slice(prefix.length).split('/');
      if (isName(name) && folder === name.slice(0, 2))
        yield { name, at: new Date(LastModified), bytes: Number(Size) };
    }
    token = page.nextContinuationToken;
  } while (token);
}
