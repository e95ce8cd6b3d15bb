import { fileFault } from '../core/file-fault.server.ts';

/**
 * The reason an object store fails: it does not answer or refuses access, or it is full.
 * `toTrouble` handles both.
 */
type StoreTrouble = 'STORE_GONE' | 'STORE_FULL';

/** An error thrown by the S3 client: the status and code of a response, or a network error. */
type Thrown = {
  name?: string;
  code?: unknown;
  status?: number;
  serviceCode?: string;
  body?: unknown;
  cause?: Thrown;
};

const fullStorePattern = /quota|storagefull|insufficientstorage|insufficientcapacity|entitytoolarge/i;
const transientPattern = /^(RequestTimeout|BadDigest|IncompleteBody|OperationAborted)$/;

/**
 * Maps an error of the S3 client to an error code: FILE_MISSING for an object that is missing or
 * was replaced, FILE_DAMAGED for a range beyond its end, STORE_FULL, or STORE_GONE for anything
 * else. `reason` is a word or two from the response or the network. The original message is omitted
 * because it may quote a signature.
 */
export function storeTrouble(error: unknown): Error & { code: string; reason?: string } {
  const { status, word } = answerIn(error);
  const isMissing = status === 404 && word !== 'NoSuchBucket' && word !== 'NoSuchUpload';
  if (isMissing || status === 412) return fileFault('FILE_MISSING');
  if (status === 416) return fileFault('FILE_DAMAGED');
  const isFull = status === 507 || status === 413 || fullStorePattern.test(word);
  const reason = [status, word].filter(Boolean).join(' ');
  return storeTroubleError(isFull ? 'STORE_FULL' : 'STORE_GONE', reason || 'no answer');
}

/** Creates an error for a store that is unavailable or full. */
export const storeTroubleError = (code: StoreTrouble, reason: string) =>
  Object.assign(new Error(`The object store: ${reason}`), { code, reason });

/**
 * Checks whether the same request may succeed in a moment.
 *
 * @param error the error thrown by the client.
 */
export function isTransient(error: unknown): boolean {
  const { status, word } = answerIn(error);
  if (status === undefined) return true;
  if (status === 501 || status === 507) return false;
  return status >= 500 || status === 429 || status === 408 || transientPattern.test(word);
}

/** Extracts the status of a response, if there was one, and the code that names the error. */
function answerIn(error: unknown): { status?: number; word: string } {
  const thrown = (error ?? {}) as Thrown;
  const { status, serviceCode, body } = thrown.status ? thrown : (thrown.cause ?? {});
  const xmlCode = /<Code>([^<]*)<\/Code>/.exec(String(body ?? ''))?.[1];
  const words = status ? [xmlCode, serviceCode] : [thrown.cause?.code, thrown.code, thrown.name];
  const word = words.find((one) => typeof one === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(one));
  return { status, word: word === 'Unknown' ? '' : String(word ?? '') };
}
