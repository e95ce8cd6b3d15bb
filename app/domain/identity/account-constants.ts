import { toLatinDigits } from '~/domain/kernel/digits';
import { genders } from '~/platform/enums';

/**
 * The dial codes offered at sign-up, the first one chosen beforehand (docs/requirements.md#screens,
 * docs/requirements.md#limits).
 */
export const signupDialCodes = ['+91', '+1', '+44', '+61', '+81'] as const;

/** The empty choice of the gender list: it is no gender (docs/requirements.md#pages). */
export const noGender = 'Select';
/** The options of the gender list, as docs/requirements.md#entities counts them. */
export const genderOptions = [noGender, ...genders] as const;

/** What somebody types to delete their account for good. */
export const deletionWord = 'DELETE';

/** The parts of the settings page, each with a form of its own at `/dashboard/settings/{part}`. */
export const settingsParts = [
  'picture',
  'profile',
  'credentials',
  'languages',
  'password',
  'session',
  'other-sessions',
  'delete',
] as const;

/** The most characters of each part of an expert's credentials. */
export const maxCredentialLength = { registrationNumber: 40, council: 120, qualification: 120 } as const;

/**
 * The parts of the page for the second factor, each with a form of its own at
 * `/dashboard/second-factor/{part}`.
 */
export const factorParts = ['begin', 'confirm', 'cancel', 'renew', 'remove'] as const;

/** How many recovery codes a second factor comes with. */
export const recoveryCodeCount = 10;

/**
 * What somebody means by a code they typed: blanks, dashes and capitals aside, and letters that
 * look like digits, and digits of any script, as digits.
 */
export const plainCode = (typed: string) =>
  toLatinDigits(typed).toLowerCase().replace(/[\s-]/g, '').replaceAll('o', '0').replace(/[il]/g, '1');

type Named = { firstName: string; lastName: string };

/**
 * Two letters that stand for somebody without a picture, with the requirements' fallbacks for a
 * missing name (§2). Letters and digits only: nothing in them means anything in a page or a
 * drawing.
 */
export function initialsOf({ firstName, lastName }: Named): string {
  return `${initialOf(firstName, 'unknown')}${initialOf(lastName, 'user')}`;
}

const initialOf = (name: string, fallback: string) =>
  (name.match(/[\p{L}\p{N}]/u)?.[0] ?? fallback.charAt(0)).toUpperCase();

/**
 * The id that the file of a display picture is bound to. Takes whose, and the tag it was stored
 * with.
 */
export const pictureBoundTo = (userId: string, tag: string) => `${userId}/picture/${tag}`;
