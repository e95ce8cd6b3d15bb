import dns from 'node:dns';
import { readFileSync } from 'node:fs';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { makeCertificates } from '../../../tests/support/certificates';
import { startReceiver } from '../../../tests/support/receiver';
import { isPublicAddress, postGuarded } from './guarded-post.server';

const message = { headers: { 'Content-Type': 'application/json' }, body: '{"a":"ü"}' };
const post = (url: string, mayBePrivate = true, timeoutMs?: number) =>
  postGuarded(new URL(url), { ...message, mayBePrivate, timeoutMs });

const closing: (() => Promise<void>)[] = [];
afterEach(async () => {
  vi.restoreAllMocks();
  for (const close of closing.splice(0)) await close();
});

async function receiver(...options: Parameters<typeof startReceiver>) {
  const started = await startReceiver(...options);
  closing.push(started.close);
  return started;
}

test.each([
  ['93.184.215.14', true],
  ['2606:4700::1111', true],
  ['127.0.0.1', false],
  ['10.1.2.3', false],
  ['172.31.0.1', false],
  ['192.168.1.1', false],
  ['169.254.169.254', false],
  ['100.64.0.1', false],
  ['198.18.0.1', false],
  ['0.0.0.0', false],
  ['255.255.255.255', false],
  ['224.0.0.1', false],
  ['::1', false],
  ['::', false],
  ['fe80::1', false],
  ['fe80::1%eth0', false],
  ['fd00::1', false],
  ['::ffff:10.0.0.1', false],
  ['64:ff9b::a00:1', false],
  ['2002:a00:1::', false],
  ['no address', false],
  // Services inside clouds.
  ['168.63.129.16', false],
  ['168.63.129.17', true],
  ['100.100.100.200', false],
  ['192.0.0.192', false],
  ['161.26.0.10', false],
  ['166.9.1.1', false],
  ['166.12.0.1', true],
  ['fd00:ec2::254', false],
  ['fd20:ce::254', false],
  // Addresses inside others.
  ['::127.0.0.1', false],
  ['::7f00:1', false],
  ['::168.63.129.16', false],
  ['::8.8.8.8', false],
  ['::ffff:168.63.129.16', false],
  ['::ffff:0:10.0.0.1', false],
  ['64:ff9b::8.8.8.8', false],
  ['64:ff9b:1::a00:1', false],
  ['2002:a83f:8110::1', false],
  ['2001:0:a83f:8110::1', false],
  ['2001:0:4136:e378:8000:63bf:3fff:fdd2', false],
  ['fec0::1', false],
  ['100::1', false],
  ['4000::1', false],
  ['[::127.0.0.1]', false],
  ['[2606:4700::1111]', true],
])('tells whether an address is public: %s', (address, isPublic) => {
  expect(isPublicAddress(address)).toBe(isPublic);
});

describe('a post', () => {
  test('arrives whole, and returns the status of the answer', async () => {
    const { url, received } = await receiver((response) => void response.writeHead(202).end('thanks'));
    expect(await post(url)).toEqual({ status: 202 });
    expect(received.map(({ text }) => text)).toEqual([message.body]);
  });

  test('goes over TLS to a server whose certificate is trusted', async () => {
    const certificates = makeCertificates('localhost');
    const tls = { cert: readFileSync(certificates.certificate), key: readFileSync(certificates.key) };
    const ca = readFileSync(certificates.ca, 'utf8');
    certificates.remove();
    const { url, received } = await receiver(undefined, tls);
    expect(await postGuarded(new URL(url), { ...message, mayBePrivate: true, ca })).toEqual({ status: 204 });
    expect(await post(url)).toEqual({ code: 'UNABLE_TO_VERIFY_LEAF_SIGNATURE' });
    expect(received).toHaveLength(1);
  });

  test('follows no redirect', async () => {
    const other = await receiver();
    const { url } = await receiver((response) => void response.writeHead(307, { Location: other.url }).end());
    expect(await post(url)).toEqual({ status: 307 });
    expect(other.received).toEqual([]);
  });

  test('reads a part of a long answer', async () => {
    let sentBytes = 0;
    const { url } = await receiver((response) => {
      const send = (): void => {
        if (response.destroyed || sentBytes >= 10_000_000) return void response.end();
        sentBytes += 16_384;
        response.write(Buffer.alloc(16_384), send);
      };
      response.writeHead(200);
      send();
    });
    expect(await post(url)).toEqual({ status: 200 });
    // The rest fits into the buffers of the two sockets.
    expect(sentBytes).toBeLessThan(8_000_000);
  });

  test('ends in time without an answer, and when the answer does not end', async () => {
    const silent = await receiver(() => undefined);
    expect(await post(silent.url, true, 100)).toEqual({ code: 'ETIMEDOUT' });
    const endless = await receiver((response) => void response.writeHead(200).write('…'));
    expect(await post(endless.url, true, 100)).toEqual({ status: 200 });
  });

  test('names the error if nobody listens', async () => {
    const { url, close } = await receiver();
    await close();
    expect(await post(url)).toEqual({ code: 'ECONNREFUSED' });
  });

  test('reaches no private address, by its number or by a name that is looked up once', async () => {
    const { url, received } = await receiver();
    const { port } = new URL(url);
    for (const host of ['127.0.0.1', '0x7f.1', '[::1]', '[::ffff:127.0.0.1]'])
      expect(await post(`http://${host}:${port}/`, false)).toEqual({ code: 'EPRIVATE' });
    const answers = [['10.0.0.7'], ['127.0.0.1']];
    const lookup = vi.spyOn(dns, 'lookup').mockImplementation(((
      _host: string,
      _options: unknown,
      callback: (error: null, addresses: dns.LookupAddress[]) => void,
    ) =>
      callback(
        null,
        (answers.shift() ?? []).map((address) => ({ address, family: 4 })),
      )) as never);
    expect(await post(`http://rebinding.example:${port}/`, false)).toEqual({ code: 'EPRIVATE' });
    expect(lookup).toHaveBeenCalledTimes(1);
    answers.splice(0, 1, ['93.184.215.14', '127.0.0.1']);
    expect(await post(`http://mixed.example:${port}/`, false)).toEqual({ code: 'EPRIVATE' });
    expect(received).toEqual([]);
  });
});
