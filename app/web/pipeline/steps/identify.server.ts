import { formTokenField, viewerOfForm } from '~/web/pages/form-token.server';
import { readFields } from '../body/read-fields.server';
import type { CallState } from '../call-state';

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
