import { Refusal } from '~/domain/kernel/refusal';
import { drain, streamOfBody } from './discard-body';
import {
  type Body,
  type BodyReader,
  type Fields,
  fieldsOf,
  formWithinMs,
  maxFieldBytes,
  maxParts,
} from './fields';
import { readMultipart } from './read-multipart.server';
import { UnreadableBody } from './unreadable-body';

// No call takes a field with fields in it. Deeper JSON costs the stack of whoever walks it later.
const maxLevels = 20;

/**
 * The one reader of request bodies: JSON, urlencoded and multipart, never more than the cap in
 * memory.
 *
 * @returns what came, once all of it was read and its files were received.
 * @throws Refusal: `tooLarge` but for the file's own, `wrongType` for another kind of body.
 * @throws `UnreadableBody`.
 */
export async function readBody(request: Request, reader: BodyReader): Promise<Body> {
  const type = request.headers.get('content-type') ?? '';
  if (request.body && /^multipart\/form-data\b/i.test(type)) return readMultipart(request, type, reader);
  const { text, isCut } = request.body ? await readText(request) : { text: '', isCut: false };
  const isForm = /^application\/x-www-form-urlencoded\b/i.test(type);
  const isJson = /^application\/json\b/i.test(type);
  const pairs = isForm ? [...new URLSearchParams(text)] : [];
  const form = new FormData();
  for (const [name, value] of pairs.slice(0, maxParts)) form.set(name, value);
  const body = isJson && !isCut ? readJson(text) : fieldsOf(form);
  await reader.onFields(body, false);
  if (isCut || pairs.length > maxParts) throw new Refusal('tooLarge', 'refused.tooLarge');
  if (text !== '' && !isForm && !isJson) throw new Refusal('wrongType', 'refused.bodyType');
  return body;
}

function readJson(text: string): Fields {
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
  const source = streamOfBody(request);
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
