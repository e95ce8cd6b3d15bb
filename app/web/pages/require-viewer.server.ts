import { redirect } from '@remix-run/node';
import { newPasswordRefusal, secondFactorRefusal } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { paths } from '~/urls/paths';
import { readCookie } from '~/web/request/cookies.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { inNewDocument, redirectSignedOut, redirectWith } from '~/web/session/session-answers.server';
import { loginPath, redirectForRefusal } from './refusal-redirect.server';
import { findViewerOrUnavailable } from './viewer-of-page.server';

/**
 * Returns the viewer of a page that requires one. A signed-out visitor is redirected to the log-in
 * page with a way back, and with a message if one is given. A user who must first set up a second
 * factor or replace a one-time password is redirected to the page for that.
 */
export async function requireViewer(request: Request, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await requireSignedIn(request, messageKey);
  if (viewer.needsNewPassword) throw await redirectForRefusal(newPasswordRefusal(), request);
  if (viewer.needs2faSetup) throw await redirectForRefusal(secondFactorRefusal(), request);
  return viewer;
}

/** Returns the viewer like `requireViewer`, but also one who must first set up a second factor. */
export async function requireSignedIn(request: Request, messageKey?: MessageKey): Promise<Viewer> {
  const viewer = await findViewerOrUnavailable(request);
  if (viewer) return viewer;
  if (!messageKey) throw await redirectSignedOut(request, loginPath(request));
  const headers = (await readCookie(request, 'session')) ? [inNewDocument] : [];
  throw await redirectWith('error', loginPath(request), translate(requestLanguage(), messageKey), {
    headers,
  });
}

/** Checks whether a user is signed in. */
export async function isSignedIn(request: Request): Promise<boolean> {
  return (await findViewerOrUnavailable(request)) !== null;
}

/**
 * Redirects signed-in visitors from a page for guests to the dashboard
 * (docs/requirements.md#screens).
 */
export async function requireGuest(request: Request): Promise<void> {
  if (await isSignedIn(request)) throw redirect(paths.dashboard);
}
