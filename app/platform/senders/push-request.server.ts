import { createECDH, ECDH } from 'node:crypto';
import webPush from 'web-push';
import { keyFor } from '~/platform/secrets/secrets.server';
import { type PostOutcome, postGuarded } from './guarded-post.server';

/**
 * Seconds for which a push service holds a message for a phone that is off: three days. Answers come
 * after days.
 */
const holdSeconds = 3 * 24 * 3600;
const maxEndpointLength = 1000;
const pointBytes = 65;
const authBytes = 16;

/** The address and the keys of a browser, as its push service gave them. */
type Target = { endpoint: string; keys: { p256dh: string; auth: string } };

/** Sends a request. Tests pass one that leads to a push service of their own. */
export type PostPush = (url: URL, message: PushMessage) => Promise<PostOutcome>;

type PushMessage = { headers: Record<string, string>; body: Buffer };

/** Checks whether an address may be a push service's: https on port 443, without a name or a password. */
export function isPushEndpoint(text: string): boolean {
  if (text.length > maxEndpointLength || !URL.canParse(text)) return false;
  const { protocol, port, username, password, hash } = new URL(text);
  return protocol === 'https:' && port === '' && username === '' && password === '' && hash === '';
}

/** Checks whether a text is the public key of a browser: a point on P-256, base64url. */
export function isPushKey(text: string): boolean {
  const point = bytesOf(text);
  if (point?.length !== pointBytes || point[0] !== 4) return false;
  try {
    ECDH.convertKey(point, 'prime256v1');
    return true;
  } catch {
    return false;
  }
}

/** Checks whether a text is the secret of a browser: 16 bytes, base64url. */
export const isPushAuth = (text: string): boolean => bytesOf(text)?.length === authBytes;

function bytesOf(text: string): Buffer | undefined {
  return /^[\w-]{1,100}$/.test(text) ? Buffer.from(text, 'base64url') : undefined;
}

/**
 * Derives the key pair by which push services know this clinic (VAPID) from the session secret, so
 * that all servers of a clinic have the same pair.
 *
 * @returns both keys, base64url.
 */
export function pushKeyPair(): { publicKey: string; privateKey: string } {
  const pair = createECDH('prime256v1');
  // One in 2^32 derived keys is not a number of the curve.
  for (let turn = 1; ; turn += 1) {
    const privateKey = keyFor(`push key ${turn}`).export();
    try {
      pair.setPrivateKey(privateKey);
      return { publicKey: pair.getPublicKey('base64url'), privateKey: privateKey.toString('base64url') };
    } catch {}
  }
}

const postToService: PostPush = (url, message) => postGuarded(url, { ...message, mayBePrivate: false });

/**
 * Encrypts a text for a browser (RFC 8291) and hands it to its push service.
 *
 * @param subject an https or mailto address, at which the push service reaches the clinic.
 * @param topic at most 32 characters: a message replaces one of the same topic that still waits.
 * @returns the outcome, with `ESHAPE` for an address or keys that cannot be right; never rejects.
 */
export async function postPush(
  { endpoint, keys }: Target,
  { text, subject, topic }: { text: string; subject: string; topic: string },
  post: PostPush = postToService,
): Promise<PostOutcome> {
  if (!isPushEndpoint(endpoint) || !isPushKey(keys.p256dh) || !isPushAuth(keys.auth))
    return { code: 'ESHAPE' };
  const { headers, body } = webPush.generateRequestDetails({ endpoint, keys }, text, {
    vapidDetails: { subject, ...pushKeyPair() },
    TTL: holdSeconds,
    // A phone that saves power would hold others back.
    urgency: 'high',
    topic,
  });
  const sentHeaders = Object.entries(headers).map(([name, value]) => [name, String(value)]);
  return post(new URL(endpoint), { headers: Object.fromEntries(sentHeaders), body });
}
