import { tooMany } from '~/domain/kernel/refusal';
import { consume, retryAfter } from '~/platform/limits/limits.server';
import type { CallState } from './call-state';

type Limited = Pick<CallState, 'operation' | 'call'>;

/**
 * The first step: asks whether the client's network has tries left, and counts nothing yet.
 *
 * @throws Refusal: `tooMany` with the seconds to wait.
 */
export async function limit({ operation: { limits = [] }, call: { context } }: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await retryAfter(name, context.client);
    if (wait > 0) throw tooMany(wait);
  }
}

/**
 * Counts a try against the client's network, once the input is right: a mistake in a form is no
 * try.
 *
 * @throws Refusal: `tooMany`, where others of the network were faster.
 */
export async function countTry({ operation: { limits = [] }, call: { context } }: Limited): Promise<void> {
  for (const name of limits) {
    const wait = await consume(name, context.client);
    if (wait > 0) throw tooMany(wait);
  }
}
