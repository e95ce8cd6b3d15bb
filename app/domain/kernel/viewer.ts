import type { LanguageCode } from '~/i18n/language-codes';
import type { AccountType } from '~/platform/enums';

/**
 * The account that makes a request, read from the database each time
 * (docs/requirements.md#identity).
 */
export type Viewer = {
  id: string;
  accountType: AccountType;
  approved: boolean;
  /**
   * True if an admin has suspended or rejected this expert, who may then only use their own data.
   */
  suspended: boolean;
  /**
   * True if the account has yet to set up the second factor that the clinic requires of its type.
   */
  needs2faSetup: boolean;
  /**
   * True if the account was logged in to with the one-time password of a slip, which its owner has
   * yet to replace.
   */
  needsNewPassword: boolean;
  /** True if an admin has made this patient a helper, who sends reports for others. */
  isHelper: boolean;
  /** True if an admin has given this patient the front desk. */
  isFrontDesk: boolean;
  firstName: string;
  lastName: string;
  /** Empty for an account without e-mail. */
  email: string;
  /** The language the user chose. */
  language: LanguageCode;
  /**
   * Part of the URL of the display picture. Null if the user has no picture, and initials are
   * drawn.
   */
  pictureTag: string | null;
};

/** The columns of the table of docs/requirements.md#permissions. */
export type EffectiveRole = 'Patient' | 'suspended' | 'unapproved' | 'Expert' | 'Admin';

/** The fields that decide a viewer's column, and the duties that a patient has beside it. */
export type AccountStatus = Pick<Viewer, 'accountType' | 'approved' | 'suspended'> &
  Partial<Pick<Viewer, 'isHelper' | 'isFrontDesk'>>;

/**
 * Returns a viewer's column in the permission table. An expert counts as `Expert` only while
 * approved and not suspended.
 */
export function effectiveRole({ accountType, approved, suspended }: AccountStatus): EffectiveRole {
  if (accountType !== 'Expert') return accountType;
  if (suspended) return 'suspended';
  return approved ? 'Expert' : 'unapproved';
}
