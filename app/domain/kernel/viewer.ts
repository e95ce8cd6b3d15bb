import type { LanguageCode } from '~/i18n/language-codes';
import type { AccountType } from '~/platform/enums';

/** Who is asking, read from the database on every request (docs/requirements.md#identity). */
export type Viewer = {
  id: string;
  accountType: AccountType;
  approved: boolean;
  /** Whether an admin has suspended or rejected this expert: what is left to them is their own. */
  suspended: boolean;
  /**
   * Whether they still have to switch on the second factor that the clinic demands of their account
   * type.
   */
  needs2faSetup: boolean;
  firstName: string;
  lastName: string;
  email: string;
  /** What they chose to read. */
  language: LanguageCode;
  /** Part of the address of the display picture; null where initials stand for it. */
  pictureTag: string | null;
};

/** The columns of the table of docs/requirements.md#permissions. */
export type EffectiveRole = 'Patient' | 'suspended' | 'unapproved' | 'Expert' | 'Admin';

/** What a viewer's column depends on. */
export type AccountStatus = Pick<Viewer, 'accountType' | 'approved' | 'suspended'>;

/**
 * A viewer's column in the permission table: an expert counts as one only once approved, and not
 * while suspended.
 */
export function effectiveRole({ accountType, approved, suspended }: AccountStatus): EffectiveRole {
  if (accountType !== 'Expert') return accountType;
  if (suspended) return 'suspended';
  return approved ? 'Expert' : 'unapproved';
}
