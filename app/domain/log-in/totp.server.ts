import { HOTP, Secret, TOTP } from 'otpauth';
import { randomSymbols } from '~/platform/ids.server';
import { sameText } from '~/platform/secrets/tokens.server';

/** Seconds that one code is shown in an authenticator app (RFC 6238). */
const stepSeconds = 30;

// A phone's clock may be this many steps ahead or behind.
const driftSteps = 1;
const secretBytes = 20;
const recoveryLength = 16;

/** Creates a secret for an authenticator app: 160 random bits in base 32. */
export const newSecret = () => new Secret({ size: secretBytes }).base32;

/** Splits a secret into groups of four, as a person types it. */
export const formatInGroups = (text: string) => (text.match(/.{1,4}/g) ?? []).join(' ');

/**
 * Builds the link from which an authenticator app reads a secret.
 *
 * @param issuer the product's name.
 * @param label the account's address.
 */
export const toOtpLink = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();

/**
 * Finds the time step of a 6-digit code. Steps are 30 seconds, and one step early or late is
 * accepted.
 *
 * @param now milliseconds since 1970.
 * @param lastStep the last step whose code was used; that one and earlier ones are refused.
 * @returns the step, or undefined if the code is not valid.
 */
export function findTotpStep({
  secret,
  code,
  now,
  lastStep,
}: {
  secret: string;
  code: string;
  now: number;
  lastStep: number | null;
}): number | undefined {
  const current = Math.floor(now / 1000 / stepSeconds);
  const steps = Array.from({ length: 2 * driftSteps + 1 }, (_, at) => current - driftSteps + at);
  const key = Secret.fromBase32(secret);
  return steps
    .filter((step) => step > (lastStep ?? -1))
    .find((step) => sameText(HOTP.generate({ secret: key, counter: step }), code));
}

/**
 * Creates a recovery code of 80 random bits, so that its hash needs neither salt nor key.
 *
 * @returns 16 letters and digits.
 */
export const newRecoveryCode = () => randomSymbols(recoveryLength);
