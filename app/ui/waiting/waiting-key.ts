import { RefusedRequest, sendRequest } from './ask';
import { canSeal, toSealingKey } from './sealing';
import { waitingKeyId } from './waiting-flag';

/** The key of the waiting reports. It exists only in the page's memory. */
export type WaitingKey = { id: string; owner: string; key: CryptoKey };

/** Thrown if the server no longer has the key of the waiting reports. */
export class KeyGone extends Error {}

let current: WaitingKey | undefined;

/** Returns this page's key, if it has requested one. */
export const keyInMemory = () => current;

/**
 * Returns the key that seals this account's waiting reports.
 *
 * @throws KeyGone if it no longer exists; RefusedRequest if nobody or another user is signed in;
 * TypeError if the server was not reached or has no key to give; Error if this page cannot seal.
 */
export async function openKey(owner: string, signal?: AbortSignal): Promise<WaitingKey> {
  if (!canSeal()) throw new Error('this page cannot seal');
  const storedId = waitingKeyId();
  const isRight = current?.owner === owner && (!storedId || storedId === current.id);
  return current && isRight ? current : askForKey(owner, storedId, signal);
}

/**
 * Makes the server keep a key for its full lifetime again.
 *
 * @throws like `openKey`.
 */
export const renewKey = ({ owner, id }: Pick<WaitingKey, 'owner' | 'id'>): Promise<WaitingKey> =>
  askForKey(owner, id);

async function askForKey(
  owner: string,
  keyId: string | undefined,
  signal?: AbortSignal,
): Promise<WaitingKey> {
  const address = `/files/waiting-key${keyId ? `/${keyId}` : ''}`;
  const answer = await sendRequest(address, { owner, method: 'POST', signal });
  const { id, key, isThere } = readAnswer(answer);
  if (isThere === false) {
    current = undefined;
    throw new KeyGone();
  }
  if (answer.status === 401) throw new RefusedRequest(answer);
  if (answer.status !== 200 || !id || !key) throw new TypeError(`answered with ${answer.status}`);
  current = { id, owner, key: await toSealingKey(key) };
  return current;
}

type KeyAnswer = { id?: string; key?: string; isThere?: boolean };

function readAnswer({ responseText }: XMLHttpRequest): KeyAnswer {
  try {
    return (JSON.parse(responseText) ?? {}) as KeyAnswer;
  } catch {
    return {};
  }
}
