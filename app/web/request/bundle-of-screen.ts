import type { MessageBundle } from '~/i18n/message-bundles';
import type { AccountType } from '~/platform/enums';
import type { Screen } from '~/urls/screens';
// The build reads this file before it knows the alias `~`.
import { hasAbility } from '../../domain/kernel/abilities';

const plainPatient = { accountType: 'Patient', approved: false, suspended: false } as const;

/**
 * Returns the message bundle that a screen's page loads.
 *
 * @param accountType the reader's account type, if signed in.
 */
export function findBundle(screen: Screen | undefined, accountType?: AccountType): MessageBundle {
  if (screen?.hasPatientWords) return 'patients';
  if (!accountType || !screen || screen.for === 'everybody' || screen.for === 'guests') return 'guests';
  if (accountType !== 'Patient' || !hasAbility(plainPatient, screen.for)) return 'staff';
  return screen.isAccount ? 'account' : 'patients';
}
