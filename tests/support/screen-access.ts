import { hasAbility } from '../../app/domain/kernel/abilities.ts';
import type { AccountStatus, EffectiveRole } from '../../app/domain/kernel/viewer.ts';
import type { Screen } from '../../app/urls/screens.ts';

const expert = { accountType: 'Expert', approved: true, suspended: false } as const;

/** An account of each column of the permission table. */
export const statusOf: Record<EffectiveRole, AccountStatus> = {
  Patient: { accountType: 'Patient', approved: false, suspended: false },
  suspended: { ...expert, suspended: true },
  unapproved: { ...expert, approved: false },
  Expert: expert,
  Admin: { accountType: 'Admin', approved: true, suspended: false },
  Key: { accountType: 'Patient', approved: false, suspended: false, keyReaches: {} },
};

/**
 * Returns the access that the table of screens grants to a role, for a screen without further
 * conditions.
 */
export function accessTo(screen: Screen, role: EffectiveRole | 'signed out') {
  if (screen.for === 'everybody') return 'open';
  if (screen.for === 'guests') return role === 'signed out' ? 'open' : 'home';
  if (role === 'signed out') return 'login';
  return hasAbility(statusOf[role], screen.for) ? 'open' : 'refused';
}

/** Checks whether a screen opens by its path alone. */
export const isPlain = ({ path }: Screen) => !/:\w+(?:\/|$)/.test(path);
