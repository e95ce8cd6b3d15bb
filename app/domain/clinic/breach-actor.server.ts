import { and, asc, eq, isNotNull, ne, or } from 'drizzle-orm';
import { toPlainAddress } from '~/domain/kernel/email';
import { Refusal } from '~/domain/kernel/refusal';
import { containsWords, fullName } from '~/domain/kernel/search.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { db } from '~/platform/db/db.server';

/** Staff of any kind: doctors, admins, and patients with a duty. */
const isStaff = or(
  ne(users.accountType, 'Patient'),
  isNotNull(users.helperSince),
  isNotNull(users.frontDeskSince),
);

/**
 * Finds the one account or key that an admin means.
 *
 * @param typed the ID of any account or key, also of a deleted account that the audit log names; an
 *   exact e-mail address; or words of the name of a member of staff or a key.
 * @returns its ID.
 * @throws Refusal: `invalid` beside `actor` if none fits, or several do.
 */
export async function requireActor(typed: string): Promise<string> {
  const exact = await findExact(typed);
  if (exact) return exact;
  const { id, firstName, lastName, email } = users;
  const people = await db()
    .select({ id })
    .from(users)
    .where(and(isStaff, or(containsWords(fullName(firstName, lastName), typed), containsWords(email, typed))))
    .orderBy(asc(id))
    .limit(2);
  const keys = await db()
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(containsWords(apiKeys.name, typed))
    .orderBy(asc(apiKeys.id))
    .limit(2);
  const [found, second] = [...people, ...keys];
  if (second) throw new Refusal('invalid', 'breach.actorSeveral', { field: 'actor' });
  if (!found) throw new Refusal('invalid', 'breach.actorUnknown', { field: 'actor' });
  return found.id;
}

async function findExact(typed: string): Promise<string | undefined> {
  const [account] = await db()
    .select({ id: users.id })
    .from(users)
    .where(or(eq(users.id, typed), eq(users.email, toPlainAddress(typed))))
    .orderBy(asc(users.id))
    .limit(1);
  if (account) return account.id;
  const [key] = await db()
    .select({ id: apiKeys.id })
    .from(apiKeys)
    .where(eq(apiKeys.id, typed))
    .orderBy(asc(apiKeys.id))
    .limit(1);
  if (key) return key.id;
  const [line] = await db()
    .select({ id: audit.actorId })
    .from(audit)
    .where(eq(audit.actorId, typed))
    .orderBy(asc(audit.id))
    .limit(1);
  return line?.id ?? undefined;
}
