import { sign } from '~/platform/secrets/secrets.server';

const digitsShown = 4;

/** Returns the last four digits of a phone number. */
export const toPhoneEnd = (number: string): string => number.replace(/\D/g, '').slice(-digitsShown);

/**
 * Returns the keyed hash by which the front desk finds an account: it reveals neither the phone
 * number nor the year of birth.
 *
 * @param number a phone number, or its last four digits.
 * @returns null if one of them is missing.
 */
export function deskKeyOf(number: string | null, birthYear: number | string | null): string | null {
  if (!number || !birthYear) return null;
  return sign('front desk', JSON.stringify([toPhoneEnd(number), Number(birthYear)]));
}
