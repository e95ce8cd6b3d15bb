import { Refusal } from '~/domain/kernel/refusal';
import { toBodyStream } from './body-stream';
import { decodePairs, decodeText, parseCharset } from './decode-text';
import {
  addField,
  type Body,
  type BodyOptions,
  type Fields,
  fieldsOf,
  formWithinMs,
  maxFieldBytes,
  maxParts,
} from './fields';
import { openMultipart } from './read-multipart.server';
import { UnreadableBody } from './unreadable-body';

// No call accepts nested objects. Deeper JSON could overflow the stack of code that walks it later.
const maxLevels = 20;

/**
 * Opens a request body: JSON, urlencoded or multipart, with at most the size limit in memory. A
 * body without a file is read to its end.
 *
 * @returns the body, with the fields before its first file.
 * @throws `UnreadableBody`.
 */
export async function openBody(request: Request, options: BodyOptions): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body && /^multipart\/form-data\b/i.test(type)) return openMultipart(request, type, options);
  const { bytes, isCut } = request.body ? await readBytes(request) : { bytes: Buffer.of(), isCut: false };
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const isJson = /^application\/json\b/i.test(type);
  const charset = parseCharset(type);
  // The last field of a truncated form may end inside a character.
  const wholeFields = isCut ? bytes.subarray(0, Math.max(0, bytes.lastIndexOf('&'))) : bytes;
  const pairs = isForm ? decodePairs(wholeFields, charset) : [];
  const form = new FormData();
  for (const pair of pairs.slice(0, maxParts)) addField(form, pair, options.lists);
  const fields = isJson && !isCut ? readJson(decodeText(bytes, charset)) : fieldsOf(form);
  const isTooLarge = isCut || pairs.length > maxParts;
  const isOtherType = bytes.length > 0 && !isForm && !isJson;
  return {
    readFields: () => fields,
    isFileNext: false,
    refusal: isTooLarge
      ? new Refusal('tooLarge', 'refused.tooLarge')
      : isOtherType
        ? new Refusal('wrongType', 'refused.bodyType')
        : undefined,
    nextFile: async () => undefined,
    discardFiles: async () => undefined,
    isCut: () => false,
    close: () => undefined,
  };
}

function readJson(text: string): Fields {
  let parsed: unknown;
  try {
    parsed = text.trim() === '' ? {} : JSON.parse(text);
  } catch {
    throw new UnreadableBody('refused.brokenJson');
  }
  requireStorable(parsed);
  const isObject = typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed);
  return { fields: new FormData(), values: isObject ? (parsed as Record<string, unknown>) : {} };
}

/**
 * Checks JSON level by level, because recursion could overflow the stack.
 *
 * @throws UnreadableBody if it is nested too deeply or contains half a character such as
 *   `"\\ud800"`, which would be stored as U+FFFD.
 */
function requireStorable(value: unknown): void {
  let level = [value];
  for (let depth = 0; level.length > 0; depth += 1) {
    if (depth > maxLevels) throw new UnreadableBody('refused.deepJson');
    if (level.some((part) => typeof part === 'string' && !part.isWellFormed()))
      throw new UnreadableBody('refused.notUtf8');
    level = level.flatMap((part) => (typeof part === 'object' && part !== null ? childrenOf(part) : []));
  }
}

const childrenOf = (part: object) => (Array.isArray(part) ? part : Object.entries(part).flat());

/** Reads a body up to the size limit. */
async function readBytes(request: Request) {
  const chunks: Buffer[] = [];
  let bytes = 0;
  const source = toBodyStream(request);
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
  return { bytes: Buffer.concat(chunks), isCut };
}
