import type { DatabaseState } from '~/platform/db/core/database-state';
import { OperatorError } from '~/platform/errors.server';
import { commandLine } from '~/platform/operator-commands.server';

/**
 * Rejects a database whose clinic was moved away or has only partly arrived.
 *
 * @throws an OperatorError that names the place of the clinic.
 */
export function requireHere({ lastMove }: Pick<DatabaseState, 'lastMove'>): void {
  if (!lastMove) return;
  const { role, other: otherDatabase, doneAt } = lastMove;
  if (role === 'from' && doneAt)
    throw new OperatorError(
      `This clinic was moved on ${new Date(doneAt).toISOString()} to ${otherDatabase}. Start the server with the settings of that clinic. This copy has not changed since.`,
    );
  if (role === 'to' && !doneAt)
    throw new OperatorError(
      `The move of this clinic from ${otherDatabase} is not finished. Run ${commandLine('move')} again with the settings of the old clinic, which stays in use until the move has ended.`,
    );
}
