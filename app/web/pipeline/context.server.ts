import type { ChannelRules } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/settings/env.server';
import { readCookie } from '~/web/request/cookies.server';
import { clientNetwork } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { signedLink } from '~/web/session/signed-link.server';
import { listSignSentences } from './sign-words.server';
import { describeDoubt, describeStep, listStepSentences } from './step-words.server';

/**
 * Builds an operation's context from the request and its channel.
 *
 * @param viewer the viewer whom the signed links in an API answer are for; pages need none.
 */
export async function contextOf(
  request: Request,
  channel: ChannelRules,
  viewer?: Viewer | null,
): Promise<CallContext> {
  const context = {
    ...channel,
    language: requestLanguage(),
    client: clientNetwork(request),
    userAgent: request.headers.get('user-agent') ?? undefined,
    sentence: (...[messageKey, values]: Parameters<CallContext['sentence']>) =>
      translate(requestLanguage(), messageKey, values),
    sentenceIn: translate,
    describeStep: (facts: Parameters<CallContext['describeStep']>[0]) =>
      describeStep(requestLanguage(), facts),
    describeDoubt: () => describeDoubt(requestLanguage()),
    listStepSentences,
    listSignSentences,
  };
  if (channel.recordedAs === 'api')
    return {
      ...context,
      linkTo: (path, viewerId = viewer?.id) =>
        viewerId ? signedLink(path, viewerId) : `${getSettings().PUBLIC_URL}${path}`,
    };
  return {
    ...context,
    device: (await readCookie(request, 'device')) ?? '',
    linkTo: (path) => path,
    undoMs: getSettings().UNDO_SECONDS * 1000,
    isSpeculative: isSpeculative(request.headers),
  };
}

/** Checks whether the page is only prefetched, or another site led to it. */
const isSpeculative = (headers: Headers) =>
  ['sec-purpose', 'purpose', 'x-purpose', 'x-moz'].some((name) => headers.get(name)?.includes('prefetch')) ||
  headers.get('sec-fetch-site') === 'cross-site';
