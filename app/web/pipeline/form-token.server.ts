import { findViewerById } from '~/domain/identity/sessions.server';
import { may } from '~/domain/kernel/abilities';
import type { AnyOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sameText, sign } from '~/platform/secrets/secrets.server';

/**
 * The field in which every form of a page says for whom it was drawn; the first one of the form.
 */
export const formTokenField = 'formToken';

/** What the field of a form says that was drawn while nobody was signed in. */
const nobody = 'nobody';

const macLength = 22;

const formOperations = new Map<string, AnyOperation>();

/** Declares the action that a form of a page posts to: pages carry a MAC for its operation. */
export function formAction<Action>(operation: AnyOperation, action: Action) {
  formOperations.set(operation.name, operation);
  return Object.assign(action as Action & object, { operation });
}

/** The operations that forms of pages send, by name. */
export const registeredForms = (): ReadonlyMap<string, AnyOperation> => formOperations;

const macOf = (viewerId: string, operationName: string) =>
  sign('form token', JSON.stringify([viewerId, operationName])).slice(0, macLength);

/**
 * The token of a form: `<id of the viewer it was drawn for>.<MAC over that ID and the operation>`.
 */
export const formToken = (viewerId: string, operationName: string) =>
  `${viewerId}.${macOf(viewerId, operationName)}`;

/**
 * The MACs that a viewer's pages draw their forms with, by the name of the operation. An expert who
 * is approved while a page is open has those of an approved one.
 */
export function formMacsFor({ id, accountType }: Viewer): Record<string, string> {
  const later = { accountType, approved: true, suspended: false };
  const theirs = [...formOperations.values()].filter(
    ({ allow, policy }) => policy?.formFor !== 'guests' && (allow === 'anyone' || may(later, allow)),
  );
  return Object.fromEntries(theirs.map(({ name }) => [name, macOf(id, name)]));
}

/**
 * Reads for whom a form was drawn, and compares it with who sends it. Takes the operation, who is
 * signed in now, and the form's token as it came.
 *
 * @returns who the operation acts for. A form that was drawn for nobody acts for nobody, where an
 *   operation allows that.
 * @throws Refusal: `otherViewer`, with both names where the token is right; without a right one
 *   nobody is looked up.
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
  const other = await findViewerById(drawnFor);
  if (!other) throw new Refusal('otherViewer', 'otherViewer.unknown');
  const values = { name: nameOf(viewer), other: nameOf(other) };
  throw new Refusal('otherViewer', 'otherViewer.refused', { values });
}

/** A viewer's whole name. */
export const nameOf = ({ firstName, lastName }: Pick<Viewer, 'firstName' | 'lastName'>) =>
  `${firstName} ${lastName}`.trim();
