import { findViewerById } from '~/domain/identity/sessions.server';
import { hasAbility } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sameText, sign } from '~/platform/secrets/secrets.server';

/** The first field of every form, which names the account the form was rendered for. */
export const formTokenField = 'formToken';

/** The token of a form that was rendered while no user was signed in. */
const nobody = 'nobody';

const macLength = 22;

const formOperations = new Map<string, AnyOperation>();

/** Registers the action that a page's form posts to. Pages carry a MAC for its operation. */
export function formAction<Action>(operation: AnyOperation, action: Action) {
  formOperations.set(operation.name, operation);
  return Object.assign(action as Action & object, { operation });
}

/** Returns the operations that page forms send, by name. */
export const registeredForms = (): ReadonlyMap<string, AnyOperation> => formOperations;

const macOf = (viewerId: string, operationName: string) =>
  sign('form token', JSON.stringify([viewerId, operationName])).slice(0, macLength);

/**
 * Builds the token of a form: `<id of the viewer it was rendered for>.<MAC over that ID and the
 * operation>`.
 */
export const formToken = (viewerId: string, operationName: string) =>
  `${viewerId}.${macOf(viewerId, operationName)}`;

/**
 * Computes the MACs for a viewer's forms by operation name. They include those of an approved
 * expert, in case the expert is approved while a page is open.
 */
export function formMacsFor(viewer: Viewer): Record<string, string> {
  const { id } = viewer;
  const approvedAccount = { ...viewer, approved: true, suspended: false };
  const viewerOperations = [...formOperations.values()].filter(
    ({ allow, policy }) =>
      policy?.formFor !== 'guests' && (allow === 'anyone' || hasAbility(approvedAccount, allow)),
  );
  return Object.fromEntries(viewerOperations.map(({ name }) => [name, macOf(id, name)]));
}

/**
 * Checks that a form was rendered for the viewer who sends it.
 *
 * @param viewer the viewer signed in now.
 * @param token the form's token as received.
 * @returns the viewer that the operation acts for. A form rendered for a guest acts for a guest if
 *   the operation allows that.
 * @throws Refusal: `otherViewer`, with both names if the token is valid. Without a valid token, no
 *   account is looked up.
 */
export async function viewerOfForm(
  { name, allow, policy }: AnyOperation,
  viewer: Viewer | null,
  token: unknown,
): Promise<Viewer | null> {
  if (!viewer) return null;
  if (token === nobody && allow === 'anyone') return null;
  const [drawnFor = '', mac = ''] = typeof token === 'string' ? token.split('.') : [];
  const isRight = [name, policy?.sentWith].some((one) => one && sameText(mac, macOf(drawnFor, one)));
  if (!isRight) throw new Refusal('otherViewer', 'otherViewer.unknown');
  if (drawnFor === viewer.id) return viewer;
  const otherViewer = await findViewerById(drawnFor);
  if (!otherViewer) throw new Refusal('otherViewer', 'otherViewer.unknown');
  const values = { name: formatFullName(viewer), other: formatFullName(otherViewer) };
  throw new Refusal('otherViewer', 'otherViewer.refused', { values });
}

/** Returns a viewer's full name. */
export const formatFullName = ({ firstName, lastName }: Pick<Viewer, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();
