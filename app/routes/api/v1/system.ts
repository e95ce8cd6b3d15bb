import { listAudit } from '~/domain/audit/audit-lists.server';
import { listGivenUpEmails, retryEmail } from '~/domain/notices/outbox-lists.server';
import { noteRestoreTried, sendTestEmail } from '~/domain/system/checklist.server';
import { readSystem } from '~/domain/system/read-system.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** Calls of the system page, the audit log and the outbox. */
const serve = apiCalls('system', {
  'get-system': { GET: readSystem },
  'get-audit-log': { GET: listAudit },
  'get-unsent-emails': { GET: listGivenUpEmails },
  'retry-email': { POST: retryEmail },
  'send-test-email': { POST: sendTestEmail },
  'note-restore-tried': { POST: noteRestoreTried },
});

export const loader = serve;
export const action = serve;
