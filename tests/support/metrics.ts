import { findLongestWait } from '~/domain/clinic/dashboard.server';
import { countQueues, findOldestWaitingAt } from '~/domain/clinic/outbox-lists.server';
import { countReports } from '~/domain/desk/read-report-page.server';
import { reviewedReports } from '~/domain/queue/report-list.server';
import { openMetrics } from '~/platform/health/metrics.server';
import { getSettings } from '~/platform/settings/env.server';

/** Serves the metrics of the open clinic, as the start of a server does, on a free port. */
export const openClinicMetrics = (port = 0) =>
  openMetrics({
    port,
    host: '127.0.0.1',
    settings: getSettings(),
    build: { version: '1.2.3', commit: 'abc', node: 'v24' },
    queues: async () => ({
      lengths: { ...(await countQueues()), decoder: 0 },
      oldestEmailAt: await findOldestWaitingAt(),
      longestReportWaitSeconds: await findLongestWait(),
      answeredReports: await countReports(reviewedReports({})),
    }),
  });
