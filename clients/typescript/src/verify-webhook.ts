/** The events that a message can report. `webhook.test` is sent when an admin tries the webhook. */
export const webhookEvents = [
  'report.created',
  'report.reviewed',
  'report.amended',
  'review.takenBack',
  'report.deleted',
  'consent.withdrawn',
  'consent.given',
  'question.asked',
  'expert.signedUp',
  'webhook.test',
] as const;

type EventName = (typeof webhookEvents)[number];

/** An event that a webhook reports. */
export type WebhookEvent = {
  /** The ID of the message. It is the same each time that the message is sent. */
  messageId: string;
  type: EventName;
  /** The time of the event, in UTC. */
  timestamp: string;
  /** `id` is the ID of the report, of the account for `expert.signedUp`, or of the webhook for `webhook.test`. */
  data: { id: string };
};

/** The reason for which a message is refused. */
export type WebhookProblem =
  | 'missing_headers'
  | 'wrong_time'
  | 'wrong_signature'
  | 'unknown_event'
  | 'invalid_secret';

/** Thrown by `verifyWebhook` for a message that must not be believed, or is not known. */
export class WebhookError extends Error {
  override readonly name = 'WebhookError';
  readonly code: WebhookProblem;

  constructor(code: WebhookProblem, message: string) {
    super(message);
    this.code = code;
  }
}

/** Headers of a request: those of `fetch`, or of Node.js with names in lower case. */
export type WebhookHeaders = Headers | Record<string, string | string[] | undefined>;

const toleranceSeconds = 5 * 60;

/**
 * Checks the signature of a webhook's message, as the Standard Webhooks specification says, and
 * returns the event.
 *
 * @param secret the secret of the webhook, `whsec_…`.
 * @param headers the headers of the request.
 * @param body the body exactly as it was received, before it is parsed.
 * @param now the current time. Messages that were signed over five minutes from it are refused.
 * @throws WebhookError if the message is not from the clinic, is altered, old, or of an event that
 *   this version does not know.
 */
export async function verifyWebhook(
  secret: string,
  headers: WebhookHeaders,
  body: string | Uint8Array,
  now: Date = new Date(),
): Promise<WebhookEvent> {
  const messageId = readHeader(headers, 'webhook-id');
  const signedAt = readHeader(headers, 'webhook-timestamp');
  const signatures = readHeader(headers, 'webhook-signature');
  if (!messageId || !signedAt || !signatures)
    throw new WebhookError('missing_headers', 'The message has no webhook-… headers');
  const distance = /^\d{1,12}$/.test(signedAt) ? Math.abs(now.getTime() / 1000 - Number(signedAt)) : Infinity;
  if (distance > toleranceSeconds)
    throw new WebhookError('wrong_time', 'The message was signed over five minutes ago, or in the future');

  const text = typeof body === 'string' ? body : new TextDecoder().decode(body);
  const key = await importSecret(secret);
  if (!(await hasSignature(key, signatures, `${messageId}.${signedAt}.${text}`)))
    throw new WebhookError('wrong_signature', 'The message has no signature with this secret');
  const event = parseEvent(text);
  if (!event) throw new WebhookError('unknown_event', 'The message is signed, but its event is not known');
  return { messageId, ...event };
}

function readHeader(headers: WebhookHeaders, name: string): string | undefined {
  const value = headers instanceof Headers ? headers.get(name) : headers[name];
  return typeof value === 'string' ? value : undefined;
}

async function importSecret(secret: string): Promise<CryptoKey> {
  const bytes = decodeBase64(secret.replace(/^whsec_/, ''));
  if (!bytes?.length) throw new WebhookError('invalid_secret', 'The secret is not one of a webhook');
  return crypto.subtle.importKey('raw', bytes, { name: 'HMAC', hash: 'SHA-256' }, false, ['verify']);
}

/** Checks whether one of the signatures, separated by spaces, is right. Skips other versions than v1. */
async function hasSignature(key: CryptoKey, signatures: string, message: string): Promise<boolean> {
  const content = new TextEncoder().encode(message);
  for (const signature of signatures.split(' ')) {
    const bytes = signature.startsWith('v1,') ? decodeBase64(signature.slice(3)) : undefined;
    // Takes the same time for every wrong signature.
    if (bytes && (await crypto.subtle.verify('HMAC', key, bytes, content))) return true;
  }
  return false;
}

function decodeBase64(text: string) {
  try {
    return Uint8Array.from(atob(text), (character) => character.charCodeAt(0));
  } catch {
    return undefined;
  }
}

function parseEvent(text: string): Omit<WebhookEvent, 'messageId'> | undefined {
  const message = parseJson(text);
  if (!hasField(message, 'type') || !hasField(message, 'timestamp') || !hasField(message, 'data'))
    return undefined;
  const { type, timestamp, data } = message;
  if (!isEventName(type) || typeof timestamp !== 'string') return undefined;
  if (!hasField(data, 'id') || typeof data.id !== 'string') return undefined;
  return { type, timestamp, data: { id: data.id } };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const hasField = <Name extends string>(value: unknown, name: Name): value is Record<Name, unknown> =>
  typeof value === 'object' && value !== null && name in value;

const isEventName = (name: unknown): name is EventName => webhookEvents.some((event) => event === name);
