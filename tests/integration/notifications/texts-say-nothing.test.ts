import { afterAll, afterEach, beforeAll, expect, test, vi } from 'vitest';
import { climbLadders } from '~/domain/alerts/urgent-ladder.server';
import { allowMessages } from '~/domain/identity/message-consents.server';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { pushLane, smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { createSmsSender, isNumberOfClinic } from '~/domain/notifications/sms-sender.server';
import { makeTextComposer } from '~/i18n/notifications/compose-text';
import { openPush } from '~/ops/start-senders.server';
import { audit, outbox } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import { passMinutes } from '../../support/alerts';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { gatherLog } from '../../support/incidents';
import { turnOnPushBy } from '../../support/push';
import { startPushService } from '../../support/push-service';
import { askAbout } from '../../support/questions';
import { rawDatabase } from '../../support/raw';
import { amendReviewOf, aReportOf, sendReview } from '../../support/reports';
import { gatewaySettings, startSmsGateway } from '../../support/sms-gateway';

/** The number that every account of the tests has. */
const number = '+919876543210';
const compose = makeTextComposer(() => ({ senderName: 'SecondLook', publicUrl: 'https://a.example' }));

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let service: Awaited<ReturnType<typeof startPushService>>;
let clinic: Clinic;
beforeAll(async () => {
  // It is noon in the clinic: by night only urgent texts are sent.
  vi.useFakeTimers({ toFake: ['Date'], now: new Date('2031-03-05T12:00:00+05:30') });
  gateway = await startSmsGateway();
  service = await startPushService();
  clinic = await openClinic(gatewaySettings(gateway.url));
  setSmsRules({ isServed: isNumberOfClinic, dailyMax: 200 });
});
afterEach(() => vi.restoreAllMocks());
afterAll(async () => {
  setSmsRules(undefined);
  vi.useRealTimers();
  await clinic.close();
  await Promise.all([gateway.close(), service.close()]);
});

async function withPhone(person: Somebody) {
  await execute(allowMessages(person.id, number));
  const { browser } = await turnOnPushBy(person.cookie);
  return { ...person, browser };
}

/** Sends what is queued, without its waits. */
async function sendAll() {
  await execute(
    db()
      .update(outbox)
      .set({ nextTryAt: new Date(0) }),
  );
  await sendQueued(smsLane(createSmsSender(compose), async () => undefined));
  await sendQueued(pushLane(openPush(getSettings(), service.post)));
}

test('what goes to phones, and what is logged of it, has no health word, name, token or foreign number', async () => {
  const logLines = gatherLog('trace');
  const patient = await withPhone(await a.patient({ firstName: 'Canaryasha' }));
  const expert = await withPhone(await an.expert({ firstName: 'Canarymeera' }));
  const report = await aReportOf(patient, { description: 'Canarylump', urgent: 'on' });
  expect((await askAbout(expert, report._id)).status).toBe(200);
  const answered = await aReportOf(patient, { description: 'Canarysecond' });
  for (const minutes of [0, 15, 15]) {
    await passMinutes(minutes);
    await climbLadders();
  }
  await sendReview({ reportId: answered._id, token: expert.token, review: 'Canaryreview' });
  await amendReviewOf(expert, answered._id, { text: 'Canarychanged' });
  await sendAll();

  const letters = (await db().select().from(outbox).orderBy(outbox.id)).flatMap(({ channel, letter }) =>
    channel === 'mail' ? [] : [`${letter} by ${channel}`],
  );
  for (const name of ['answer', 'question', 'alert'])
    for (const channel of ['sms', 'push']) expect(letters).toContain(`${name} by ${channel}`);
  const payloads = service.received.map(({ path, body }) =>
    [patient, expert].find(({ browser }) => browser.path === path)?.browser.decrypt(body),
  );
  expect(gateway.texts().length).toBeGreaterThan(2);
  expect(payloads.length).toBeGreaterThan(2);

  const secrets = [
    'canary',
    ...[patient, expert].flatMap(({ id, email, token, cookie }) => [id, email, token, cookie]),
    report._id,
    answered._id,
  ];
  const sent: [place: string, text: string][] = [
    ['requests to the gateway', JSON.stringify(gateway.received)],
    ['push messages', JSON.stringify(payloads)],
    ['requests to push services', JSON.stringify(service.received.map(({ headers }) => headers))],
  ];
  for (const [place, text] of sent) {
    for (const secret of secrets) expect(text.toLowerCase(), place).not.toContain(secret.toLowerCase());
    expect(text, place).not.toMatch(/blood|biopsy|scan|doctor|review|health|patient|lump/i);
    for (const [other] of text.matchAll(/\+91\d{10}/g)) expect(other, place).toBe(number);
  }
  const paths = [patient, expert].map(({ browser }) => browser.path);
  const logged =
    (await logLines()).join('\n') + JSON.stringify(await db().select().from(audit).orderBy(audit.id));
  for (const secret of ['Canary', number, ...paths]) expect(logged.includes(secret), secret).toBe(false);
  const stored = await rawDatabase();
  const sealed = ['Canarylump', 'Canarysecond', 'Canaryreview', 'Canarychanged', number, ...paths];
  for (const secret of sealed) expect(stored.includes(secret), secret).toBe(false);
});
