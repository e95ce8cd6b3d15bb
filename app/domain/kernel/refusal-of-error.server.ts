import { isUncertain } from '~/platform/db/db.server';
import { type Trouble, troubleOf } from '~/platform/errors.server';
import { Refusal } from './refusal';

const retrySeconds = 2;

const refusals: Record<Trouble, () => Refusal> = {
  full: () => new Refusal('noSpace', 'refused.noSpace'),
  busy: () => busy(),
  gone: () => busy(),
};

/**
 * The refusal of what cannot be taken for now. Takes whole seconds after which it may be tried
 * again.
 */
export function busy(seconds = retrySeconds): Refusal {
  return new Refusal('busy', 'refused.busy', { retryAfterSeconds: seconds });
}

/** The refusal of what may be done, or not: the line was lost on the way. */
const inDoubt = () => new Refusal('busy', 'refused.inDoubt', { retryAfterSeconds: retrySeconds });

/**
 * What an error is told as: a refusal as it is, a full disk, a held database or one
 * that is gone as one of theirs;
 * undefined for an incident.
 */
export function refusalOf(error: unknown): Refusal | undefined {
  if (error instanceof Refusal) return error;
  if (isUncertain(error)) return inDoubt();
  const trouble = troubleOf(error);
  return trouble && refusals[trouble]();
}
