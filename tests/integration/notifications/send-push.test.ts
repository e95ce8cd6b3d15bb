import { createPublicKey, verify } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { createPushSender } from '~/domain/notifications/send-push.server';
import { languageCodes } from '~/i18n/language-codes';
import { textNames } from '~/i18n/notifications/text-names';
import { translate } from '~/i18n/translate';
import { newId } from '~/platform/ids.server';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import { isPushAuth, isPushEndpoint, isPushKey, pushKeyPair } from '~/platform/senders/push-request.server';
import { clinicForFile } from '../../support/clinic-for-file';
import { aPushBrowser, startPushService } from '../../support/push-service';

clinicForFile();
let service: Awaited<ReturnType<typeof startPushService>>;
beforeAll(async () => {
  service = await startPushService();
});
afterAll(() => service.close());

const sender = 'Hope';
const senderFor = (post?: typeof service.post) =>
  createPushSender({
    compose: (language) => translate(language, 'push.message', { sender }),
    path: '/dashboard',
    subject: 'https://clinic.example',
    post,
  });
const textFor = (to: ReturnType<typeof aPushBrowser>['target']) =>
  ({ id: newId(), name: 'answer', params: {}, language: 'en', to }) as const;

describe('a push message', () => {
  test('arrives encrypted, with the sentence, the page and its ID alone, and waits there for days', async () => {
    const browser = aPushBrowser();
    const text = textFor(browser.target);
    expect(await senderFor(service.post)(text)).toEqual({ kind: 'sent' });
    const [request] = service.received.filter(({ path }) => path === browser.path);
    if (!request) throw new Error('nothing arrived');
    expect(JSON.parse(browser.decrypt(request.body))).toEqual({
      text: 'You have a message from Hope',
      path: '/dashboard',
      tag: text.id,
    });
    expect(request.headers).toMatchObject({ 'content-encoding': 'aes128gcm', topic: text.id });
    expect(Number(request.headers.ttl)).toBeGreaterThanOrEqual(48 * 3600);
  });

  test('is signed with the key of the clinic for this push service', async () => {
    const browser = aPushBrowser();
    await senderFor(service.post)(textFor(browser.target));
    const request = service.received.find(({ path }) => path === browser.path);
    const [, token = '', key = ''] =
      /^vapid t=(\S+), k=(\S+)$/.exec(String(request?.headers.authorization)) ?? [];
    const { publicKey } = pushKeyPair();
    expect(key).toBe(publicKey);
    const [head, claims = '', signature = ''] = token.split('.');
    expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
      aud: 'https://push.example',
      sub: 'https://clinic.example',
    });
    const point = Buffer.from(publicKey, 'base64url');
    const jwk = {
      kty: 'EC',
      crv: 'P-256',
      x: point.toString('base64url', 1, 33),
      y: point.toString('base64url', 33),
    };
    const signed = Buffer.from(`${head}.${claims}`);
    const verifier = {
      key: createPublicKey({ key: jwk, format: 'jwk' }),
      dsaEncoding: 'ieee-p1363' as const,
    };
    expect(verify('sha256', signed, verifier, Buffer.from(signature, 'base64url'))).toBe(true);
  });

  test.each(languageCodes)('says only who sends it, whatever it is about: %s', async (language) => {
    const browser = aPushBrowser();
    for (const name of textNames)
      await senderFor(service.post)({ ...textFor(browser.target), name, params: { count: 3 }, language });
    const plain = service.received
      .filter(({ path }) => path === browser.path)
      .map(({ body }) => JSON.parse(browser.decrypt(body)));
    expect(new Set(plain.map(({ text }) => text))).toEqual(
      new Set([translate(language, 'push.message', { sender })]),
    );
    expect(plain).toHaveLength(textNames.length);
    expect(new Set(plain.flatMap(Object.keys))).toEqual(new Set(['text', 'path', 'tag']));
    expect(new Set(plain.map(({ tag }) => tag)).size).toBe(textNames.length);
  });

  test.each([
    [200, { kind: 'sent' }],
    [201, { kind: 'sent' }],
    [404, { kind: 'ended', code: '404' }],
    [410, { kind: 'ended', code: '410' }],
    [400, { kind: 'refused', code: '400' }],
    [403, { kind: 'refused', code: '403' }],
    [413, { kind: 'refused', code: '413' }],
    [307, { kind: 'refused', code: '307' }],
    [429, { kind: 'retry', code: '429', isReached: true }],
    [503, { kind: 'retry', code: '503', isReached: true }],
  ])('with the answer %i', async (status, outcome) => {
    const browser = aPushBrowser();
    const other = aPushBrowser();
    const headers = { Location: other.path };
    service.answers.set(browser.path, { status, headers, body: 'secret words of the service' });
    expect(await senderFor(service.post)(textFor(browser.target))).toEqual(outcome);
    expect(
      service.received.some(({ path }) => path === other.path),
      'no redirect is followed',
    ).toBe(false);
  });

  test('is tried again if the push service is not reached', async () => {
    const closed = await startPushService();
    await closed.close();
    expect(await senderFor(closed.post)(textFor(aPushBrowser().target))).toEqual({
      kind: 'retry',
      code: 'ECONNREFUSED',
      isReached: false,
    });
  });

  test('is not sent to another port, without TLS, into a private network, or under wrong keys', async () => {
    const { target } = aPushBrowser();
    const send = senderFor();
    const refused = (code: string) => ({ kind: 'refused', code });
    for (const [endpoint, code] of [
      ['https://push.example:8443/send/1', 'ESHAPE'],
      ['http://push.example/send/1', 'ESHAPE'],
      ['https://10.0.0.1/send/1', 'EPRIVATE'],
      ['https://169.254.169.254/send/1', 'EPRIVATE'],
      ['https://localhost/send/1', 'EPRIVATE'],
    ] as const)
      expect(await send(textFor({ ...target, endpoint })), endpoint).toEqual(refused(code));
    const wrongKeys = { ...target.keys, p256dh: Buffer.alloc(65, 4).toString('base64url') };
    expect(await send(textFor({ ...target, keys: wrongKeys }))).toEqual(refused('ESHAPE'));
  });
});

describe('the shape of what a browser sends', () => {
  test.each([
    ['https://push.example/send/1', true],
    ['https://push.example:443/send/1', true],
    ['https://push.example:444/send/1', false],
    ['http://push.example/send/1', false],
    ['https://me:word@push.example/send/1', false],
    ['https://push.example/send/1#part', false],
    ['javascript:alert(1)', false],
    ['push.example', false],
    [`https://push.example/${'a'.repeat(1000)}`, false],
  ])('of an address: %s', (endpoint, isRight) => {
    expect(isPushEndpoint(endpoint)).toBe(isRight);
  });

  test('of the keys', () => {
    const { p256dh, auth } = aPushBrowser().target.keys;
    expect([isPushKey(p256dh), isPushAuth(auth)]).toEqual([true, true]);
    for (const wrong of ['', auth, `${p256dh}A`, `A${p256dh.slice(1)}`, p256dh.replace(/.$/, '=')])
      expect(isPushKey(wrong), wrong).toBe(false);
    for (const wrong of ['', p256dh, `${auth}=`, auth.slice(1)]) expect(isPushAuth(wrong), wrong).toBe(false);
  });
});

test('the key pair of a clinic follows from its session secret, on each of its servers', () => {
  setSessionSecret('another secret of thirty-two letters');
  const other = pushKeyPair();
  setSessionSecret('a secret of thirty-two characters');
  const own = pushKeyPair();
  expect(own.publicKey).not.toBe(other.publicKey);
  setSessionSecret('another secret of thirty-two letters');
  expect(pushKeyPair()).toEqual(other);
  setSessionSecret('a secret of thirty-two characters');
  expect(pushKeyPair()).toEqual(own);
});
