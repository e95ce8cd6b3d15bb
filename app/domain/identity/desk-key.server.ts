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

const oldestAge = 130;

/**
 * Lists the keys of a phone number for every year of birth that a living person may have.
 *
 * @param number a phone number, or its last four digits.
 * @param thisYear the year of the clinic's clock.
 */
export const listDeskKeys = (number: string, thisYear: number): string[] =>
  Array.from({ length: oldestAge + 1 }, (_, age) => deskKeyOf(number, thisYear - age) ?? '');
