import { OperatorError } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';

/**
 * What to tell the operator of an error: an `OperatorError` and an error of the operating system,
 * which names a path and what was refused, by their message. Anything else is logged as an incident
 * with its stack, and only the ID of that is said, for its message may quote data.
 */
export function sentenceOf(error: unknown): string {
  if (error instanceof OperatorError || isOfSystem(error)) return error.message;
  return `It could not be started (incident ${logIncident('start', error)}).`;
}

const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
