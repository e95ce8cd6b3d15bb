import { ask, Refused } from './ask';
import { canSeal, toSealingKey } from './sealing';
import { waitingKeyId } from './waiting-flag';

/** The key of what waits in this browser. It is in the memory of the page alone. */
export type WaitingKey = { id: string; owner: string; key: CryptoKey };

/** Thrown if the server keeps the key of what waits no longer. */
export class KeyGone extends Error {}

let current: WaitingKey | undefined;

/** The key that this page has, if it has asked for it. */
export const keyInMemory = () => current;

/**
 * Gives the key that seals what waits, of this account.
 *
 * @throws KeyGone if it is gone; Refused if nobody is signed in, or somebody else; TypeError if the
 *   server was not reached or has none to give; Error if this page cannot seal.
 */
export async function openKey(owner: string, signal?: AbortSignal): Promise<WaitingKey> {
  if (!canSeal()) throw new Error('this page cannot seal');
  const storedId = waitingKeyId();
  const isRight = current?.owner === owner && (!storedId || storedId === current.id);
  return current && isRight ? current : askForKey(owner, storedId, signal);
}

/**
 * Has the server keep a key for its whole time again.
 *
 * @throws as `openKey` does.
 */
export const renewKey = ({ owner, id }: WaitingKey): Promise<WaitingKey> => askForKey(owner, id);

async function askForKey(
  owner: string,
  keyId: string | undefined,
  signal?: AbortSignal,
): Promise<WaitingKey> {
  const address = `/files/waiting-key${keyId ? `/${keyId}` : ''}`;
  const answer = await ask(address, { owner, method: 'POST', signal });
  const { id, key, isThere } = readAnswer(answer);
  if (isThere === false) {
    current = undefined;
    throw new KeyGone();
  }
  if (answer.status === 401) throw new Refused(answer);
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
