import { isIP } from 'node:net';
import type {
  AuthenticationResponseJSON,
  RegistrationResponseJSON,
  WebAuthnCredential,
} from '@simplewebauthn/server';
import { and, eq, gt, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { passkeyChallenges } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';

/** Minutes for which a challenge can be answered. */
export const challengeMinutes = 5;

/** The signatures accepted, by their COSE numbers: EdDSA, ECDSA on P-256, RSA. */
export const algorithms = [-8, -7, -257];

/**
 * Loads the library with the first passkey: it takes a third of a second and 26 MB, and many
 * clinics use none.
 */
const loadLibrary = () => import('@simplewebauthn/server');

/** Returns the site that passkeys belong to: the host and the origin of PUBLIC_URL. */
export function relyingParty() {
  const { hostname, origin } = new URL(getSettings().PUBLIC_URL);
  return { id: hostname, origin };
}

/** Checks whether the site can have passkeys. One at an IP address cannot. */
export const canHavePasskeys = (): boolean => isIP(relyingParty().id.replace(/^\[|\]$/g, '')) === 0;

/**
 * Stores a new challenge.
 *
 * @param userId the account that adds a passkey; null for a log-in.
 * @returns the challenge, of which only the hash is stored.
 */
export async function openChallenge(userId: string | null): Promise<string> {
  const challenge = newToken();
  const expiresAt = new Date(Date.now() + challengeMinutes * 60_000);
  await execute(
    db()
      .insert(passkeyChallenges)
      .values({ challengeHash: hashToken(challenge), userId, expiresAt }),
  );
  return challenge;
}

/** Uses a challenge up. Exactly one of many parallel uses wins, whatever comes of it. */
async function consumeChallenge(challenge: string, userId: string | null): Promise<boolean> {
  const { challengeHash, userId: owner, expiresAt } = passkeyChallenges;
  const isOwn = userId === null ? isNull(owner) : eq(owner, userId);
  const isUsable = and(eq(challengeHash, hashToken(challenge)), isOwn, gt(expiresAt, new Date()));
  return (await execute(db().delete(passkeyChallenges).where(isUsable))) > 0;
}

// The library checks everything else.
const sentCredential = z.looseObject({
  id: z.string(),
  response: z.looseObject({ clientDataJSON: z.string(), userHandle: z.string().optional() }),
});
const clientData = z.looseObject({ challenge: z.string() });

/** The part of a browser's answer that is needed before its signature is checked. */
type SentCredential = { id: string; userHandle?: string; challenge: string; json: unknown };

/**
 * Reads the answer of a browser.
 *
 * @param text the `PublicKeyCredential` as JSON text.
 * @returns undefined if it is not one.
 */
export function readCredential(text: string): SentCredential | undefined {
  const { data: json } = sentCredential.safeParse(parseJson(text));
  const decoded = Buffer.from(json?.response.clientDataJSON ?? '', 'base64url').toString();
  const { data: client } = clientData.safeParse(parseJson(decoded));
  if (!json || !client) return undefined;
  const { userHandle } = json.response;
  return { id: json.id, userHandle, challenge: client.challenge, json };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Uses up the challenge of a new passkey and checks the browser's answer to it.
 *
 * @param userId the account that the challenge was made for.
 * @returns the new passkey, or undefined if anything is wrong.
 */
export async function verifyNewPasskey(
  text: string,
  userId: string,
): Promise<WebAuthnCredential | undefined> {
  const sent = readCredential(text);
  if (!sent || !(await consumeChallenge(sent.challenge, userId))) return undefined;
  const { verifyRegistrationResponse } = await loadLibrary();
  const { id, origin } = relyingParty();
  const verified = await verifyRegistrationResponse({
    response: sent.json as RegistrationResponseJSON,
    expectedChallenge: sent.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(() => undefined);
  return verified?.verified ? verified.registrationInfo.credential : undefined;
}

/**
 * The public key of a passkey that nobody has. It is checked in place of an unknown one, so that
 * the work is the same.
 */
const nobodysKey =
  'pQECAyYgASFYIB8EUCUemUypslhbHg6sOwdbMOWAuasboCqyhCkdcXVAIlggHNCGof8PMoHmgNKE5OWdU54HwQSR7KnQN3Ysx8ISqFY';

/**
 * Uses up the challenge of a log-in or a proof and checks the browser's signature. The counter is
 * left to the caller: only a right signature says anything about it.
 *
 * @param passkey the stored passkey; undefined if there is none with the sent ID.
 * @param challengedId the account that the challenge was made for; null for a log-in.
 * @returns the counter that was signed, or undefined if anything is wrong.
 */
export async function verifySignature(
  sent: SentCredential,
  passkey: { publicKey: string; userId: string } | undefined,
  challengedId: string | null = null,
): Promise<{ counter: number } | undefined> {
  if (!(await consumeChallenge(sent.challenge, challengedId))) return undefined;
  const { verifyAuthenticationResponse } = await loadLibrary();
  const { id, origin } = relyingParty();
  const verified = await verifyAuthenticationResponse({
    response: sent.json as AuthenticationResponseJSON,
    expectedChallenge: sent.challenge,
    expectedOrigin: origin,
    expectedRPID: id,
    requireUserVerification: true,
    credential: {
      id: sent.id,
      publicKey: Uint8Array.from(Buffer.from(passkey?.publicKey ?? nobodysKey, 'base64url')),
      counter: 0,
    },
  }).catch(() => undefined);
  const isOwn = sent.userHandle === undefined || sent.userHandle === toUserHandle(passkey?.userId ?? '');
  if (!passkey || !isOwn || !verified?.verified) return undefined;
  return { counter: verified.authenticationInfo.newCounter };
}

/** Returns the name of an account for authenticators: its ID, in base64url. */
export const toUserHandle = (userId: string) => Buffer.from(userId).toString('base64url');
