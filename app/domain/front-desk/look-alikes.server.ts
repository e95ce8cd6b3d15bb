import { and, eq, isNotNull, or, sql } from 'drizzle-orm';
import { countSearch } from '~/domain/accounts/searches.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { deskKeyOf } from '~/domain/identity/desk-key.server';
import { findScope } from '~/domain/kernel/abilities';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { Refusal } from '~/domain/kernel/refusal';
import { fullName } from '~/domain/kernel/search.server';
import type { Viewer } from '~/domain/kernel/viewer';
import { fold } from '~/platform/db/core/fold';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, foldColumn } from '~/platform/db/db.server';
import { refund } from '~/platform/limits/limits.server';

/** A comparison with all accounts tells as much as three searches. */
const searchesOfComparison = 3;

type Person = { firstName: string; lastName: string; birthYear: number; contactNumber: string | null };

/** Lists the accounts without e-mail with the same name and year of birth, or the same phone and year. */
async function listLookAlikes({ firstName, lastName, birthYear, contactNumber }: Person) {
  const isNamed = sql`${foldColumn(fullName(users.firstName, users.lastName))} = ${fold(`${firstName} ${lastName}`)}`;
  const deskKey = deskKeyOf(contactNumber, birthYear);
  const rows = await db()
    .select({
      id: users.id,
      loginName: users.loginName,
      birthYear: users.birthYear,
      contactNumber: users.contactNumber,
      isNamed: sql<boolean>`${isNamed}`,
    })
    .from(users)
    .where(and(isNotNull(users.loginName), or(isNamed, deskKey ? eq(users.deskKey, deskKey) : undefined)));
  return rows.filter(
    (row) => row.birthYear === String(birthYear) && (row.isNamed || row.contactNumber === contactNumber),
  );
}

/**
 * Refuses to open an account that looks like an existing one. It counts as searches only if there is
 * one, and proves nothing at the desk for whoever learns it. The front desk reads the first half of
 * its number and is asked whether this is somebody else; a helper is only told to send the person
 * to the front desk.
 *
 * @throws Refusal: `conflict` with the code `samePerson`; `tooMany`.
 */
export async function requireNoLookAlike(viewer: Viewer, person: Person): Promise<void> {
  await countSearch(viewer, searchesOfComparison);
  const found = await listLookAlikes(person);
  const [first] = found;
  if (!first) {
    await refund('deskSearches', viewer.id, searchesOfComparison);
    return;
  }
  await atomically(
    found.map(({ id }) => auditEntry({ action: 'account.matched', actorId: viewer.id, objectId: id })),
  );
  const isHelper = findScope(viewer, 'account.openFor') === 'own';
  if (isHelper) throw new Refusal('conflict', 'openAccount.sendToDesk', { code: 'samePerson' });
  throw new Refusal('conflict', 'openAccount.same', {
    code: 'samePerson',
    field: 'same',
    values: { number: formatClinicNumber(first.loginName ?? '').slice(0, 4) },
  });
}
