import { data, type LoaderFunctionArgs } from '@remix-run/node';
import { translate } from '~/i18n/translate';
import { consume } from '~/platform/limits/limits.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { clientNetwork, isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { countNetworkCall, limitHeaders } from '../caller.server';
import { corsHeaders, envelope, jsonResponse, noSuchCall, preflight, wrongMethod } from '../envelope.server';
import { openApiText } from './document.server';
import { type ApiGuide, apiGuide } from './guide.server';

/**
 * Serves the API's document to everyone, within the rate limit for calls, and to other origins if
 * CORS allows them.
 */
export async function serveDocument({ request }: Pick<LoaderFunctionArgs, 'request'>): Promise<Response> {
  if (isAskedAsData()) return noSuchCall();
  const cors = corsHeaders(request);
  if (request.method === 'OPTIONS' && cors) return preflight(['GET'], cors);
  if (request.method !== 'GET' && request.method !== 'HEAD') return wrongMethod(['GET']);
  const state = await countNetworkCall(clientNetwork(request));
  const headers = { ...cors, ...limitHeaders(state) };
  if (state.isExceeded) {
    const { seconds } = state;
    const message = translate(requestLanguage(), 'limit.wait', { wait: { seconds } });
    const code = errorCodeOf('tooMany');
    return envelope(429, { success: false, message, code }, { ...headers, 'Retry-After': String(seconds) });
  }
  return jsonResponse(200, openApiText(), headers);
}

/**
 * Loads the data of the API page, for everyone within the rate limit for calls: the list of calls,
 * or the one in its path.
 */
export async function loadGuide({ request, params }: LoaderFunctionArgs): Promise<ApiGuide> {
  const wait = await consume('apiCalls', clientNetwork(request));
  if (wait > 0) {
    const message = translate(requestLanguage(), 'limit.wait', { wait: { seconds: wait } });
    throw data({ message }, { status: 429, headers: { 'Retry-After': String(wait) } });
  }
  const guide = apiGuide(params.part);
  if (params.part !== undefined && !guide.call) {
    throw data({ message: translate(requestLanguage(), 'refused.noSuchCall') }, { status: 404 });
  }
  return guide;
}
