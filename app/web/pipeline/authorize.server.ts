import { requireAbility } from '~/domain/kernel/operation';
import { admitPiece, admitUpload } from './admit-upload.server';
import type { CallState } from './call-state';

/**
 * The third step: asks for the ability, and whether an upload may come in. Nothing of a call's body
 * has been read by then, and of a form its fields alone.
 *
 * @throws Refusal: `signedOut`, `forbidden`, and those of `admitUpload`.
 */
export async function authorize(state: CallState): Promise<void> {
  const { operation, viewer } = state;
  requireAbility(operation, viewer);
  if (operation.file && viewer) await admitUpload(state, operation.file, viewer.id);
  if (operation.takesPiece && viewer) await admitPiece(state, viewer.id);
}
