import { formatFullName } from '~/domain/identity/full-name';
import { translate } from '~/i18n/translate';
import { readCookie } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { textResponse } from '~/web/request/text-response';
import { isSessionOfPageEnded, viewerOfPage } from '~/web/session/request-viewer.server';

/**
 * Returns who is signed in now, for a page that was rendered for another account.
 *
 * @returns JSON with their ID (null if no user is signed in), their name, and the sentence to show,
 *   with the placeholders `{name}` and `{other}`; `isOver` if the browser was logged out, here or
 *   on another device, but not if its session expired.
 */
export async function whoIsSignedIn(request: Request): Promise<Response> {
  if (isAskedAsData()) return textResponse(404, translate(requestLanguage(), 'error.notFound'));
  const viewer = await viewerOfPage(request);
  const isOver =
    !viewer && (!(await readCookie(request, 'session')) || (await isSessionOfPageEnded(request)));
  return Response.json(
    {
      id: viewer?.id ?? null,
      isOver,
      name: viewer ? formatFullName(viewer) : '',
      sentence: translate(requestLanguage(), viewer ? 'otherViewer.noticed' : 'otherViewer.loggedOut'),
    },
    { headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' } },
  );
}
