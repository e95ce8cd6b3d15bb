import { formToken } from '~/web/pages/form-token.server';
import { viewerOfPage } from '~/web/session/request-viewer.server';

/** The operations of pages with several forms, by where each of them posts to. */
const byPath: [path: RegExp, operation: string][] = [
  [/\/settings\/profile$/, 'account.updateProfile'],
  [/\/settings\/picture$/, 'account.updatePicture'],
  [/\/settings\/credentials$/, 'account.updateCredentials'],
  [/\/settings\/languages$/, 'account.updateLanguages'],
  [/\/settings\/password$/, 'account.changePassword'],
  [/\/settings\/session$/, 'session.end'],
  [/\/settings\/other-sessions$/, 'session.endOthers'],
  [/\/settings\/delete$/, 'account.delete'],
  [/\/second-factor\/(?:begin|confirm|cancel|renew|remove)$/, 'secondFactor.'],
  [/\/pending-report\/next(?:\?|$)/, 'report.next'],
  [/\/pending-report\/draft(?:\?|$)/, 'review.saveDraft'],
  [/\/pending-report\/release(?:\?|$)/, 'report.release'],
  [/\/pending-report\/free(?:\?|$)/, 'report.freeClaim'],
  [/\/pending-report\/undo(?:\?|$)/, 'review.undo'],
  [/\/system\/retry$/, 'emails.retry'],
  [/\/system\/test-email$/, 'system.sendTestEmail'],
  [/\/system\/restore-tried$/, 'system.noteRestoreTried'],
  [/\?to=(?:reject|suspend)$/, 'expert.'],
];

type Action = { operation?: { name: string } };

/**
 * The operation of the form at an action; undefined where there is none. Takes the route's action,
 * and the path that is posted to.
 */
export function operationOf(action: unknown, path: string): string | undefined {
  const known = (action as Action | undefined)?.operation?.name;
  const found = byPath.find(([pattern]) => pattern.test(path))?.[1];
  return known ?? (found?.endsWith('.') ? `${found}${/\w+$/.exec(path)?.[0]}` : found);
}

/**
 * The token that a form has which is drawn for whoever a cookie is; undefined for a cookie that is
 * nobody's.
 */
export async function tokenFor(operation: string | undefined, cookie = ''): Promise<string | undefined> {
  const viewer = await viewerOfPage(new Request('http://clinic.test', { headers: { cookie } }));
  return viewer && operation ? formToken(viewer.id, operation) : undefined;
}

/**
 * The fields of a form with its token before them, as a page draws it; a token of their own stays.
 */
export function withToken(fields: Record<string, string> | FormData, token?: string) {
  const all = new FormData();
  const said = fields instanceof FormData ? [...fields] : Object.entries(fields);
  if (token !== undefined) all.set('formToken', token);
  for (const [name, value] of said) {
    // A field for files may come several times.
    if (value instanceof File) all.append(name, value);
    else all.set(name, value);
  }
  if (fields instanceof FormData) return all;
  return new URLSearchParams([...all].map(([name, value]) => [name, String(value)]));
}
