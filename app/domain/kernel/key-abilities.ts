import type { KeyScope } from '~/platform/enums';
import type { Ability } from './abilities';
import type { Scope } from './viewer';

/** The scope that gives a key an ability, and its reach. A key has no other ability. */
const keyTable: Partial<Record<Ability, { scope: KeyScope; reach: Scope }>> = {
  'report.listPending': { scope: 'reports.read', reach: 'consented' },
  'report.listOfPatient': { scope: 'reports.read', reach: 'consented' },
  'report.listAllReviewed': { scope: 'reports.read', reach: 'consented' },
  'report.openFile': { scope: 'files.read', reach: 'consented' },
  'help.send': { scope: 'reports.send', reach: 'all' },
  'patient.list': { scope: 'people.read', reach: 'all' },
  'patient.export': { scope: 'export', reach: 'consented' },
};

/** Returns the reach of each ability that some scopes give. */
export function toKeyReaches(scopes: readonly KeyScope[]): Partial<Record<Ability, Scope>> {
  return Object.fromEntries(
    Object.entries(keyTable).flatMap(([ability, { scope, reach }]) =>
      scopes.includes(scope) ? [[ability, reach]] : [],
    ),
  );
}

/** Returns the scope with which a key may do an operation, or undefined if no key may. */
export const findKeyScope = (allow: Ability | 'anyone'): KeyScope | undefined =>
  allow === 'anyone' ? undefined : keyTable[allow]?.scope;
