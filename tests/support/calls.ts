import * as account from '~/routes/api/v1/account';
import * as auth from '~/routes/api/v1/auth';
import * as expert from '~/routes/api/v1/expert';
import * as message from '~/routes/api/v1/message';
import * as notices from '~/routes/api/v1/notices';
import * as phrase from '~/routes/api/v1/phrase';
import * as profile from '~/routes/api/v1/profile';
import * as report from '~/routes/api/v1/report';
import * as review from '~/routes/api/v1/review';
import * as share from '~/routes/api/v1/share';
import * as slip from '~/routes/api/v1/slip';
import * as system from '~/routes/api/v1/system';
import { listCalls } from '~/web/api/calls.server';

/** The route modules of the API calls, by the first part of their paths. */
export const callRoutes = {
  account,
  auth,
  expert,
  message,
  notices,
  phrase,
  profile,
  report,
  review,
  share,
  slip,
  system,
};

/** Every call under /api/v1, by its path. */
export const calls = listCalls();
