import { createDecipheriv, createECDH, hkdfSync, randomBytes } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { IncomingHttpHeaders } from 'node:http';
import { createServer } from 'node:https';
import type { AddressInfo } from 'node:net';
import { newId } from '~/platform/ids.server';
import { postGuarded } from '~/platform/senders/guarded-post.server';
import type { PostPush } from '~/platform/senders/push-request.server';
import { makeCertificates } from './certificates';

type PushRequest = { path: string; headers: IncomingHttpHeaders; body: Buffer };

/**
 * Starts a push service over TLS, with a certificate of its own. `answers` decides by the path;
 * without an entry it answers with 201. `post` sends to it what is for `https://push.example`.
 */
export async function startPushService() {
  const certificates = makeCertificates('localhost');
  const [cert, key, ca] = [certificates.certificate, certificates.key, certificates.ca].map((path) =>
    readFileSync(path, 'utf8'),
  );
  certificates.remove();
  const received: PushRequest[] = [];
  const answers = new Map<string, { status: number; body?: string; headers?: Record<string, string> }>();
  const server = createServer({ cert, key }, async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk);
    const path = request.url ?? '';
    received.push({ path, headers: request.headers, body: Buffer.concat(chunks) });
    const { status, body, headers } = answers.get(path) ?? { status: 201 };
    response.writeHead(status, headers).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const post: PostPush = (url, message) =>
    postGuarded(new URL(url.pathname, `https://localhost:${port}`), { ...message, mayBePrivate: true, ca });
  return {
    received,
    answers,
    post,
    close: () => new Promise<void>((resolve) => void server.close(() => resolve())),
  };
}

/** Creates a browser that has asked the push service for an address. */
export function aPushBrowser() {
  const pair = createECDH('prime256v1');
  const p256dh = pair.generateKeys('base64url');
  const auth = randomBytes(16);
  const path = `/send/${newId()}`;
  return {
    path,
    target: {
      endpoint: `https://push.example${path}`,
      keys: { p256dh, auth: auth.toString('base64url') },
    },
    fields: { endpoint: `https://push.example${path}`, p256dh, auth: auth.toString('base64url') },
    /** Decrypts a message of one record as RFC 8291 and RFC 8188 say. */
    decrypt(body: Buffer): string {
      const salt = body.subarray(0, 16);
      const serverKey = body.subarray(21, 21 + body.readUInt8(20));
      const derive = (secret: Buffer, from: Buffer, info: Buffer, length: number) =>
        Buffer.from(hkdfSync('sha256', secret, from, info, length));
      const keyInfo = Buffer.concat([Buffer.from('WebPush: info\0'), pair.getPublicKey(), serverKey]);
      const secret = derive(pair.computeSecret(serverKey), auth, keyInfo, 32);
      const contentKey = derive(secret, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16);
      const nonce = derive(secret, salt, Buffer.from('Content-Encoding: nonce\0'), 12);
      const sealed = body.subarray(21 + serverKey.length);
      const decipher = createDecipheriv('aes-128-gcm', contentKey, nonce).setAuthTag(sealed.subarray(-16));
      const plain = Buffer.concat([decipher.update(sealed.subarray(0, -16)), decipher.final()]);
      return plain.subarray(0, plain.lastIndexOf(2)).toString('utf8');
    },
  };
}
