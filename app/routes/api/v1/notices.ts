import { reportTextStatus } from '~/domain/notifications/text-status.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for notifications. */
const serve = apiCalls('notices', {
  status: {
    POST: reportTextStatus,
    routeInput: { secret: (request) => request.headers.get('x-status-secret') ?? undefined },
  },
});

export const loader = serve;
export const action = serve;
