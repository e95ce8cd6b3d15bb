import { issueReportSlip } from '~/domain/report-slips/issue-report-slip.server';
import { openSlip } from '~/domain/report-slips/open-slip.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for slips of reports. */
const serve = apiCalls('slip', {
  issue: { POST: issueReportSlip },
  open: { POST: openSlip },
});

export const loader = serve;
export const action = serve;
