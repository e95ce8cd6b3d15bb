import { OperatorError } from '~/platform/errors.server';
import { logIncident } from '~/platform/observability/log.server';

/**
 * Returns the sentence about an error for the operator. An `OperatorError`, or an operating system
 * error that names a path and the refused action, is shown by its message. Anything else is logged
 * as an incident with its stack, and only the incident's ID is shown, since the message may quote
 * data.
 */
export function toErrorSentence(error: unknown): string {
  if (error instanceof OperatorError || isOfSystem(error)) return error.message;
  return `Unexpected error (incident ${logIncident('start', error)}).`;
}

const isOfSystem = (error: unknown): error is Error => error instanceof Error && 'syscall' in error;
