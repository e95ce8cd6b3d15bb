import type { MessageKey } from '~/i18n/message-keys';
import { translate } from '~/i18n/translate';
import { developerDetails } from '~/platform/observability/developer-details.server';
import type { Exchange } from '~/platform/observability/request-context.server';
import { errorCodeOf } from '~/web/request/error-codes';
import { requestLanguage } from '~/web/request/request-language.server';
import { allMethods, pathOf } from '~/web/request/request-line.server';

const codes = { 400: 'unreadable', 405: 'method', 500: 'failed' } as const;

type Refused = {
  status: keyof typeof codes;
  messageKey: MessageKey;
  /** The id of the incident in the log. */
  incident?: string;
};

/**
 * Answers a request that no route handles: API calls with an envelope, all others with one line of
 * text.
 */
export function refuse({ request, response }: Exchange, { status, messageKey, incident }: Refused): void {
  const message = translate(requestLanguage(), messageKey);
  const isCall = pathOf(request).startsWith('/api/');
  const code = errorCodeOf(codes[status]);
  const details = incident ? { incident, ...developerDetails(incident) } : {};
  const body = Buffer.from(isCall ? JSON.stringify({ success: false, message, code, ...details }) : message);
  response.writeHead(status, {
    ...(status === 405 && { Allow: allMethods }),
    'Content-Type': isCall ? 'application/json; charset=utf-8' : 'text/plain; charset=utf-8',
    'Content-Length': body.length,
    // Further data on the connection may belong to the request that was not understood.
    Connection: 'close',
  });
  response.end(body);
}
