import { quietenAlerts } from '~/domain/alerts/quiet-times.server';
import { changeTarget, readAlertSettings } from '~/domain/alerts/targets.server';
import { listAudit } from '~/domain/clinic/audit-lists.server';
import { exportBreachPeople, listBreachPeople } from '~/domain/clinic/breach-people.server';
import {
  closeBreach,
  listBreaches,
  noteBoardTold,
  noteBreach,
  noteBreachTold,
  readBreach,
} from '~/domain/clinic/breaches.server';
import { noteRestoreTried } from '~/domain/clinic/checklist.server';
import { makeBackup } from '~/domain/clinic/make-backup.server';
import { listGivenUpEmails, retryEmail } from '~/domain/clinic/outbox-lists.server';
import { readSystem } from '~/domain/clinic/read-system.server';
import { sendTestEmail } from '~/domain/clinic/test-email.server';
import {
  readRegistrationRule,
  turnRegistrationRuleOff,
  turnRegistrationRuleOn,
} from '~/domain/experts/require-registration.server';
import { listKeys, makeKey, revokeKey, takeOverKey } from '~/domain/programs/keys.server';
import {
  addWebhook,
  changeWebhook,
  listDeliveries,
  listWebhooks,
  removeWebhook,
  retryDelivery,
  testWebhook,
} from '~/domain/programs/webhooks.server';
import { readReportAccess } from '~/domain/report-view/report-access.server';
import { apiCalls } from '~/web/api/serve-calls.server';

/** API calls for the system page, the audit log, the outbox, webhooks and keys. */
const serve = apiCalls('system', {
  'get-system': { GET: readSystem },
  'get-audit-log': { GET: listAudit },
  'get-unsent-emails': { GET: listGivenUpEmails },
  'retry-email': { POST: retryEmail },
  'send-test-email': { POST: sendTestEmail },
  alerts: { GET: readAlertSettings, PUT: changeTarget },
  'quieten-alerts': { POST: quietenAlerts },
  registrations: {
    GET: readRegistrationRule,
    PUT: turnRegistrationRuleOn,
    DELETE: turnRegistrationRuleOff,
  },
  'make-backup': { POST: makeBackup },
  'note-restore-tried': { POST: noteRestoreTried },
  webhooks: { GET: listWebhooks, POST: addWebhook },
  'webhooks/:webhookId': { PUT: changeWebhook, DELETE: removeWebhook },
  'webhook-deliveries/:webhookId': { GET: listDeliveries },
  'test-webhook/:webhookId': { POST: testWebhook },
  'retry-delivery/:deliveryId': { POST: retryDelivery },
  'report-access': { POST: readReportAccess },
  breaches: { GET: listBreaches, POST: noteBreach },
  'breaches/:number': { GET: readBreach },
  'breach-people/:number': { GET: listBreachPeople },
  'breach-people-file/:number': { GET: exportBreachPeople },
  'breach-told/:number': { POST: noteBreachTold },
  'breach-board-told/:number': { POST: noteBoardTold },
  'close-breach/:number': { POST: closeBreach },
  keys: { GET: listKeys, POST: makeKey },
  'keys/:keyId': { PUT: takeOverKey, DELETE: revokeKey },
});

export const loader = serve;
export const action = serve;
