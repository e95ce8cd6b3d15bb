import { isUncertain } from '~/platform/db/db.server';
import { type Trouble, toTrouble } from '~/platform/errors.server';
import { Refusal } from './refusal';

const retrySeconds = 2;

const refusals: Record<Trouble, () => Refusal> = {
  full: () => new Refusal('noSpace', 'refused.noSpace'),
  busy: () => busyRefusal(),
  gone: () => busyRefusal(),
};

/**
 * Builds the refusal for a request that cannot be served for now.
 *
 * @param seconds whole seconds after which the client may try again.
 */
export function busyRefusal(seconds = retrySeconds): Refusal {
  return new Refusal('busy', 'refused.busy', { retryAfterSeconds: seconds });
}

/** Builds the refusal for a write whose outcome is unknown, because the connection was lost. */
const inDoubt = () => new Refusal('busy', 'refused.inDoubt', { retryAfterSeconds: retrySeconds });

/**
 * Maps infrastructure errors (disk full, database locked or unreachable, outcome unknown) to
 * refusals. Returns a refusal unchanged, and undefined for anything unexpected.
 */
export function toRefusal(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isUncertain(error)) return inDoubt();
  const trouble = toTrouble(error);
  return trouble && refusals[trouble]();
}
