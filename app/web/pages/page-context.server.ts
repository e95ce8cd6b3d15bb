import { pageChannel } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { clientNetwork } from '~/web/http/exchange.server';
import { language } from '~/web/locale/request-language.server';
import { readCookie } from '~/web/session/cookies.server';

/** The page channel as an operation sees it. */
export function pageContext(request: Request): CallContext {
  return {
    ...pageChannel,
    language: language(),
    client: clientNetwork(request),
    sentence: (messageKey) => translate(language(), messageKey),
    linkTo: (path) => path,
    undoMs: getSettings().UNDO_SECONDS * 1000,
    isSpeculative: isSpeculative(request.headers),
  };
}

/** What browsers say of a page that nobody has gone to, or that another site leads to. */
const isSpeculative = (headers: Headers) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => headers.get(name)?.includes('prefetch')) ||
  headers.get('sec-fetch-site') === 'cross-site';

/**
 * The same for a form, which may be one that asks for a password: with what the browser is known
 * by.
 */
export async function formContext(request: Request): Promise<CallContext> {
  return {
    ...pageContext(request),
    device: (await readCookie(request, 'device')) ?? '',
    userAgent: request.headers.get('user-agent') ?? undefined,
  };
}
