import { availableParallelism } from 'node:os';

// argon2id, m = 19 MiB, t = 2, p = 1: the OWASP password storage minimum.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// One core stays free for everybody else, however many log in at once.
const maxAtOnce = Math.max(1, availableParallelism() - 1);
// While some wait for their turn, each has to let everybody else go first for so much longer than
// the last one took: a crowd that logs in holds up nobody's page, on a machine whose second core
// has other work too.
const restForWork = 1.5;
const queue: (() => void)[] = [];
let atWork = 0;

async function inTurn<Result>(work: () => Promise<Result>): Promise<Result> {
  if (atWork < maxAtOnce) atWork += 1;
  else await new Promise<void>((resolve) => queue.push(resolve));
  const since = performance.now();
  try {
    return await work();
  } finally {
    const next = queue.shift();
    if (next) setTimeout(next, restForWork * (performance.now() - since));
    else atWork -= 1;
  }
}

/**
 * Loads what hashes, which a start does without until somebody logs in.
 *
 * @throws where this machine has no program for it.
 */
export const loadHashing = () => import('@node-rs/argon2');

let commonest: Set<string> | undefined;
let nobodysHash: Promise<string> | undefined;

/**
 * Hashes a password with argon2id, off the main thread. Takes 8 to 128 characters.
 *
 * @returns the encoded hash.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await loadHashing()).hash(password.normalize('NFC'), cost));
}

/**
 * Whether a password is right for a stored hash. Where there is no account (`undefined`) the same
 * work is done against a hash of nothing, so that the answer takes as long
 * (docs/requirements.md#identity).
 */
export async function isRightPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password');
  const expected = stored ?? (await nobodysHash);
  const right = await inTurn(async () => (await loadHashing()).verify(expected, password.normalize('NFC')));
  return right && stored !== undefined;
}

/**
 * Whether a password is among the commonest (the list of @zxcvbn-ts/language-common), e-mail case
 * aside.
 */
export async function isCommonPassword(password: string): Promise<boolean> {
  if (!commonest) {
    const { dictionary } = await import('@zxcvbn-ts/language-common');
    commonest = new Set((dictionary as Record<string, string[]>)['passwords-common']);
  }
  return commonest.has(password.toLowerCase());
}
