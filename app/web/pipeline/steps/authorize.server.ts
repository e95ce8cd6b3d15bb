import { requireAbility } from '~/domain/kernel/operation';
import type { CallState } from '../call-state';
import { admitPiece, admitUpload } from '../upload/admit-upload.server';

/**
 * The third step: asks for the ability, and whether an upload may come in. The form of somebody who
 * is signed in says only in its fields for whom it was rendered: it is authorized once they are
 * read.
 *
 * @throws Refusal: `signedOut`, `forbidden`, and those of `admitUpload`.
 */
export async function authorize(state: CallState): Promise<void> {
  if (!state.call.isForm || !state.viewer) await admit(state);
}

/** The same, once it is certain for whom a form acts. */
export const authorizeForm = (state: CallState): Promise<void> => admit(state);

async function admit(state: CallState) {
  const { operation, viewer } = state;
  requireAbility(operation, viewer);
  if (operation.file && viewer) await admitUpload(state, operation.file, viewer.id);
  if (operation.takesPiece && viewer) await admitPiece(state, viewer.id);
}
