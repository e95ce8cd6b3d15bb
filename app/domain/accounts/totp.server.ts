import { randomBytes } from 'node:crypto';
import { HOTP, Secret, TOTP } from 'otpauth';
import { sameText } from '~/platform/secrets/secrets.server';

/** How long one code stands in an authenticator app, in seconds (RFC 6238). */
const stepSeconds = 30;

// A phone's clock may be this many steps ahead or behind.
const driftSteps = 1;
const secretBytes = 20;
const recoveryAlphabet = '0123456789abcdefghjkmnpqrstvwxyz';
const recoveryLength = 16;

/** A new secret for an authenticator app: 160 random bits in base 32. */
export const newSecret = () => new Secret({ size: secretBytes }).base32;

/** A secret as a person types it: in groups of four. */
export const inGroups = (text: string) => (text.match(/.{1,4}/g) ?? []).join(' ');

/**
 * The link that an authenticator app takes a secret from. Takes the secret, the product's name, the
 * account's address.
 */
export const linkOf = ({ secret, issuer, label }: { secret: string; issuer: string; label: string }) =>
  new TOTP({ issuer, label, secret: Secret.fromBase32(secret) }).toString();

/**
 * Which time step a code belongs to: 6 digits, 30 seconds, one step early or late. Takes the
 * secret, the code, the time in milliseconds, and the last step whose code was used: that one and
 * those before it are not good any more.
 *
 * @returns the step, or undefined for a code that is not good.
 */
export function stepOf({
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
 * A new recovery code: 80 random bits, so that its hash needs neither salt nor key.
 *
 * @returns 16 letters and digits.
 */
export const newRecoveryCode = () =>
  Array.from(randomBytes(recoveryLength), (byte) => recoveryAlphabet[byte & 31]).join('');

/** A picture of a text that phones read (a QR code), as the address of an image. */
export async function pictureOf(text: string): Promise<string> {
  const { encode } = await import('uqr');
  const { data, size } = encode(text, { ecc: 'M', border: 4 });
  const runs = data.flatMap((row, y) =>
    [
      ...row
        .map((isDark) => (isDark ? 'x' : ' '))
        .join('')
        .matchAll(/x+/g),
    ].map(({ index: x, 0: { length } }) => `M${x} ${y}h${length}v1h-${length}z`),
  );
  const drawing = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${size} ${size}" shape-rendering="crispEdges"><rect width="${size}" height="${size}" fill="#fff"/><path d="${runs.join('')}"/></svg>`;
  return `data:image/svg+xml;base64,${Buffer.from(drawing).toString('base64')}`;
}
