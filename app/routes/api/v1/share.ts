import { openShare } from '~/domain/shares/open-share.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls of doctors to whom a patient shows reports. */
const serve = apiCalls('share', {
  open: { POST: openShare },
});

export const loader = serve;
export const action = serve;
