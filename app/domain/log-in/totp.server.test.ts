import { Secret } from 'otpauth';
import { describe, expect, test } from 'vitest';
import { plainCode } from '~/domain/identity/account-constants';
import { drawQrCode } from '~/platform/qr.server';
import { findTotpStep, formatInGroups, newRecoveryCode, newSecret, toOtpLink } from './totp.server';

/**
 * The secret of RFC 6238, appendix B. Its codes there have eight digits; an app shows the last six.
 */
const secret = Secret.fromLatin1('12345678901234567890').base32;
const at = (seconds: number, code: string, lastStep: number | null = null) =>
  findTotpStep({ secret, code, now: seconds * 1000, lastStep });

describe('an app code', () => {
  test.each([
    [59, '287082', 1],
    [1_111_111_109, '081804', 37_037_036],
    [1_234_567_890, '005924', 41_152_263],
    [20_000_000_000, '353130', 666_666_666],
  ])('matches RFC 6238 at %s seconds', (seconds, code, step) => {
    expect(at(seconds, code)).toBe(step);
  });

  test('is valid one step of 30 seconds early or late, and no longer', () => {
    const code = '081804';
    const begins = 37_037_036 * 30;
    const isGood = (seconds: number) => at(seconds, code) !== undefined;
    expect([begins - 31, begins - 30, begins, begins + 59, begins + 60].map(isGood)).toEqual([
      false,
      true,
      true,
      true,
      false,
    ]);
  });

  test('is refused for a step whose code was used, and for earlier steps', () => {
    expect(at(59, '287082', 0)).toBe(1);
    expect(at(59, '287082', 1)).toBeUndefined();
    expect(at(59, '287082', 2)).toBeUndefined();
  });

  test.each(['287083', '000000', '28708', '2870822'])('does not match %s', (code) => {
    expect(at(59, code)).toBeUndefined();
  });
});

describe('the setup of the app', () => {
  test('creates a new secret of 160 bits each time', () => {
    expect(newSecret()).toMatch(/^[A-Z2-7]{32}$/);
    expect(newSecret()).not.toBe(newSecret());
    expect(formatInGroups('ABCDEFGHIJ')).toBe('ABCD EFGH IJ');
  });

  test('builds a link that names the clinic and the account', () => {
    const link = new URL(toOtpLink({ secret, issuer: 'Second Look', label: 'asha@clinic.test' }));
    expect(decodeURIComponent(link.pathname)).toContain('Second Look:asha@clinic.test');
    expect(Object.fromEntries(link.searchParams)).toMatchObject({
      secret,
      issuer: 'Second Look',
      digits: '6',
      period: '30',
    });
  });

  test('draws a small picture without a style', async () => {
    const picture = await drawQrCode(toOtpLink({ secret, issuer: 'SecondLook', label: 'asha@clinic.test' }));
    const drawing = Buffer.from(picture.replace('data:image/svg+xml;base64,', ''), 'base64').toString();
    expect(drawing).toMatch(/^<svg .*<\/svg>$/);
    expect(drawing).not.toContain('style');
    expect(drawing.length).toBeLessThan(20_000);
  });
});

describe('a recovery code', () => {
  test('is new each time and accepted in any spelling', () => {
    const codes = Array.from({ length: 50 }, newRecoveryCode);
    expect(new Set(codes).size).toBe(50);
    for (const code of codes) {
      expect(code).toMatch(/^[0-9a-hjkmnp-tv-z]{16}$/);
      expect(plainCode(formatInGroups(code.toUpperCase()).replaceAll(' ', '-'))).toBe(code);
    }
    expect(plainCode(' O1il-0000 ')).toBe('01110000');
  });
});
