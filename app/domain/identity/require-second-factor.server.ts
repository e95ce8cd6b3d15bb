import type { AccountType } from '~/platform/enums';
import { getSettings } from '~/platform/settings/env.server';

/** Whether the clinic demands a second factor of an account type (the setting REQUIRE_2FA). */
export const demandsSecondFactor = (accountType: AccountType): boolean =>
  getSettings().secondFactorFor.includes(accountType.toLowerCase());
