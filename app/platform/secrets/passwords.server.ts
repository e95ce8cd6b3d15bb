import { availableParallelism } from 'node:os';

// argon2id, m = 19 MiB, t = 2, p = 1: the OWASP password storage minimum.
const cost = { algorithm: 2, memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;

// One core stays free for everything else, however many users log in at once.
const maxAtOnce = Math.max(1, availableParallelism() - 1);
// If logins queue, each next one starts only after a pause of this many times the work of the last.
// A crowd that logs in then delays no page, even on a machine whose second core has other work.
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
 * Loads the hashing library, which a start skips until the first login.
 *
 * @throws if the library has no binary for this machine.
 */
export const loadHashing = () => import('@node-rs/argon2');

let nobodysHash: Promise<string> | undefined;

/**
 * Hashes a password with argon2id off the main thread.
 *
 * @param password 8 to 128 characters.
 * @returns the encoded hash.
 */
export function hashPassword(password: string): Promise<string> {
  return inTurn(async () => (await loadHashing()).hash(password.normalize('NFC'), cost));
}

/**
 * Checks a password against a stored hash. Without an account (`undefined`) it verifies against a
 * dummy hash, so that the answer takes as long (docs/requirements.md#identity).
 */
export async function isRightPassword(stored: string | undefined, password: string): Promise<boolean> {
  nobodysHash ??= hashPassword('nobody has this password');
  const expected = stored ?? (await nobodysHash);
  const right = await inTurn(async () => (await loadHashing()).verify(expected, password.normalize('NFC')));
  return right && stored !== undefined;
}
