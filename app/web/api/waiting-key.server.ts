import type { ActionFunctionArgs, LoaderFunctionArgs } from '@remix-run/node';
import { hasWaitingKey, openWaitingKey } from '~/domain/identity/waiting-keys.server';
import { pageChannel } from '~/domain/kernel/channels';
import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { contextOf } from '~/web/pipeline/context.server';
import { respond } from '~/web/pipeline/respond.server';
import { runOperation } from '~/web/pipeline/run-operation.server';
import { readCookie } from '~/web/request/cookies.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { isFromOurPages } from '~/web/request/origin.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { findNamedViewer } from './tus.server';

/**
 * Returns the key for reports waiting in the browser to our own pages, for the viewer they were
 * rendered for.
 *
 * @returns JSON with `id` and `key`; or with `message`, and with `isThere` false if the named key
 *   no longer exists.
 */
export async function giveWaitingKey({ request, params }: ActionFunctionArgs): Promise<Response> {
  if (isAskedAsData()) return refuse(404, 'refused.noSuchCall');
  if (request.method !== 'POST') return refuse(405, 'refused.method', { Allow: 'GET, HEAD, POST' });
  if (!isFromOurPages(request)) return refuse(403, 'refused.crossSite');
  const result = await runOperation(openWaitingKey, {
    request,
    context: await contextOf(request, pageChannel),
    findViewer: () => findNamedViewer(request),
    routeInput: { keyId: params.keyId, token: (await readCookie(request, 'session')) ?? '' },
  });
  return respond(openWaitingKey, result, {
    onDone: ({ value }) => answer(200, value.data),
    onFailed: ({ result: { status: how }, status, code, message }) => {
      if (how !== 'refused' && how !== 'failed') return refuse(422, openWaitingKey.failureMessage);
      return answer(status, { message, ...(code === 'not_found' && { isThere: false }) });
    },
  });
}

/**
 * Tells a signed-out browser whether its waiting reports can ever be read again. No viewer is
 * required: only that browser knows the ID, which reveals nothing.
 */
export async function findWaitingKey({ params }: LoaderFunctionArgs): Promise<Response> {
  if (isAskedAsData()) return refuse(404, 'refused.noSuchCall');
  return answer(200, { isThere: await hasWaitingKey(params.keyId ?? '') });
}

function refuse(status: number, messageKey: MessageKey, headers?: HeadersInit) {
  return answer(status, { message: translate(requestLanguage(), messageKey) }, headers);
}

const answer = (status: number, body: object, headers?: HeadersInit) =>
  Response.json(body, { status, headers: { 'Cache-Control': 'no-store', ...headers } });
