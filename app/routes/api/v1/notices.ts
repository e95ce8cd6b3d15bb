import { reportTextStatus } from '~/domain/notifications/text-status.server';
import { noteNoticeSeen, readNotice } from '~/domain/own-data/read-notice.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for notifications, and for the privacy notice. */
const serve = apiCalls('notices', {
  status: {
    POST: reportTextStatus,
    routeInput: { secret: (request) => request.headers.get('x-status-secret') ?? undefined },
  },
  privacy: { GET: readNotice, PUT: noteNoticeSeen },
});

export const loader = serve;
export const action = serve;
