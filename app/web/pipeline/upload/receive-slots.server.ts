import type { FileRule } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { contentOf } from '~/domain/reports/pieces/slot-content.server';
import { slotIdsIn } from '~/domain/reports/pieces/slot-fields';
import { findSlotsToTake, type Slot } from '~/domain/reports/pieces/slots.server';
import type { CallState } from '../call-state';
import { parseBeforeFile } from '../steps/parse';
import { receiveUpload } from './receive-upload.server';

/** Whether a call names slots in place of its file. */
export const isInSlots = ({ values }: CallState, { slotField }: FileRule): boolean =>
  slotField !== undefined && slotIdsIn(values[slotField]).length > 0;

/**
 * Takes the file of a call from its slot, where it has arrived in pieces, through everything that a
 * file goes through which comes with the call. The fields are judged first.
 *
 * @throws Refusal: `notFound` for a slot that is not there or somebody else's; `conflict` where
 *   pieces are missing.
 * @throws `InvalidInput`, and as `receiveUpload` does.
 */
export async function receiveSlots(
  state: CallState,
  { rule, id }: { rule: FileRule; id: string },
): Promise<void> {
  const { viewer, values } = state;
  parseBeforeFile(state);
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
    for (const slot of found.slots) await receiveSlot(state, { rule, id, slot });
  } catch (error) {
    failure = error;
  }
  if (!failure && !isRefused(state)) return;
  // Another call may have taken it meanwhile, and its pieces are gone.
  const again = await findSlotsToTake(viewer, ids);
  if ('slots' in again && failure) throw failure;
  if ('takenFile' in again) Object.assign(state, { file: undefined, takenFile: again.takenFile });
}

const isRefused = ({ file }: CallState) => file !== undefined && 'field' in file;

async function receiveSlot(state: CallState, { rule, id, slot }: { rule: FileRule; id: string; slot: Slot }) {
  const content = contentOf(slot);
  const name = slot.name ?? '';
  state.file = await receiveUpload(state, { rule, id, content, name, isStored: true });
}
