import { formatFullName } from '~/domain/identity/full-name';
import { findViewerById } from '~/domain/identity/sessions.server';
import { hasAbility } from '~/domain/kernel/abilities';
import { isEveryServerAble } from '~/domain/kernel/every-server.server';
import type { AnyOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sign } from '~/platform/secrets/secrets.server';
import { sameText } from '~/platform/secrets/tokens.server';

/** The first field of every form, which names the account the form was rendered for. */
export const formTokenField = 'formToken';

/** The token of a form that was rendered while no user was signed in. */
const nobody = 'nobody';

const macLength = 22;

const formOperations = new Map<string, AnyOperation>();

/** Registers the action that a page's form posts to. */
export function formAction<Action>(operation: AnyOperation, action: Action) {
  formOperations.set(operation.name, operation);
  return Object.assign(action as Action & object, { operation });
}

/** Returns the operations that page forms send, by name. */
export const registeredForms = (): ReadonlyMap<string, AnyOperation> => formOperations;

const macOf = (...parts: string[]) => sign('form token', JSON.stringify(parts)).slice(0, macLength);

/**
 * Builds the token of a form: `<id of the viewer it was rendered for>.<MAC over that ID>.<operation>`.
 */
export const formToken = (viewerId: string, operationName: string) =>
  `${viewerId}.${macOf(viewerId)}.${operationName}`;

/**
 * Builds the token of a form as earlier releases do: `<id>.<MAC over that ID and the operation>`.
 */
export const earlierFormToken = (viewerId: string, operationName: string) =>
  `${viewerId}.${macOf(viewerId, operationName)}`;

/**
 * Computes what a viewer's pages make the tokens of their forms of: one MAC. While a server of an
 * earlier release runs, which takes no such token, it is a MAC for each operation instead.
 */
export function signFormsOf(viewer: Viewer): { formMac: string } | { formMacs: Record<string, string> } {
  return isEveryServerAble('formTokens')
    ? { formMac: macOf(viewer.id) }
    : { formMacs: earlierFormMacs(viewer) };
}

/**
 * Computes the MACs for a viewer's forms by operation name. They include those of an approved
 * expert, in case the expert is approved while a page is open.
 */
function earlierFormMacs(viewer: Viewer): Record<string, string> {
  const approvedAccount = { ...viewer, approved: true, suspended: false };
  const viewerOperations = [...formOperations.values()].filter(
    ({ allow, policy }) =>
      policy?.formFor !== 'guests' && (allow === 'anyone' || hasAbility(approvedAccount, allow)),
  );
  return Object.fromEntries(viewerOperations.map(({ name }) => [name, macOf(viewer.id, name)]));
}

/**
 * Reads a form's token, of this release or an earlier one.
 *
 * @param operations the operations whose forms may be sent.
 * @returns the ID of the account it was rendered for; undefined if it is no token of such a form.
 */
function readToken(token: unknown, operations: string[]): string | undefined {
  const [viewerId = '', mac = '', ...words] = typeof token === 'string' ? token.split('.') : [];
  const isRight =
    words.length > 0
      ? operations.includes(words.join('.')) && sameText(mac, macOf(viewerId))
      : operations.some((operation) => sameText(mac, macOf(viewerId, operation)));
  return isRight ? viewerId : undefined;
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
  // No page renders a guest's form for an account.
  const senders = policy?.formFor === 'guests' ? [] : [name, policy?.sentWith ?? name];
  const drawnFor = readToken(token, senders);
  if (!drawnFor) throw new Refusal('otherViewer', 'otherViewer.unknown');
  if (drawnFor === viewer.id) return viewer;
  const otherViewer = await findViewerById(drawnFor);
  if (!otherViewer) throw new Refusal('otherViewer', 'otherViewer.unknown');
  const values = { name: formatFullName(viewer), other: formatFullName(otherViewer) };
  throw new Refusal('otherViewer', 'otherViewer.refused', { values });
}
