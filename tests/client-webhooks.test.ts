import { Webhook } from 'standardwebhooks';
import { describe, expect, test } from 'vitest';
import { deliveredEvents } from '~/platform/enums';
import { verifyWebhook } from '../clients/typescript/src/verify-webhook';

const secret = `whsec_${Buffer.alloc(32, 7).toString('base64')}`;
const otherSecret = `whsec_${Buffer.alloc(32, 8).toString('base64')}`;
const signedAt = new Date('2026-03-05T09:10:00.000Z');
const event = { type: 'report.reviewed', timestamp: '2026-03-05T09:09:00.000Z', data: { id: 'r1' } };

/** Signs a message with the package of the Standard Webhooks project. */
function sign(content: unknown = event, { by = secret, id = 'm1' } = {}) {
  const body = JSON.stringify(content);
  const signature = new Webhook(by).sign(id, signedAt, body);
  const seconds = String(signedAt.getTime() / 1000);
  return {
    body,
    headers: { 'webhook-id': id, 'webhook-timestamp': seconds, 'webhook-signature': signature },
  };
}

const later = (seconds: number) => new Date(signedAt.getTime() + seconds * 1000);

describe('the verification of a webhook by the TypeScript client', () => {
  test.each(deliveredEvents)('returns %s', async (type) => {
    const { headers, body } = sign({ ...event, type });
    const expected = { ...event, type, messageId: 'm1' };
    expect(await verifyWebhook(secret, headers, body, signedAt)).toEqual(expected);
    const bytes = new TextEncoder().encode(body);
    expect(await verifyWebhook(secret, new Headers(headers), bytes, signedAt)).toEqual(expected);
  });

  test('accepts one of several signatures, and skips unknown ones', async () => {
    const { headers, body } = sign();
    const old = sign(event, { by: otherSecret }).headers['webhook-signature'];
    const several = ['v1a,AAAA', 'v1,***', 'v1', '', old, headers['webhook-signature']].join(' ');
    const message = verifyWebhook(secret, { ...headers, 'webhook-signature': several }, body, signedAt);
    expect(await message).toMatchObject(event);
    const wrong = verifyWebhook(secret, { ...headers, 'webhook-signature': `v1,*** ${old}` }, body, signedAt);
    await expect(wrong).rejects.toMatchObject({ code: 'wrong_signature' });
  });

  test.each<[what: string, code: string, change: Partial<ReturnType<typeof sign>>]>([
    ['body', 'wrong_signature', { body: sign({ ...event, data: { id: 'r2' } }).body }],
    ['ID', 'wrong_signature', { headers: { ...sign().headers, 'webhook-id': 'm2' } }],
    ['time', 'wrong_signature', { headers: { ...sign().headers, 'webhook-timestamp': '1772701801' } }],
    ['time that is no number', 'wrong_time', { headers: { ...sign().headers, 'webhook-timestamp': 'NaN' } }],
    ['missing signature', 'missing_headers', { headers: { ...sign().headers, 'webhook-signature': '' } }],
    ['secret', 'wrong_signature', sign(event, { by: otherSecret })],
    ['event', 'unknown_event', sign({ ...event, type: 'toString' })],
    ['content', 'unknown_event', sign([event])],
  ])('refuses another %s with %s', async (_what, code, change) => {
    const { headers, body } = { ...sign(), ...change };
    await expect(verifyWebhook(secret, headers, body, signedAt)).rejects.toMatchObject({ code });
  });

  test('refuses messages that are over five minutes old or early', async () => {
    const { headers, body } = sign();
    for (const seconds of [-300, 300])
      expect(await verifyWebhook(secret, headers, body, later(seconds))).toMatchObject(event);
    for (const seconds of [-301, 301]) {
      const message = verifyWebhook(secret, headers, body, later(seconds));
      await expect(message).rejects.toMatchObject({ code: 'wrong_time' });
    }
  });

  test.each(['', 'whsec_', 'whsec_***'])('refuses the secret "%s"', async (wrong) => {
    const { headers, body } = sign();
    const message = verifyWebhook(wrong, headers, body, signedAt);
    await expect(message).rejects.toMatchObject({ code: 'invalid_secret' });
  });
});
