import { formTokenField, viewerOfForm } from '~/web/pages/form-token.server';
import type { CallState } from '../call-state';

/** The second step: finds out who asks. */
export async function identify(state: CallState): Promise<void> {
  state.viewer = await state.call.findViewer();
}

/**
 * The part of it that waits for the fields of a form: for whom was the form rendered?
 *
 * @throws Refusal: `otherViewer` where that is not who sends it.
 */
export async function identifyByForm(state: CallState): Promise<void> {
  state.viewer = await viewerOfForm(state.operation, state.viewer, state.values[formTokenField]);
}
