import { Readable } from 'node:stream';
import type { FileRule } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { parseSlotIds } from '~/domain/report/slot-fields';
import { readSlotContent } from '~/domain/upload/slot-content.server';
import { findSlotsToTake } from '~/domain/upload/slots.server';
import { toBodyStream } from '~/web/body/body-stream';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import type { CallState } from './call-state';
import { tooLargeError } from './file-mistakes.server';
import { judgeBeforeFile, judgeFields, takeFields } from './parse.server';
import { receiveNext } from './receive-upload.server';

/** Checks whether a call names slots instead of sending a file. */
const isInSlots = ({ values }: CallState, { slotField }: FileRule): boolean =>
  slotField !== undefined && parseSlotIds(values[slotField]).length > 0;

/**
 * Receives the files of a call from the slots in which they arrived in pieces. They go through the
 * same checks as files sent with the call. The fields are validated first.
 *
 * @throws Refusal: `notFound` if a slot does not exist or belongs to another account; `conflict` if
 *   pieces are missing.
 * @throws `InvalidInput`, and as `receiveNext` does.
 */
async function receiveSlots(state: CallState, rule: FileRule): Promise<void> {
  const { viewer, values, files } = state;
  judgeBeforeFile(state);
  if (!viewer) throw new Refusal('signedOut', 'refused.signedOut');
  const ids = parseSlotIds(values[rule.slotField ?? '']);
  const takeable = await findSlotsToTake(viewer, ids);
  if ('takenFile' in takeable) {
    state.takenFile = takeable.takenFile;
    return;
  }
  state.slotIds = ids;
  let failure: unknown;
  try {
    for (const slot of takeable.slots)
      await receiveNext(state, {
        rule,
        content: readSlotContent(slot),
        name: slot.name ?? '',
        isStored: true,
      });
  } catch (error) {
    failure = error;
  }
  const { pageErrors } = state;
  if (!failure && !state.fileError && pageErrors.length === 0) return;
  // Another call may have used the slots meanwhile, and their pieces are gone.
  const again = await findSlotsToTake(viewer, ids);
  if ('slots' in again && failure) throw failure;
  if (!('takenFile' in again)) return;
  files.length = 0;
  pageErrors.length = 0;
  state.fileError = undefined;
  state.takenFile = again.takenFile;
}

/**
 * Performs the fifth step: receives the files from the body or from their slots, and validates the
 * call once everything has arrived. A piece of a file is passed on unread.
 *
 * @throws Refusal, `InvalidInput` and `UnreadableBody`.
 */
export async function receiveContent(state: CallState): Promise<void> {
  const { operation, call, body } = state;
  if (operation.takesPiece) {
    state.content = call.request.body ? toBodyStream(call.request) : Readable.from([]);
  }
  const rule = operation.file;
  if (!rule || !body) return;
  await receiveFiles(state);
  if (state.receivedFiles === 0 && isInSlots(state, rule)) await receiveSlots(state, rule);
  // A single file needs no page number.
  if (state.receivedFiles === 1) for (const error of state.pageErrors) error.pageNumber = undefined;
  if (body.isCut()) state.fileError = tooLargeError(state, rule);
  else if (rule.missingMessage && state.receivedFiles === 0 && !state.takenFile)
    state.fileError ??= { field: rule.field, messageKey: rule.missingMessage, kind: 'invalid' };
  judgeFields(state);
}

/** Receives the files of the body, and reads the fields that a client sends after them. */
async function receiveFiles(state: CallState) {
  const { operation, body } = state;
  if (!operation.file || !body) return;
  try {
    for (let file = await body.nextFile(); file; file = await body.nextFile())
      await receiveNext(state, { rule: operation.file, ...file });
  } catch (error) {
    // The current file ends where the body was cut.
    if (!body.isCut()) throw error;
  }
  allowSlowAnswer();
  takeFields(state);
}
