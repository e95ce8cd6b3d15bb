import { apiChannel } from '~/domain/kernel/channels';
import { callerOf } from '~/web/api/caller.server';
import { clientNetwork } from '~/web/request/exchange.server';
import { bearerOf } from '~/web/session/request-viewer.server';
import { servePieces } from './tus.server';

/** Takes files that other programs send in pieces, for the account of the token. */
export const serveApiPieces = servePieces((request) => {
  const caller = callerOf(request, clientNetwork(request));
  return {
    channel: apiChannel,
    findViewer: caller.find,
    findToken: () => bearerOf(request),
    headers: caller.limitHeaders,
  };
}, '/api/v1/report/uploads');
