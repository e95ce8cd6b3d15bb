import { apiChannel } from '~/domain/kernel/channels';
import { translate } from '~/i18n/translate';
import { getSettings } from '~/platform/env.server';
import { callerOf } from '~/web/api/caller.server';
import { clientNetwork } from '~/web/http/exchange.server';
import { language } from '~/web/locale/request-language.server';
import { bearerOf } from '~/web/session/request-viewer.server';
import { tusContext } from './tus.server';

/** Files that other programs send in pieces, for whoever the token is. */
export const serveApiPieces = tusContext((request) => {
  const client = clientNetwork(request);
  const caller = callerOf(request, client);
  return {
    context: {
      ...apiChannel,
      language: language(),
      client,
      sentence: (messageKey) => translate(language(), messageKey),
      linkTo: (path) => `${getSettings().PUBLIC_URL}${path}`,
    },
    findViewer: caller.find,
    findToken: () => bearerOf(request),
    headers: caller.limitHeaders,
  };
}, '/api/v1/report/uploads');
