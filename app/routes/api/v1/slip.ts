import { issueReportSlip } from '~/domain/shares/issue-report-slip.server';
import { openSlip } from '~/domain/shares/open-slip.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for slips of reports. */
const serve = apiCalls('slip', {
  issue: { POST: issueReportSlip },
  open: { POST: openSlip },
});

export const loader = serve;
export const action = serve;
