import { Readable } from 'node:stream';
import { allowSlowAnswer } from '~/web/http/exchange.server';
import { drain, streamOfBody } from '../body/discard-body';
import { readBody } from '../body/read-body.server';
import type { CallState } from '../call-state';
import { maxBytesOf, tooLarge } from '../upload/file-error.server';
import { isInSlots, receiveSlots } from '../upload/receive-slots.server';
import { receiveNext } from '../upload/receive-upload.server';
import { authorizeForm } from './authorize.server';
import { identifyByForm } from './identify.server';
import { parseBeforeFile } from './parse';

/**
 * The fourth step: reads the body. Its fields are judged before a file that follows them is
 * received: a form's for whom it was rendered and what that person may do, and everybody's for what
 * is wrong with them.
 *
 * @throws Refusal, `InvalidInput` and `UnreadableBody`.
 */
export async function receive(state: CallState): Promise<void> {
  const { operation, call } = state;
  if (operation.takesPiece) {
    const content = call.request.body ? streamOfBody(call.request) : Readable.from([]);
    state.content = content;
    state.settlements.push(() => drain(content));
    take(state, new FormData(), {});
    return;
  }
  const rule = operation.file;
  const body = await readBody(call.request, {
    file: rule && {
      field: rule.field,
      maxBytes: maxBytesOf(rule),
      receive: (content, name) => receiveNext(state, { rule, content, name }),
    },
    lists: operation.lists,
    onFields: async ({ fields, values }, isFileNext) => {
      take(state, fields, values);
      if (call.isForm) {
        await identifyByForm(state);
        await authorizeForm(state);
      }
      if (isFileNext) parseBeforeFile(state);
    },
  });
  allowSlowAnswer();
  take(state, body.fields, body.values);
  state.isCut = body.isFileCut;
  if (!rule) return;
  if (state.filesCame === 0 && isInSlots(state, rule)) await receiveSlots(state, rule);
  // Of one file alone nobody says which.
  if (state.filesCame === 1) for (const error of state.pageErrors) error.pageNumber = undefined;
  if (body.isFileCut) state.fileError = tooLarge(state, rule);
  else if (rule.missing && state.filesCame === 0 && !state.takenFile)
    state.fileError ??= { field: rule.field, messageKey: rule.missing, kind: 'invalid' };
}

function take(state: CallState, fields: FormData, values: Record<string, unknown>) {
  state.fields = fields;
  const emptied = state.operation.clearableFields?.filter((field) => fields.get(field) === '') ?? [];
  const empty = Object.fromEntries(emptied.map((field) => [field, '']));
  state.values = { ...state.call.query?.(), ...values, ...empty, ...state.call.routeInput };
}
