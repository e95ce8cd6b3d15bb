import { asc } from 'drizzle-orm';
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { allowMessages } from '~/domain/identity/message-consents.server';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { enqueueText } from '~/domain/notifications/notify.server';
import { smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import { createSmsSender, isNumberOfClinic } from '~/domain/notifications/sms-sender.server';
import { makeTextComposer } from '~/i18n/notifications/compose-text';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { atomically, db, execute } from '~/platform/db/db.server';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { gatewaySettings, startSmsGateway } from '../../support/sms-gateway';

const number = '+919876543210';
const maxTries = 8;
const compose = makeTextComposer(() => ({ senderName: 'SecondLook', publicUrl: 'https://a.example' }));
const lane = smsLane(createSmsSender(compose), async () => undefined);

let gateway: Awaited<ReturnType<typeof startSmsGateway>>;
let clinic: Clinic;
let patient: Somebody;

beforeAll(async () => {
  gateway = await startSmsGateway();
  clinic = await openClinic(gatewaySettings(gateway.url));
  setSmsRules({ isServed: isNumberOfClinic, dailyMax: 200 });
  patient = await a.patient();
  await atomically([allowMessages(patient.id, number)]);
});
afterAll(async () => {
  setSmsRules(undefined);
  await clinic.close();
  await gateway.close();
});

/** Urgent ones are sent by night too. */
beforeEach(() =>
  execute(
    enqueueText({
      account: { id: patient.id, language: 'ta' },
      destination: { channel: 'sms' },
      name: 'answerToday',
    }),
  ),
);
afterEach(async () => {
  await execute(db().delete(outbox));
  gateway.received.length = 0;
  gateway.behave('accepting');
});

const rows = () => db().select().from(outbox).orderBy(asc(outbox.id));

/** Makes every text due, as after the wait between two tries. */
const passTime = () =>
  execute(
    db()
      .update(outbox)
      .set({ nextTryAt: new Date(0) }),
  );

test('an answer is one request with the words of the account’s language, and nothing else', async () => {
  await sendQueued(lane);
  await sendQueued(lane);
  const [row] = await rows();
  expect(row).toMatchObject({ state: 'sent', delivery: null, failure: null });
  expect(gateway.texts()).toEqual([
    {
      id: row?.id,
      to: number,
      text: 'SecondLook: ஒன்று வந்துள்ளது. இன்றே உள்நுழைந்து படியுங்கள். https://a.example/login',
      template: '2',
    },
  ]);
  const { headers, text } = gateway.received[0] ?? { headers: {}, text: '' };
  expect(JSON.stringify(headers) + text).not.toMatch(
    new RegExp(`${patient.id}|${patient.token}|Asha|report`),
  );
});

test('a gateway that is broken gets a bounded number of tries with one ID', async () => {
  gateway.behave('broken');
  for (let round = 0; round < maxTries + 3; round += 1) {
    await passTime();
    await sendQueued(lane);
  }
  expect(gateway.received).toHaveLength(maxTries);
  expect(new Set(gateway.texts().map(({ id }) => id)).size).toBe(1);
  expect(await rows()).toMatchObject([{ state: 'undelivered', failure: '500', tries: maxTries }]);
});

test('a text that the gateway refuses is not tried again', async () => {
  gateway.behave('refusing');
  await sendQueued(lane);
  await passTime();
  await sendQueued(lane);
  expect(gateway.received).toHaveLength(1);
  expect(await rows()).toMatchObject([{ state: 'undelivered', failure: '403' }]);
});

test('a text goes out after the gateway is back', async () => {
  gateway.behave('cutting');
  await sendQueued(lane);
  expect(await rows()).toMatchObject([{ state: 'queued', failure: 'ECONNRESET', tries: 1 }]);
  gateway.behave('accepting');
  await passTime();
  await sendQueued(lane);
  expect(await rows()).toMatchObject([{ state: 'sent', failure: null }]);
});
