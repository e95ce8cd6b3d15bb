import type { AnyOperation } from '~/domain/kernel/operation';
import { formToken } from '~/web/pipeline/form-token.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';

/** The action of a page with one form, or with several forms by the word that tells them apart. */
type FormAction = { operation?: AnyOperation; actions?: Record<string, FormAction> };

/** Lists the words by which a page tells its forms apart: none for a page with one form. */
export const intentsOf = (action: unknown): string[] =>
  Object.keys((action as FormAction | undefined)?.actions ?? {});

/**
 * Finds the operation of the form that posts to a path. A page with several forms names the form by
 * the last part of the path, or by `to` in the query.
 *
 * @param action the action of the route's module.
 */
export function operationAt(action: unknown, path: string): AnyOperation | undefined {
  const { operation, actions = {} } = (action ?? {}) as FormAction;
  const { pathname, searchParams } = new URL(path, 'http://clinic.test');
  const intent = searchParams.get('to') ?? /([^/]*?)(?:\.data)?$/.exec(pathname)?.[1] ?? '';
  return operation ?? actions[intent]?.operation;
}

/** Checks whether a form is rendered for guests alone. */
export const isOfGuests = ({ policy }: Pick<AnyOperation, 'policy'>) => policy?.formFor === 'guests';

/**
 * Returns the token of a form as drawn for the viewer of a cookie; undefined for a cookie without a
 * viewer.
 */
export async function tokenFor(
  operation: Pick<AnyOperation, 'name' | 'policy'> | undefined,
  cookie = '',
): Promise<string | undefined> {
  const viewer = await viewerOfPage(new Request('http://clinic.test', { headers: { cookie } }));
  if (!viewer || !operation) return undefined;
  return isOfGuests(operation) ? 'nobody' : formToken(viewer.id, operation.name);
}

/**
 * Builds a form with its token before its fields, as a page draws it. A token among the fields
 * stays.
 */
export function withToken(fields: Record<string, string> | FormData, token?: string) {
  const all = new FormData();
  const entries = fields instanceof FormData ? [...fields] : Object.entries(fields);
  if (token !== undefined) all.set('formToken', token);
  for (const [name, value] of entries) {
    // A field for files or a list may come several times.
    all.append(name, value);
  }
  if (fields instanceof FormData) return all;
  return new URLSearchParams([...all].map(([name, value]) => [name, String(value)]));
}
