import { toLatinDigits } from '~/domain/kernel/digits';

/**
 * The dial codes offered at sign-up; the first is preselected (docs/requirements.md#screens,
 * docs/requirements.md#limits).
 */
export const signupDialCodes = ['+91', '+1', '+44', '+61', '+81'] as const;

/** The empty choice of the gender list, which is not stored as a gender (docs/requirements.md#pages). */
export const noGender = 'Select';

/** The word that users type to delete their account for good, on a page in any language. */
const deletionWord = 'DELETE';

/**
 * Checks whether a typed word confirms the deletion of an account: `deletionWord` or the word of the
 * page's language, in any letter case and Unicode form.
 */
export const isDeletionWord = (typed: string, pageWord = deletionWord) =>
  [deletionWord, pageWord].some((word) => toComparableWord(word) === toComparableWord(typed));

// Keyboards of Indian languages add joiners that nobody sees.
const toComparableWord = (word: string) =>
  word
    .normalize('NFKC')
    .replace(/\p{Cf}/gu, '')
    .trim()
    .toLowerCase();

/**
 * The parts of the settings at `/dashboard/settings/{part}`: all but `sessions` and `clinic-number`
 * have their own form.
 */
export const settingsParts = [
  'picture',
  'profile',
  'credentials',
  'languages',
  'password',
  'sessions',
  'session',
  'other-sessions',
  'clinic-number',
  'phone',
  'messages',
  'email-code',
  'email',
  'not-me',
  'delete',
] as const;

/** Maximum length of each part of an expert's credentials, in characters. */
export const maxCredentialLength = { registrationNumber: 40, council: 120, qualification: 120 } as const;

/**
 * The parts of the second-factor page, each with its own form at `/dashboard/second-factor/{part}`.
 */
export const factorParts = ['begin', 'confirm', 'cancel', 'renew', 'remove'] as const;

/** The parts of the passkeys page, each with its own form at `/dashboard/passkeys/{part}`. */
export const passkeyParts = ['begin', 'add', 'rename'] as const;

/** The parts of the page about a disputed address, each with its own form. */
export const disputeParts = ['ask', 'agree', 'decide'] as const;

/** Maximum number of passkeys of one account. */
export const maxPasskeys = 10;

/** Maximum length of a passkey's name, in characters. */
export const maxPasskeyNameLength = 60;

/** Number of recovery codes of a second factor. */
export const recoveryCodeCount = 10;

/**
 * Normalizes a typed code: ignores case and everything but letters and digits, such as spaces,
 * dashes and full stops, and turns digits of any script and letters that look like digits into
 * digits.
 */
export const plainCode = (typed: string) =>
  toLatinDigits(typed)
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]/gu, '')
    .replaceAll('o', '0')
    .replace(/[il]/g, '1');

type Named = { firstName: string; lastName: string };

/**
 * Returns two initials for a user without a picture, with the fallbacks of the requirements for a
 * missing name (§2). They are letters and digits only, so that nothing in them has a meaning in a
 * page or a drawing.
 */
export function toInitials({ firstName, lastName }: Named): string {
  return `${initialOf(firstName, 'unknown')}${initialOf(lastName, 'user')}`;
}

const initialOf = (name: string, fallback: string) =>
  (name.match(/[\p{L}\p{N}]/u)?.[0] ?? fallback.charAt(0)).toUpperCase();

/**
 * Returns the ID that the file of a display picture is bound to.
 *
 * @param tag the tag under which the picture was stored.
 */
export const pictureBoundTo = (userId: string, tag: string) => `${userId}/picture/${tag}`;
