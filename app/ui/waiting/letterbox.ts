import { fromBase64, openValue, sealValue, toBase64 } from './sealing';

const curve = { name: 'ECDH', namedCurve: 'P-256' };

/** A public key that seals without a connection, and its private half under the waiting key. In base64. */
export type Letterbox = { publicKey: string; privateKey: string };

/** Parts of a sealed report that open it, together with the waiting key. In base64. */
export type LetterKeys = { privateKey: string; sender: string };

/** Holds the private key and the token of the account's upload form, which only the waiting key opens. */
type Inside = { privateKey: JsonWebKey; formToken: string };

const placeOf = (owner: string) => `letterbox/${owner}`;

/**
 * Makes a letterbox: from then on this browser seals reports of an account without the server, and
 * cannot open them again before the server gives the waiting key.
 *
 * @param waitingKey the key of the account's waiting reports.
 */
export async function makeLetterbox(
  waitingKey: CryptoKey,
  { owner, formToken }: { owner: string; formToken: string },
): Promise<Letterbox> {
  const pair = await crypto.subtle.generateKey(curve, true, ['deriveBits']);
  const inside: Inside = { privateKey: await crypto.subtle.exportKey('jwk', pair.privateKey), formToken };
  const sealed = await sealValue(waitingKey, inside, placeOf(owner));
  return {
    publicKey: toBase64(await crypto.subtle.exportKey('raw', pair.publicKey)),
    privateKey: toBase64(await sealed.arrayBuffer()),
  };
}

/** Makes a key that seals one report, and the parts to store beside the report. */
export async function makeLetterKey({
  publicKey,
  privateKey,
}: Letterbox): Promise<{ key: CryptoKey; letterbox: LetterKeys }> {
  const pair = await crypto.subtle.generateKey(curve, false, ['deriveBits']);
  const sender = toBase64(await crypto.subtle.exportKey('raw', pair.publicKey));
  const recipient = await importPublicKey(publicKey);
  return { key: await deriveKey(pair.privateKey, recipient, sender), letterbox: { privateKey, sender } };
}

/**
 * Opens the key of a report that was sealed without a connection.
 *
 * @throws if the letterbox was made with another waiting key or for another account.
 */
export async function openLetterKey(
  waitingKey: CryptoKey,
  { privateKey, sender, owner }: LetterKeys & { owner: string },
): Promise<{ key: CryptoKey; formToken: string }> {
  const sealed = new Blob([fromBase64(privateKey)]);
  const inside = await openValue<Inside>(waitingKey, sealed, placeOf(owner));
  const own = await crypto.subtle.importKey('jwk', inside.privateKey, curve, false, ['deriveBits']);
  return { key: await deriveKey(own, await importPublicKey(sender), sender), formToken: inside.formToken };
}

const importPublicKey = (text: string) => crypto.subtle.importKey('raw', fromBase64(text), curve, false, []);

/** Derives the key that both ends agree on (ECDH, HKDF), bound to the report's own public key. */
async function deriveKey(own: CryptoKey, other: CryptoKey, sender: string): Promise<CryptoKey> {
  const bits = await crypto.subtle.deriveBits({ name: 'ECDH', public: other }, own, 256);
  const secret = await crypto.subtle.importKey('raw', bits, 'HKDF', false, ['deriveKey']);
  const info = new TextEncoder().encode(`letter/${sender}`);
  const derivation = { name: 'HKDF', hash: 'SHA-256', salt: new Uint8Array(32), info };
  return crypto.subtle.deriveKey(derivation, secret, { name: 'AES-GCM', length: 256 }, false, [
    'encrypt',
    'decrypt',
  ]);
}
