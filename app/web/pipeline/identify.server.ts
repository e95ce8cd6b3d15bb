import type { CallState } from './call-state';
import { formTokenField, viewerOfForm } from './form-token.server';
import { readFields } from './read-fields.server';

/**
 * The second step: finds out who asks. The form of a user who is signed in names in its fields for
 * whom it was rendered, so these are read first.
 *
 * @throws Refusal: `otherViewer` if the form was rendered for somebody else.
 * @throws `UnreadableBody`.
 */
export async function identify(state: CallState): Promise<void> {
  state.viewer = await state.call.findViewer();
  if (!state.call.isForm || !state.viewer) return;
  await readFields(state);
  state.viewer = await viewerOfForm(state.operation, state.viewer, state.values[formTokenField]);
}
