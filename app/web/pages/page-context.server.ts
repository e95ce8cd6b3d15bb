import { pageChannel } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import { translate } from '~/i18n/translate';
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
  };
}

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
