import { createCipheriv, createDecipheriv, createHmac } from 'node:crypto';
import { keyFor } from '~/platform/secrets/secrets.server';

const cipher = 'aes-256-gcm';
const nonceBytes = 12;
const tagBytes = 16;

/**
 * Seals the content of a cursor, so that clients can neither read nor change it. Equal contents
 * give equal texts, which keeps the entity tag of an unchanged response.
 *
 * @param boundTo the list and viewer it is for; it opens for nothing else.
 */
export function sealCursor(boundTo: string, content: string): string {
  const nonce = createHmac('sha256', keyFor('cursor nonce'))
    .update(`${boundTo}\n${content}`)
    .digest()
    .subarray(0, nonceBytes);
  const sealing = createCipheriv(cipher, keyFor('cursor'), nonce).setAAD(Buffer.from(boundTo));
  const sealed = [sealing.update(content, 'utf8'), sealing.final()];
  return Buffer.concat([nonce, ...sealed, sealing.getAuthTag()]).toString('base64url');
}

/** Opens a cursor; undefined if it was changed, or is for another list or viewer. */
export function openCursor(boundTo: string, text: string): string | undefined {
  const bytes = Buffer.from(text, 'base64url');
  if (bytes.toString('base64url') !== text || bytes.length <= nonceBytes + tagBytes) return undefined;
  const opening = createDecipheriv(cipher, keyFor('cursor'), bytes.subarray(0, nonceBytes), {
    authTagLength: tagBytes,
  });
  opening.setAAD(Buffer.from(boundTo)).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return opening.update(bytes.subarray(nonceBytes, -tagBytes), undefined, 'utf8') + opening.final('utf8');
  } catch {
    return undefined;
  }
}
