import { Readable } from 'node:stream';
import { drain, streamOfBody } from '~/web/body/discard-body';
import { allowSlowAnswer } from '~/web/request/exchange.server';
import type { CallState } from './call-state';
import { tooLarge } from './file-error.server';
import { judgeFields } from './parse.server';
import { takeFields } from './read-fields.server';
import { isInSlots, receiveSlots } from './receive-slots.server';
import { receiveNext } from './receive-upload.server';

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
