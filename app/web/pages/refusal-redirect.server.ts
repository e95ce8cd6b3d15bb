import { redirect } from '@remix-run/node';
import type { Refusal, RefusalKind } from '~/domain/kernel/refusal';
import { translate } from '~/i18n/translate';
import { paths } from '~/urls/paths';
import { readReferrerPath } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { redirectSignedOut, redirectWith } from '~/web/session/session-answers.server';

/**
 * Returns the redirect for a refusal that leads elsewhere: to the log-in page, to the dashboard, or
 * back to the list. Returns undefined for any other refusal.
 */
export function redirectForRefusal(
  refusal: Refusal,
  request: Request,
  { refusedPath, detail }: { refusedPath?: string; detail?: string } = {},
) {
  const { code, kind, messageKey, values } = refusal;
  const message = translate(requestLanguage(), messageKey, values);
  if (kind === 'signedOut') return redirectSignedOut(request, loginPath(request));
  if (code === 'secondFactorSetUpRequired') return redirectWith('error', paths.secondFactor, message);
  // The page says by itself what it is for, right after the log-in.
  if (code === 'newPasswordRequired') return redirect(paths.firstPassword);
  if (code === 'registrationRequired' && !refusedPath) return undefined;
  if (kind === 'forbidden') return redirectWith('error', refusedPath ?? paths.dashboard, message);
  if (refusedPath && kindsLeadingBack.has(kind))
    return redirectWith('error', refusedPath, message, { detail });
  return undefined;
}

/** Refusals that a page can only report in a redirect if it has no form. */
const kindsLeadingBack = new Set<RefusalKind>([
  'wrongPassword',
  'conflict',
  'notFound',
  'tooMany',
  'busy',
  'noSpace',
]);

/** Refusals caused by the server. Nothing was saved, whatever a page says otherwise. */
export const troubles = new Set<RefusalKind>(['busy', 'noSpace']);

/**
 * Builds the path of the log-in page with a way back to the requested page; after a form, to the
 * form's page.
 */
export function loginPath(request: Request) {
  const { pathname, search } = new URL(request.url);
  const next = `${pathname.replace(/\.data$/, '')}${request.method === 'GET' ? withoutRouting(search) : ''}`;
  const path = `${paths.login}?next=${encodeURIComponent(next)}`;
  return /^\/login(\/|\?|$)/.test(readReferrerPath(request) ?? '') ? withLostCookie(path) : path;
}

/**
 * Marks the path of a page before log-in if the visitor's browser did not keep a cookie it was just
 * given. The page then explains what to do (`LostCookieNotice`).
 */
export function withLostCookie(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lost=1`;
}

function withoutRouting(search: string) {
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return query.size > 0 ? `?${query}` : '';
}
