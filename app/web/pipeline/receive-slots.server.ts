import type { FileRule } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { slotIdsIn } from '~/domain/report/slot-fields';
import { contentOf } from '~/domain/report-rules/slot-content.server';
import { findSlotsToTake } from '~/domain/report-rules/slots.server';
import type { CallState } from './call-state';
import { judgeBeforeFile } from './parse.server';
import { receiveNext } from './receive-upload.server';

/** Whether a call names slots in place of its file. */
export const isInSlots = ({ values }: CallState, { slotField }: FileRule): boolean =>
  slotField !== undefined && slotIdsIn(values[slotField]).length > 0;

/**
 * Takes the files of a call from their slots, where they have arrived in pieces, through everything
 * that a file goes through which comes with the call. The fields are judged first.
 *
 * @throws Refusal: `notFound` for a slot that is not there or somebody else's; `conflict` where
 *   pieces are missing.
 * @throws `InvalidInput`, and as `receiveNext` does.
 */
export async function receiveSlots(state: CallState, rule: FileRule): Promise<void> {
  const { viewer, values, files } = state;
  judgeBeforeFile(state);
  if (!viewer) throw new Refusal('signedOut', 'refused.signedOut');
  const ids = slotIdsIn(values[rule.slotField ?? '']);
  const found = await findSlotsToTake(viewer, ids);
  if ('takenFile' in found) {
    state.takenFile = found.takenFile;
    return;
  }
  state.slotIds = ids;
  let failure: unknown;
  try {
    for (const slot of found.slots)
      await receiveNext(state, { rule, content: contentOf(slot), name: slot.name ?? '', isStored: true });
  } catch (error) {
    failure = error;
  }
  const { pageErrors } = state;
  if (!failure && !state.fileError && pageErrors.length === 0) return;
  // Another call may have taken them meanwhile, and their pieces are gone.
  const again = await findSlotsToTake(viewer, ids);
  if ('slots' in again && failure) throw failure;
  if (!('takenFile' in again)) return;
  files.length = 0;
  pageErrors.length = 0;
  state.fileError = undefined;
  state.takenFile = again.takenFile;
}
