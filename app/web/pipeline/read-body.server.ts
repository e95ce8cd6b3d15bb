import { createHash, type Hash } from 'node:crypto';
import { Readable } from 'node:stream';
import type { ReadableStream as NodeReadableStream } from 'node:stream/web';
import busboy from 'busboy';
import { Refusal } from '~/domain/kernel/refusal';
import { storage } from '~/platform/storage/current-storage.server';
import type { Checked } from '~/platform/storage/decoder/decoder.server';
import type { DecodeRefusal } from '~/platform/storage/decoder/programs/protocol.server';
import type { PendingFile, ReceiveRefusal } from '~/platform/storage/receive.server';
import type { SealedFile } from '~/platform/storage/sealing/sealed-format.server';

/** The most bytes that all fields of a body may have beside a file. */
export const maxFieldBytes = 256 * 1024;
const maxParts = 60;
const envelopeBytes = 1024 * 1024;
// How much of an unwanted body is read and thrown away before the connection is cut; nothing of it
// is kept.
const maxDrainedBytes = 256 * 1024 * 1024;
// No call takes a field with fields in it. Deeper JSON costs the stack of whoever walks it later.
const maxLevels = 20;
// A form without a file is small: whoever takes longer holds a connection open on purpose.
const formWithinMs = 120_000;

/**
 * What came with a request. `fields` is what a form shows again; `values` is what a schema parses.
 */
export type Body = {
  fields: FormData;
  values: Record<string, unknown>;
  file?: ReceivedUpload;
  /** Whether it was too large to be read to its end. */
  isCut?: boolean;
};
export type ReceivedUpload =
  | { pendingFile: PendingFile; originalName?: string; fingerprint: string; inspection: Inspection }
  | { refused: ReceiveRefusal };

/** What was found in a file; `pendingFile` is what is kept in the place of the one that came. */
type Inspection = Promise<
  (Omit<Checked, 'converted'> & { pendingFile?: PendingFile }) | { refused: DecodeRefusal }
>;

type FileOptions = {
  field: string;
  boundTo: string;
  maxBytes: number;
  /** Begins to decode the file once all of it is there, while it is still being synced. */
  check(pendingFile: PendingFile, sealed: SealedFile): Inspection;
};

type Reading = {
  /** The one file field that is taken along. */
  file?: FileOptions;
  /**
   * Called once with the fields that came: before the file is received, else when all was read or
   * too much came. What it throws ends the reading; the rest is drained.
   */
  onFields(body: Body, isFileNext: boolean): Promise<void>;
};

/** A body that is not readable as what it says it is. */
export class UnreadableBody extends Error {
  constructor(
    readonly messageKey: 'refused.brokenJson' | 'refused.deepJson' | 'refused.brokenForm' | 'refused.cutOff',
  ) {
    super(messageKey);
  }
}

/**
 * The one reader of request bodies: JSON, urlencoded and multipart, never more than the cap in
 * memory. Takes the request; with `file`, the one file field that is taken along, streamed into
 * storage as it arrives; who judges the fields.
 *
 * @throws Refusal: `tooLarge` (the file's own is in `file.refused`), `wrongType` for another kind
 *   of body.
 * @throws `UnreadableBody`.
 */
export async function readBody(request: Request, { file, onFields }: Reading): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body && /^multipart\/form-data\b/i.test(type)) {
    return readMultipart(request, { type, file, onFields });
  }
  const { text, isCut } = request.body ? await readText(request) : { text: '', isCut: false };
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const isJson = /^application\/json\b/i.test(type);
  const pairs = isForm ? [...new URLSearchParams(text)] : [];
  const fields = new FormData();
  for (const [name, value] of pairs.slice(0, maxParts)) fields.set(name, value);
  const body = isJson && !isCut ? readJson(text) : bodyOf(fields);
  await onFields(body, false);
  if (isCut || pairs.length > maxParts) throw new Refusal('tooLarge', 'refused.tooLarge');
  if (text !== '' && !isForm && !isJson) throw new Refusal('wrongType', 'refused.bodyType');
  return body;
}

/**
 * Reads and throws away a body that nobody asked for, up to a bound: a browser reads the answer
 * only once it has sent everything. A body that was read already is left alone.
 */
export function discardBody(request: Request): void {
  if (!request.body || request.bodyUsed || request.body.locked) return;
  drain(Readable.fromWeb(request.body as NodeReadableStream));
}

function bodyOf(fields: FormData): Body {
  const filled = [...fields].filter(([, value]) => value !== '');
  return { fields, values: Object.fromEntries(filled) };
}

function readJson(text: string): Body {
  let parsed: unknown;
  try {
    parsed = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new UnreadableBody('refused.brokenJson');
  }
  if (isDeeperThan(maxLevels, parsed)) throw new UnreadableBody('refused.deepJson');
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return { fields: new FormData(), values: isObject ? (parsed as Record<string, unknown>) : {} };
}

/** Level by level, for a function that calls itself would run out of stack. */
function isDeeperThan(levels: number, value: unknown): boolean {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > levels) return true;
    level = level.flatMap((one) => (typeof one === 'object' && one !== null ? Object.values(one) : []));
  }
  return false;
}

/** Reads a body as text, at most the cap of it; the rest is drained. */
async function readText(request: Request) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const source = Readable.fromWeb(request.body as NodeReadableStream);
  const timer = setTimeout(() => source.destroy(new Error('too slow')), formWithinMs);
  let isCut = false;
  try {
    for await (const chunk of source.iterator({ destroyOnReturn: false })) {
      chunks.push(chunk.subarray(0, maxFieldBytes - bytes));
      bytes += chunk.length;
      isCut = bytes > maxFieldBytes;
      if (isCut) break;
    }
  } catch {
    throw new UnreadableBody('refused.cutOff');
  } finally {
    clearTimeout(timer);
  }
  if (isCut) drain(source);
  return { text: Buffer.concat(chunks).toString('utf8'), isCut };
}

/**
 * Reads on and throws away, up to a bound, so that a browser that is still sending gets to read the
 * answer; then the connection is cut.
 */
function drain(source: Readable) {
  let rest = maxDrainedBytes;
  source.on('error', () => undefined);
  source.on('data', (chunk: Buffer) => {
    rest -= chunk.length;
    if (rest < 0) source.destroy();
  });
}

function readMultipart(request: Request, { type, file, onFields }: Reading & { type: string }) {
  // A file that is too large is read to its end and thrown away up to twice the cap, so that what
  // was typed after it is not lost.
  const most = file ? 2 * file.maxBytes + envelopeBytes : maxFieldBytes;
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > most;
  return new Promise<Body>((resolve, reject) => {
    const source = Readable.fromWeb(request.body as NodeReadableStream);
    const fields = new FormData();
    let upload: Promise<ReceivedUpload> | undefined;
    let isSettled = false;
    const timer = setTimeout(() => source.destroy(new Error('too slow')), formWithinMs);
    let judged: Promise<void> | undefined;
    const inspect = (isFileNext: boolean) => {
      judged ??= onFields(bodyOf(fields), isFileNext);
      return judged;
    };

    const giveUp = (error: unknown) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      source.unpipe(parser);
      drain(source);
      parser.destroy();
      const dropped = upload?.then(async (kept) => {
        if ('pendingFile' in kept)
          await Promise.all([storage().drop(kept.pendingFile.name), dropReplacement(kept.inspection)]);
      });
      void Promise.allSettled([dropped]).then(() => reject(error));
    };
    const finish = (kept?: ReceivedUpload, isCut = false) => {
      if (isSettled) return;
      isSettled = true;
      clearTimeout(timer);
      resolve({ ...bodyOf(fields), file: kept, isCut });
    };
    let isTooMuch = false;
    const refuseAsTooLarge = () => {
      if (isTooMuch || isSettled) return;
      isTooMuch = true;
      source.unpipe(parser);
      drain(source);
      inspect(false).then(() => {
        if (file && upload) finish({ refused: 'tooLarge' }, true);
        else giveUp(new Refusal('tooLarge', 'refused.tooLarge'));
      }, giveUp);
    };

    let parser: ReturnType<typeof busboy>;
    try {
      parser = busboy({
        headers: { 'content-type': type },
        defParamCharset: 'utf8',
        limits: {
          fields: maxParts,
          parts: maxParts,
          files: file ? maxParts : 0,
          fieldSize: maxFieldBytes,
        },
      });
    } catch {
      clearTimeout(timer);
      drain(source);
      reject(new UnreadableBody('refused.brokenForm'));
      return;
    }

    let bytes = 0;
    source.on('data', (chunk: Buffer) => {
      bytes += chunk.length;
      if (bytes > most) refuseAsTooLarge();
    });
    let fieldBytes = 0;
    parser.on('field', (name, value, { valueTruncated }) => {
      fieldBytes += name.length + value.length;
      if (valueTruncated || fieldBytes > maxFieldBytes) refuseAsTooLarge();
      else fields.set(name, value);
    });
    parser.on('file', (name, stream, { filename }) => {
      stream.on('error', () => undefined);
      // An empty file field of a browser's form has no name: nothing was chosen.
      if (!file || upload || name !== file.field || !filename) {
        stream.resume();
        return;
      }
      const before = inspect(!isTooLarge);
      before.then(() => clearTimeout(timer), giveUp);
      if (isTooLarge) {
        upload = before.then(() => ({ refused: 'tooLarge' }) as const);
        upload.then(refuseAsTooLarge, () => undefined);
        return;
      }
      upload = before.then(() => receive(stream, file, filename));
      upload.catch((error: unknown) =>
        giveUp(isCutOff(error) ? new UnreadableBody('refused.cutOff') : error),
      );
    });
    parser.on('partsLimit', refuseAsTooLarge);
    parser.on('fieldsLimit', refuseAsTooLarge);
    parser.on('error', () => giveUp(new UnreadableBody('refused.brokenForm')));
    parser.on('close', () => {
      const kept = Promise.resolve(upload);
      inspect(false).then(() => kept.then(finish, () => undefined), giveUp);
    });
    source.on('error', (error) => {
      parser.destroy(error);
      giveUp(new UnreadableBody('refused.cutOff'));
    });
    source.pipe(parser);
  });
}

/** Streams a file into storage, and begins to decode it once all of it is there. */
async function receive(stream: Readable, file: FileOptions, filename: string): Promise<ReceivedUpload> {
  const hash = createHash('sha256');
  const pieces = hashing(stream, hash);
  let inspection: Inspection | undefined;
  const whenWritten = (pendingFile: PendingFile, sealed: SealedFile) => {
    inspection = file.check(pendingFile, sealed);
    // Of a file that is not taken after all nobody asks.
    inspection.catch(() => undefined);
  };
  const { boundTo, maxBytes } = file;
  const received = await storage().receive(pieces, { boundTo, maxBytes, whenWritten });
  if ('pendingFile' in received && inspection) {
    return {
      pendingFile: received.pendingFile,
      originalName: filename.slice(-200),
      fingerprint: hash.digest('base64url'),
      inspection,
    };
  }
  // The rest flows by unread, once nobody reads piece by piece any more.
  await pieces.return(undefined);
  setImmediate(() => stream.resume());
  if ('pendingFile' in received) throw new Error('nobody was told of the pending file');
  return received;
}

async function dropReplacement(inspection: Inspection) {
  const found = await inspection.catch(() => undefined);
  if (found && 'pendingFile' in found && found.pendingFile) await storage().drop(found.pendingFile.name);
}

async function* hashing(stream: Readable, hash: Hash): AsyncGenerator<Buffer> {
  for await (const chunk of stream.iterator({ destroyOnReturn: false })) {
    hash.update(chunk);
    yield chunk;
  }
}

/**
 * A disk error has a system call; a connection that broke or a form that ended early has none of
 * ours.
 */
const isCutOff = (error: unknown) => (error as { syscall?: unknown })?.syscall === undefined;
