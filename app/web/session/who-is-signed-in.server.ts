import { translate } from '~/i18n/translate';
import { textResponse } from '~/web/files/serve-file.server';
import { isAskedAsData } from '~/web/http/exchange.server';
import { language } from '~/web/locale/request-language.server';
import { nameOf } from '~/web/pages/form-token.server';
import { readCookie } from './cookies.server';
import { isSessionOfPageEnded, viewerOfPage } from './request-viewer.server';

/**
 * Says who is signed in now, for a page that was drawn for somebody else.
 *
 * @returns JSON with their ID, null where nobody is, their name, and the sentence to show, in which
 *   `{name}` and `{other}` are filled in; `isOver` if the browser was logged out, here or from
 *   another device, and not if its session ran out.
 */
export async function whoIsSignedIn(request: Request): Promise<Response> {
  if (isAskedAsData()) return textResponse(404, translate(language(), 'error.notFound'));
  const viewer = await viewerOfPage(request);
  const isOver =
    !viewer && (!(await readCookie(request, 'session')) || (await isSessionOfPageEnded(request)));
  return Response.json(
    {
      id: viewer?.id ?? null,
      isOver,
      name: viewer ? nameOf(viewer) : '',
      sentence: translate(language(), viewer ? 'otherViewer.noticed' : 'otherViewer.loggedOut'),
    },
    { headers: { 'Cache-Control': 'no-store', Vary: 'Cookie' } },
  );
}
