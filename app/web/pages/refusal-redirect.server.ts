import type { Refusal, RefusalKind } from '~/domain/kernel/refusal';
import { translate } from '~/i18n/translate';
import { cameFrom } from '~/web/request/origin.server';
import { paths } from '~/web/request/paths';
import { language } from '~/web/request/request-language.server';
import { redirectSignedOut, redirectWith } from '~/web/session/session-answers.server';

/**
 * A refusal that leads elsewhere: to the log-in page, to the dashboard, or back to the list it came
 * from.
 */
export function redirectForRefusal(
  refusal: Refusal,
  request: Request,
  { back, more }: { back?: string; more?: string } = {},
) {
  const { code, kind, messageKey, values } = refusal;
  const message = translate(language(), messageKey, values);
  if (kind === 'signedOut') return redirectSignedOut(request, loginPath(request));
  if (code === 'secondFactorSetUpRequired') return redirectWith('error', paths.secondFactor, message);
  if (kind === 'forbidden') return redirectWith('error', back ?? paths.dashboard, message);
  if (back && leadsBack.has(kind)) return redirectWith('error', back, message, { more });
  return undefined;
}

/** What a page can only say where there is no form to say it in. */
const leadsBack = new Set<RefusalKind>(['conflict', 'notFound', 'tooMany', 'busy', 'noSpace']);

/** What is the machine's fault: nothing was kept, whatever a page says otherwise. */
export const troubles = new Set<RefusalKind>(['busy', 'noSpace']);

/**
 * The log-in page that leads back to where somebody wanted to go; after a form, to the page it
 * stood on.
 */
export function loginPath(request: Request) {
  const { pathname, search } = new URL(request.url);
  const next = `${pathname.replace(/\.data$/, '')}${request.method === 'GET' ? withoutRouting(search) : ''}`;
  const path = `${paths.login}?next=${encodeURIComponent(next)}`;
  return /^\/login(\/|\?|$)/.test(cameFrom(request) ?? '') ? withLostCookie(path) : path;
}

/**
 * Marks the address of a page before log-in for a visitor whose browser did not keep a cookie that
 * it was just given; the page then says what to do (`LostCookieNotice`).
 */
export function withLostCookie(path: string): string {
  return `${path}${path.includes('?') ? '&' : '?'}lost=1`;
}

function withoutRouting(search: string) {
  const query = new URLSearchParams(search);
  query.delete('_routes');
  return query.size > 0 ? `?${query}` : '';
}
