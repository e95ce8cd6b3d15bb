import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createSmsSender, isNumberOfClinic } from '~/domain/notifications/sms-sender.server';
import { allLanguages } from '~/i18n/languages';
import { makeTextComposer } from '~/i18n/notifications/compose-text';
import { textNames } from '~/i18n/notifications/text-names';
import { clinicWords, getSettings } from '~/platform/settings/env.server';
import { gatewaySettings, startSmsGateway, useSettings } from '../../support/sms-gateway';

type Gateway = Awaited<ReturnType<typeof startSmsGateway>>;
let gateway: Gateway;

const sendSms = createSmsSender(
  makeTextComposer(() => ({
    senderName: clinicWords().senderName,
    publicUrl: getSettings().PUBLIC_URL,
  })),
);
const sms = { id: '01k2zq5v7m8n', to: '+919876543210', name: 'answer', params: {}, language: 'te' } as const;

beforeEach(async () => {
  gateway = await startSmsGateway();
  useSettings(gatewaySettings(gateway.url));
});
afterEach(async () => {
  vi.restoreAllMocks();
  await gateway.close();
  useSettings({});
});

test('a text is one request with the authorization, its number and its ID', async () => {
  expect(await sendSms(sms)).toEqual({ kind: 'sent' });
  expect(gateway.received).toHaveLength(1);
  expect(gateway.received[0]?.headers).toMatchObject({
    authorization: 'Bearer of-the-gateway',
    'content-type': 'application/json; charset=utf-8',
  });
  expect(gateway.texts()).toEqual([
    {
      id: sms.id,
      to: sms.to,
      text: 'SecondLook: మీ కోసం కొత్తది ఒకటి వచ్చింది. లాగిన్ అవ్వండి. http://localhost:3000/login',
      template: '1',
    },
  ]);
});

test.each([
  ['accepting', { kind: 'sent' }],
  ['broken', { kind: 'retry', code: '500', isReached: true }],
  ['busy', { kind: 'retry', code: '429', isReached: true }],
  ['refusing', { kind: 'refused', code: '403' }],
  ['leadingAway', { kind: 'refused', code: '307' }],
  ['cutting', { kind: 'retry', code: 'ECONNRESET', isReached: false }],
] as const)('a gateway that is %s', async (manner, outcome) => {
  gateway.behave(manner);
  expect(await sendSms(sms)).toEqual(outcome);
  expect(gateway.received).toHaveLength(1);
});

test('a gateway that is down, or that does not answer, is tried again later', async () => {
  gateway.behave('silent');
  const timeout = vi.spyOn(AbortSignal, 'timeout').mockImplementation(() => {
    const controller = new AbortController();
    queueMicrotask(() => controller.abort(new DOMException('late', 'TimeoutError')));
    return controller.signal;
  });
  expect(await sendSms(sms)).toEqual({ kind: 'retry', code: 'ETIMEDOUT', isReached: false });
  expect(timeout).toHaveBeenCalledWith(10_000);
  timeout.mockRestore();
  await gateway.close();
  expect(await sendSms(sms)).toEqual({ kind: 'retry', code: 'ECONNREFUSED', isReached: false });
});

test('a private address is not reached without the setting', async () => {
  const { port } = new URL(gateway.url);
  useSettings({
    ...gatewaySettings(`https://127.0.0.1:${port}/send`),
    SMS_ALLOW_PRIVATE: 'no',
  });
  expect(await sendSms(sms)).toEqual({ kind: 'retry', code: 'EPRIVATE', isReached: false });
  expect(gateway.received).toEqual([]);
});

test('a line break in the name of the sender stays within the text', async () => {
  useSettings({ ...gatewaySettings(gateway.url), SENDER_NAME: 'Second\r\nLook","to":"+10000000000' });
  expect(await sendSms({ ...sms, language: 'en' })).toEqual({ kind: 'sent' });
  expect(gateway.texts()[0]).toMatchObject({
    to: sms.to,
    text: expect.stringMatching(/^Second Look","to":"\+10000000000: Something new/),
  });
});

test('a text goes to the numbers of the clinic’s countries alone', async () => {
  expect(await sendSms({ ...sms, to: '+447700900123' })).toEqual({ kind: 'refused', code: 'ECOUNTRY' });
  expect(gateway.received).toEqual([]);
  useSettings({ ...gatewaySettings(gateway.url), SMS_COUNTRIES: 'GB,+977' });
  expect(['+447400123456', '+9779841234567', '+919876543210'].map(isNumberOfClinic)).toEqual([
    true,
    true,
    false,
  ]);
});

test('a text is sent with its registered ID', async () => {
  useSettings({ ...gatewaySettings(gateway.url), SMS_TEMPLATES: '1-te=1107-te,1=1107' });
  await sendSms(sms);
  await sendSms({ ...sms, language: 'hi' });
  await sendSms({ ...sms, name: 'question' });
  expect(gateway.texts().map(({ template }) => template)).toEqual(['1107-te', '1107', '5']);
});

test('no text has a line break, and every one is sent under its number', async () => {
  for (const language of allLanguages)
    for (const name of textNames) await sendSms({ ...sms, name, language, params: { count: 3 } });
  expect(gateway.texts()).toHaveLength(allLanguages.length * textNames.length);
  for (const { text, template } of gateway.texts()) {
    expect(text).toMatch(/^SecondLook: [^\p{Cc}]+ http:\/\/localhost:3000\/login$/u);
    expect(Number(template)).toBeGreaterThan(0);
  }
});
