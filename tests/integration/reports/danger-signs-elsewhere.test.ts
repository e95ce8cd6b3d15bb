import { eq } from 'drizzle-orm';
import { afterEach, expect, test, vi } from 'vitest';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { deliverWaiting } from '~/domain/programs/webhook-worker.server';
import { confirmedSigns } from '~/domain/report/danger-signs';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { webhookDeliveries } from '~/platform/db/core/tables/webhooks.server';
import { db } from '~/platform/db/db.server';
import { webhookEvents } from '~/platform/enums';
import { passMinutes } from '../../support/alerts';
import { whileBroken } from '../../support/broken';
import { a, an, fixture, password, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { gatherLog } from '../../support/incidents';
import { rawDatabase } from '../../support/raw';
import { startReceiver } from '../../support/receiver';
import { amendReviewOf, sendReview, takeBackOf, uploadFields } from '../../support/reports';
import { apiRoute, callApi } from '../../support/requests';
import { signTracesIn } from '../../support/signs';
import { deleteByApi } from '../../support/visits';

const clinic = clinicForFile({ WEBHOOKS_ALLOW_PRIVATE: 'yes' });
afterEach(() => vi.restoreAllMocks());

const uploadBy = async ({ token }: Somebody, description: string) =>
  callApi(apiRoute('report/upload-report'), {
    method: 'POST',
    token,
    body: uploadFields(await fixture('rash.png'), {
      ...{ dangerSigns: confirmedSigns.join(), urgent: 'on', description },
    }),
  });

test('danger signs are in no webhook, notification, log or audit entry, and sealed in the database', async () => {
  const receiver = await startReceiver();
  const logLines = gatherLog('trace');
  const [patient, admin, expert] = [await a.patient(), await an.admin(), await an.expert()];
  await callApi(apiRoute('system/webhooks'), {
    method: 'POST',
    token: admin.token,
    body: { url: receiver.url, events: webhookEvents.join(), password },
  });
  const ids: string[] = [];
  for (const key of ['first', 'second', 'third'])
    ids.push(String(((await uploadBy(patient, key)).json.data as { reportId: string }).reportId));
  const [reviewedId = '', deletedId = '', waitingId = ''] = ids;
  expect((await whileBroken('consents', () => uploadBy(patient, 'fourth'))).status).toBe(500);
  for (const minutes of [0, 15, 15]) {
    await passMinutes(minutes);
    await climbLadders();
  }
  await sendReview({ reportId: reviewedId, token: expert.token, review: 'All is well' });
  await amendReviewOf(expert, reviewedId, { text: 'All is very well' });
  await takeBackOf(expert, reviewedId, 2);
  await deleteByApi(patient, deletedId);
  await deliverWaiting();

  const rowOfWaiting = await db().select().from(reports).where(eq(reports.id, waitingId));
  expect(signTracesIn(JSON.stringify(rowOfWaiting)), 'what is searched for').not.toEqual([]);
  const stored = await db().select().from(outbox).orderBy(outbox.id);
  const letters = new Set(stored.map(({ letter }) => letter));
  for (const letter of ['urgentWaits', 'urgentUnread', 'lookNow']) expect(letters).toContain(letter);
  const places: [place: string, text: string][] = [
    ['webhooks', JSON.stringify(receiver.received)],
    ['deliveries', JSON.stringify(await db().select().from(webhookDeliveries).orderBy(webhookDeliveries.id))],
    ['outbox', JSON.stringify(stored)],
    ['e-mails', JSON.stringify(await clinic.emails())],
    ['audit log', JSON.stringify(await db().select().from(audit).orderBy(audit.id))],
    ['the bytes of the database', await rawDatabase()],
    ['log', (await logLines()).join('\n')],
  ];
  await receiver.close();
  for (const [place, text] of places) {
    const isWithId = place !== 'log' && place !== 'outbox';
    expect(text, place).toContain(isWithId ? waitingId : place === 'log' ? '"incident"' : 'urgentWaits');
    expect(signTracesIn(text), place).toEqual([]);
  }
});
