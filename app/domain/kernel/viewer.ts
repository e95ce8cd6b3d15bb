import type { LanguageCode } from '~/i18n/language-codes';
import type { AccountType } from '~/platform/enums';

/**
 * The reach of an ability.
 *
 * - `own`: only what belongs to the viewer.
 * - `masked`: all reports, with the person hidden.
 * - `treating`: `own`, and the patients whose report the viewer may review or has reviewed.
 * - `colleagues`: `own`, and what belongs to approved experts.
 * - `consented`: all reports, except those whose consent is withdrawn.
 * - `all`: everything.
 */
export type Scope = 'own' | 'masked' | 'treating' | 'colleagues' | 'consented' | 'all';

/**
 * The account or key that makes a request, read from the database each time
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
  /** True while somebody at the front desk wants the e-mail address taken off the account. */
  isAddressDisputed?: boolean;
  /**
   * The reach of each ability of a key for machines, which has no others. Absent for an account. A
   * key has the account type with the fewest rights, and its name as `firstName`.
   */
  keyReaches?: Readonly<Partial<Record<string, Scope>>>;
};

/** The columns of the table of docs/requirements.md#permissions. */
export type EffectiveRole = 'Patient' | 'suspended' | 'unapproved' | 'Expert' | 'Admin' | 'Key';

/** The fields that decide a viewer's column, and the duties that a patient has beside it. */
export type AccountStatus = Pick<Viewer, 'accountType' | 'approved' | 'suspended'> &
  Partial<Pick<Viewer, 'isHelper' | 'isFrontDesk' | 'keyReaches'>>;

/**
 * Returns a viewer's column in the permission table. An expert counts as `Expert` only while
 * approved and not suspended.
 */
export function effectiveRole({
  accountType,
  approved,
  suspended,
  keyReaches,
}: AccountStatus): EffectiveRole {
  if (keyReaches) return 'Key';
  if (accountType !== 'Expert') return accountType;
  if (suspended) return 'suspended';
  return approved ? 'Expert' : 'unapproved';
}
