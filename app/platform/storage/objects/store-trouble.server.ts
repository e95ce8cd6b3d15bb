import { fileFault } from '../core/file-fault.server.ts';

/**
 * Why an object store does not do its work: nobody answers, or it refuses us; or it has no room.
 * `troubleOf` knows both.
 */
type StoreTrouble = 'STORE_GONE' | 'STORE_FULL';

/** What a client of S3 throws: the status and code of an answer, or the error of the network. */
type Thrown = {
  name?: string;
  code?: unknown;
  status?: number;
  serviceCode?: string;
  body?: unknown;
  cause?: Thrown;
};

const ofFullStores = /quota|storagefull|insufficientstorage|insufficientcapacity|entitytoolarge/i;
const ofThePath = /^(RequestTimeout|BadDigest|IncompleteBody|OperationAborted)$/;

/**
 * An error of a store as the product knows it: FILE_MISSING for what is not there or not the same
 * any more, FILE_DAMAGED for a part that it has not, STORE_FULL, and STORE_GONE for everything
 * else. `reason` says in a word or two what the store or the network answered; its message is left
 * out, for it may quote a signature.
 */
export function storeTrouble(error: unknown): Error & { code: string; reason?: string } {
  const { status, word } = answerIn(error);
  const isMissing = status === 404 && word !== 'NoSuchBucket' && word !== 'NoSuchUpload';
  if (isMissing || status === 412) return fileFault('FILE_MISSING');
  if (status === 416) return fileFault('FILE_DAMAGED');
  const isFull = status === 507 || status === 413 || ofFullStores.test(word);
  const reason = [status, word].filter(Boolean).join(' ');
  return trouble(isFull ? 'STORE_FULL' : 'STORE_GONE', reason || 'no answer');
}

/** An error of a store that is not what it should be. */
export const trouble = (code: StoreTrouble, reason: string) =>
  Object.assign(new Error(`The object store: ${reason}`), { code, reason });

/** Whether the same request may be answered otherwise in a moment. Takes what the client threw. */
export function mayPass(error: unknown): boolean {
  const { status, word } = answerIn(error);
  if (status === undefined) return true;
  if (status === 501 || status === 507) return false;
  return status >= 500 || status === 429 || status === 408 || ofThePath.test(word);
}

/** The status of an answer, where there was one, and the word for what was wrong. */
function answerIn(error: unknown): { status?: number; word: string } {
  const thrown = (error ?? {}) as Thrown;
  const { status, serviceCode, body } = thrown.status ? thrown : (thrown.cause ?? {});
  const said = /<Code>([^<]*)<\/Code>/.exec(String(body ?? ''))?.[1];
  const words = status ? [said, serviceCode] : [thrown.cause?.code, thrown.code, thrown.name];
  const word = words.find((one) => typeof one === 'string' && /^[A-Za-z][\w.-]{1,60}$/.test(one));
  return { status, word: word === 'Unknown' ? '' : String(word ?? '') };
}
