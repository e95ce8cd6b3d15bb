import { Readable } from 'node:stream';
import type { FileRule } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { slotIdsIn } from '~/domain/report/slot-fields';
import { contentOf } from '~/domain/report-rules/slot-content.server';
import { findSlotsToTake } from '~/domain/report-rules/slots.server';
import { drain, streamOfBody } from '~/web/body/discard-body';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import type { CallState } from './call-state';
import { tooLarge } from './file-error.server';
import { judgeBeforeFile, judgeFields, takeFields } from './parse.server';
import { receiveNext } from './receive-upload.server';

/** Whether a call names slots in place of its file. */
const isInSlots = ({ values }: CallState, { slotField }: FileRule): boolean =>
  slotField !== undefined && slotIdsIn(values[slotField]).length > 0;

/**
 * Takes the files of a call from their slots, where they have arrived in pieces, through everything
 * that a file goes through which comes with the call. The fields are judged first.
 *
 * @throws Refusal: `notFound` for a slot that is not there or somebody else's; `conflict` where
 *   pieces are missing.
 * @throws `InvalidInput`, and as `receiveNext` does.
 */
async function receiveSlots(state: CallState, rule: FileRule): Promise<void> {
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

/**
 * The fifth step: receives the files of an operation that takes some, from the body or from their
 * slots, and judges the call once all of it has come. A piece of a file is handed on unread.
 *
 * @throws Refusal, `InvalidInput` and `UnreadableBody`.
 */
export async function receive(state: CallState): Promise<void> {
  const { operation, call, body } = state;
  if (operation.takesPiece) {
    const content = call.request.body ? streamOfBody(call.request) : Readable.from([]);
    state.content = content;
    state.settlements.push(() => drain(content));
  }
  const rule = operation.file;
  if (!rule || !body) return;
  await receiveFiles(state);
  if (state.filesCame === 0 && isInSlots(state, rule)) await receiveSlots(state, rule);
  // Of one file alone nobody says which.
  if (state.filesCame === 1) for (const error of state.pageErrors) error.pageNumber = undefined;
  if (body.isCut()) state.fileError = tooLarge(state, rule);
  else if (rule.missing && state.filesCame === 0 && !state.takenFile)
    state.fileError ??= { field: rule.field, messageKey: rule.missing, kind: 'invalid' };
  judgeFields(state);
}

/** Receives the files of the body, and takes the fields that a program sends after them. */
async function receiveFiles(state: CallState) {
  const { operation, body } = state;
  if (!operation.file || !body) return;
  try {
    for (let file = await body.nextFile(); file; file = await body.nextFile())
      await receiveNext(state, { rule: operation.file, ...file });
  } catch (error) {
    // The file that was on its way ends there.
    if (!body.isCut()) throw error;
  }
  allowSlowAnswer();
  takeFields(state);
}
