import type { DatabaseState } from '~/platform/db/core/database-state';
import { OperatorError } from '~/platform/errors.server';

/**
 * Asks whether the clinic is in a database: it was not moved away, and not half of it is still to
 * come.
 *
 * @throws an OperatorError that says where it is.
 */
export function requireHere({ lastMove }: Pick<DatabaseState, 'lastMove'>): void {
  if (!lastMove) return;
  const { role, other, doneAt } = lastMove;
  if (role === 'from' && doneAt)
    throw new OperatorError(
      `This clinic was moved on ${new Date(doneAt).toISOString()} to ${other}. Start the server with the settings of that one. What is here is as it was then.`,
    );
  if (role === 'to' && !doneAt)
    throw new OperatorError(
      `This clinic is being moved here from ${other}, and not all of it is here. Run npm run move again with the settings of that one; until it has ended, the clinic is there.`,
    );
}
