import { AsyncResource } from 'node:async_hooks';
import type { Readable } from 'node:stream';
import type { Busboy } from 'busboy';
import { Refusal } from '~/domain/kernel/refusal';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import { maxUnwantedBytes, toBodyStream } from './body-stream';
import {
  addField,
  type Body,
  type BodyFile,
  type BodyOptions,
  fieldsOf,
  formWithinMs,
  maxFieldBytes,
  maxParts,
} from './fields';
import { UnreadableBody } from './unreadable-body';

const envelopeBytes = 1024 * 1024;

/**
 * Opens a multipart body and reads its fields up to the first file. A file that is too large is
 * read to its end and discarded, so that fields after it are not lost: up to twice the size limit,
 * or for a form as far as any unwanted body is read.
 *
 * @throws `UnreadableBody`.
 */
export async function openMultipart(request: Request, type: string, options: BodyOptions): Promise<Body> {
  // Loaded with the first multipart form, since a start does not need it.
  const { default: busboy } = await import('busboy');
  const source = toBodyStream(request);
  const parser = openParser(busboy, type, options.file !== undefined);
  if (!parser) throw new UnreadableBody('refused.brokenForm');
  const { file } = options;
  const maxBytes = file ? maxBodyBytes(file) : maxFieldBytes;
  const isTooLarge = Number(request.headers.get('content-length') ?? 0) > maxBytes;
  const parts = readParts({ source, parser, maxBytes, isTooLarge, options });
  await parts.untilFile();
  const { isFileNext, isCut } = parts;
  const refusal = isCut() && !parts.hasFile() ? new Refusal('tooLarge', 'refused.tooLarge') : undefined;
  return { ...parts, isFileNext: isFileNext(), refusal };
}

function maxBodyBytes({ maxBytes, isReadToEnd }: NonNullable<BodyOptions['file']>) {
  const maxReadBytes = 2 * maxBytes + envelopeBytes;
  return isReadToEnd ? Math.max(maxReadBytes, maxUnwantedBytes) : maxReadBytes;
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
  /** Maximum bytes to read of the body. */
  maxBytes: number;
  /** True if Content-Length exceeds `maxBytes`. */
  isTooLarge: boolean;
  options: BodyOptions;
};

/** Reads the parts one by one until the body ends, exceeds its limit or becomes unreadable. */
function readParts({ source, parser, maxBytes, isTooLarge, options }: Reading) {
  const fields = new FormData();
  const files: BodyFile[] = [];
  let currentFile: BodyFile | undefined;
  let hasFile = false;
  let isCut = false;
  let end: { error?: unknown } | undefined;
  let wake = () => {};
  const timer = setTimeout(() => source.destroy(new Error('too slow')), formWithinMs);

  const finish = (error?: unknown) => {
    if (end) return;
    end = { error };
    clearTimeout(timer);
    wake();
  };
  const close = (error?: unknown) => {
    if (end) return;
    source.unpipe(parser);
    finish(error);
    parser.destroy();
  };
  const cut = () => {
    if (end) return;
    isCut = true;
    close();
  };

  countBytes(source, maxBytes, cut);
  const hasLostText = lossesIn(source);
  const fileField = options.file?.field;
  const onNameless = () => close(new UnreadableBody('refused.namelessFile'));
  collectFields(parser, fields, {
    lists: options.lists,
    onTooLarge: cut,
    hasLostText,
    // The parser takes a file without a name for text.
    onLost: (name) => (name === fileField ? onNameless() : close(new UnreadableBody('refused.notUtf8'))),
  });
  parser.on('file', (field, content, { filename }) => {
    content.on('error', () => undefined);
    // A browser sends an empty file field without a name: no file was chosen.
    if (field === fileField && !filename) content.once('data', onNameless);
    if (field !== fileField || !filename) return void content.resume();
    hasFile = true;
    clearTimeout(timer);
    if (isTooLarge) return cut();
    files.push({ content, name: filename });
    wake();
  });
  parser.on('error', () => close(new UnreadableBody('refused.brokenForm')));
  parser.on('close', () => finish());
  source.on('error', (error) => {
    finish(new UnreadableBody('refused.cutOff'));
    parser.destroy(error);
  });
  // From here on, we wait for our own work, so a silent connection is expected.
  source.on('end', AsyncResource.bind(allowSlowAnswer));
  source.pipe(parser);

  /** Waits for the next file or the end of the body. */
  const untilFile = async () => {
    while (files.length === 0 && !end) {
      await new Promise<void>((resolve) => {
        wake = resolve;
      });
    }
    if (end?.error) throw end.error;
  };
  const nextFile = async () => {
    await untilFile();
    currentFile = files.shift();
    return currentFile;
  };
  return {
    untilFile,
    readFields: () => fieldsOf(fields),
    hasFile: () => hasFile,
    isFileNext: () => files.length > 0,
    isCut: () => isCut,
    close: () => close(),
    nextFile,
    async discardFiles() {
      // A reader that stopped in the middle of a file lets go of it by then.
      await new Promise((resolve) => setImmediate(resolve));
      currentFile?.content.resume();
      for (let file = await nextFile(); file; file = await nextFile()) file.content.resume();
    },
  };
}

/** Collects the fields, within the limits for their number and size. */
function collectFields(parser: Busboy, fields: FormData, collecting: Collecting) {
  const { lists, onTooLarge, hasLostText, onLost } = collecting;
  let bytes = 0;
  parser.on('field', (name: string, value: string | undefined, { valueTruncated }) => {
    // The parser returns no value if it does not know the charset of a part.
    if (value === undefined || hasLostText(name) || hasLostText(value)) return onLost(name);
    bytes += name.length + value.length;
    if (valueTruncated || bytes > maxFieldBytes) onTooLarge();
    else addField(fields, [withoutMark(name), withoutMark(value)], lists);
  });
  parser.on('partsLimit', onTooLarge);
  parser.on('fieldsLimit', onTooLarge);
}

type Collecting = Pick<BodyOptions, 'lists'> & {
  onTooLarge(): void;
  hasLostText(text: string): boolean;
  onLost(field: string): void;
};

const withoutMark = (text: string) => text.replace(/^\ufeff/, '');

const replacement = '\ufffd';
const replacementBytes = Buffer.from(replacement);

/**
 * Detects whether the client sent U+FFFD itself. Otherwise, the parser inserted it for bytes that
 * are not in the charset of their part.
 *
 * @returns a function that checks whether a field's text has lost bytes.
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

function countBytes(source: Readable, maxBytes: number, onTooLarge: () => void) {
  let bytes = 0;
  source.on('data', (chunk: Buffer) => {
    bytes += chunk.length;
    if (bytes > maxBytes) onTooLarge();
  });
}
