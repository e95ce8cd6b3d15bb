import { openBody } from '~/web/body/read-body.server';
import type { CallState } from './call-state';
import { maxBytesOf } from './file-error.server';

/**
 * Reads the fields of a call's body, up to its first file, unless they have been read. The route
 * stands above the body, and the body above the query.
 *
 * @throws `UnreadableBody`.
 */
export async function readFields(state: CallState): Promise<void> {
  const { operation, call } = state;
  if (state.fields) return;
  if (operation.takesPiece) return takeFields(state);
  const { file, lists } = operation;
  const body = await openBody(call.request, {
    file: file && { field: file.field, maxBytes: maxBytesOf(file) },
    lists,
  });
  state.settlements.push(() => body.close());
  state.body = body;
  takeFields(state);
}

/** Takes over what has come of the body so far. */
export function takeFields(state: CallState): void {
  const { operation, call, body } = state;
  const { fields, values } = body?.readFields() ?? { fields: new FormData(), values: {} };
  const emptied = operation.clearableFields?.filter((field) => fields.get(field) === '') ?? [];
  const empty = Object.fromEntries(emptied.map((field) => [field, '']));
  state.fields = fields;
  state.values = { ...call.query?.(), ...values, ...empty, ...call.routeInput };
}
