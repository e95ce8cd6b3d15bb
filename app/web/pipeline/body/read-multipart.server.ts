import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { Busboy } from 'busboy';
import { Refusal } from '~/domain/kernel/refusal';
import { allowSlowAnswer } from '~/web/http/exchange.server';
import { drain, streamOfBody } from './discard-body';
import {
  addField,
  type Body,
  type BodyReader,
  fieldsOf,
  formWithinMs,
  maxFieldBytes,
  maxParts,
} from './fields';
import { UnreadableBody } from './unreadable-body';

const envelopeBytes = 1024 * 1024;

/**
 * Reads a multipart body. A file that is too large is read to its end and thrown away up to twice
 * the cap, so that what was typed after it is not lost.
 */
export async function readMultipart(request: Request, type: string, reader: BodyReader): Promise<Body> {
  // Loaded with the first form that has parts: a start has no need of it.
  const { default: busboy } = await import('busboy');
  const source = streamOfBody(request);
  const parser = openParser(busboy, type, reader.file !== undefined);
  if (!parser) {
    drain(source);
    throw new UnreadableBody('refused.brokenForm');
  }
  const most = reader.file ? 2 * reader.file.maxBytes + envelopeBytes : maxFieldBytes;
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > most;
  return new Promise((resolve, reject) => {
    readParts({ source, parser, most, isTooLarge, reader, resolve, reject });
  });
}

function openParser(busboy: typeof import('busboy'), type: string, takesFile: boolean): Busboy | undefined {
  const limits = {
    fields: maxParts,
    parts: maxParts,
    files: takesFile ? maxParts : 0,
    fieldSize: maxFieldBytes,
  };
  try {
    return busboy({ headers: { 'content-type': type }, defParamCharset: 'utf8', limits });
  } catch {
    return undefined;
  }
}

type Reading = {
  source: Readable;
  parser: Busboy;
  /** The most bytes that are read of it. */
  most: number;
  /** Whether it says by itself that it has more. */
  isTooLarge: boolean;
  reader: BodyReader;
  resolve(body: Body): void;
  reject(error: unknown): void;
};

/** Reads part after part, until all is read, too much came, or nothing more can be read. */
function readParts(reading: Reading) {
  const { source, parser, most, isTooLarge, reader, resolve, reject } = reading;
  const fields = new FormData();
  let uploads: Promise<void> | undefined;
  let isOver = false;
  const timer = setTimeout(() => source.destroy(new Error('too slow')), formWithinMs);
  const end = (how: () => void) => {
    if (isOver) return;
    isOver = true;
    clearTimeout(timer);
    how();
  };
  const finish = (isFileCut = false) => end(() => resolve({ ...fieldsOf(fields), isFileCut }));
  const giveUp = (error: unknown) =>
    end(() => {
      source.unpipe(parser);
      drain(source);
      parser.destroy();
      void Promise.allSettled([uploads]).then(() => reject(error));
    });

  let checked: Promise<void> | undefined;
  const checkFields = (isFileNext: boolean) => {
    checked ??= reader.onFields(fieldsOf(fields), isFileNext);
    return checked;
  };
  let isTooMuch = false;
  const refuseAsTooLarge = () => {
    if (isTooMuch || isOver) return;
    isTooMuch = true;
    source.unpipe(parser);
    drain(source);
    const tooLarge = () => giveUp(new Refusal('tooLarge', 'refused.tooLarge'));
    checkFields(false).then(() => (uploads ? finish(true) : tooLarge()), giveUp);
  };

  countBytes(source, most, refuseAsTooLarge);
  const hasLostText = lossesIn(source);
  collectFields(parser, fields, {
    lists: reader.lists,
    onTooLarge: refuseAsTooLarge,
    hasLostText,
    onLost: () => giveUp(new UnreadableBody('refused.notUtf8')),
  });
  parser.on('file', (name, content, { filename }) => {
    content.on('error', () => undefined);
    // An empty file field of a browser's form has no name: nothing was chosen.
    if (!reader.file || name !== reader.file.field || !filename) {
      content.resume();
      return;
    }
    const { receive } = reader.file;
    const before = checkFields(!isTooLarge);
    before.then(() => clearTimeout(timer), giveUp);
    const earlier = uploads ?? before;
    uploads = earlier.then(() => (isTooLarge ? undefined : receive(content, filename)));
    uploads.then(() => isTooLarge && refuseAsTooLarge(), giveUp);
  });
  parser.on('error', () => giveUp(new UnreadableBody('refused.brokenForm')));
  parser.on('close', () => {
    checkFields(false).then(() => Promise.resolve(uploads).then(() => finish(), giveUp), giveUp);
  });
  source.on('error', (error) => {
    parser.destroy(error);
    giveUp(new UnreadableBody('refused.cutOff'));
  });
  // What is waited for from here on is our own work: the line is silent for a reason.
  source.on('end', AsyncResource.bind(allowSlowAnswer));
  source.pipe(parser);
}

/** Gathers the fields, as many and as large as a body may have. */
function collectFields(parser: Busboy, fields: FormData, collecting: Collecting) {
  const { lists, onTooLarge, hasLostText, onLost } = collecting;
  let bytes = 0;
  parser.on('field', (name: string, value: string | undefined, { valueTruncated }) => {
    // The parser has no value where it does not know the charset of a part.
    if (value === undefined || hasLostText(name) || hasLostText(value)) return onLost();
    bytes += name.length + value.length;
    if (valueTruncated || bytes > maxFieldBytes) onTooLarge();
    else addField(fields, [withoutMark(name), withoutMark(value)], lists);
  });
  parser.on('partsLimit', onTooLarge);
  parser.on('fieldsLimit', onTooLarge);
}

type Collecting = Pick<BodyReader, 'lists'> & {
  onTooLarge(): void;
  hasLostText(text: string): boolean;
  onLost(): void;
};

const withoutMark = (text: string) => text.replace(/^\ufeff/, '');

const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

/**
 * Notes whether U+FFFD itself has been sent. Where it has not, the parser put it in place of bytes
 * that are not in the charset of their part.
 *
 * @returns what says of a field's text whether something of it is lost.
 */
function lossesIn(source: Readable) {
  let isSent = false;
  let end = Buffer.alloc(0);
  source.on('data', (chunk: Buffer) => {
    const seam = Buffer.concat([end, chunk.subarray(0, 2)]);
    isSent ||= seam.includes(replacementBytes) || chunk.includes(replacementBytes);
    end = Buffer.concat([end, chunk.subarray(-2)]).subarray(-2);
  });
  return (text: string) => !isSent && text.includes(replacement);
}

function countBytes(source: Readable, most: number, onTooLarge: () => void) {
  let bytes = 0;
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > most) onTooLarge();
  });
}
