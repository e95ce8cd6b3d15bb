import { checkReview } from '~/domain/shares/check-review.server';
import { createSummaryCode, readSummaryCode } from '~/domain/shares/summary.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for printed summaries of reviews. */
const serve = apiCalls('review', {
  'check/:code': { GET: checkReview },
  'summary/:reportId': { GET: readSummaryCode, POST: createSummaryCode },
});

export const loader = serve;
export const action = serve;
