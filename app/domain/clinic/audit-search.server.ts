import { asc, desc, eq, gte, or } from 'drizzle-orm';
import { toClinicNumber } from '~/domain/kernel/clinic-number';
import { containsWords, fullName, hasPrefix } from '~/domain/kernel/search.server';
import { toIdPrefix } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';

/** Maximum number of people that a name search looks up. */
const maxPeople = 50;

/**
 * Finds the IDs of people by name, address or clinic number. The input may also be an ID, even of a deleted
 * account.
 */
export async function findPeopleNamed(typed: string): Promise<string[]> {
  const number = toClinicNumber(typed);
  const rows = await db()
    .select({ id: users.id })
    .from(users)
    .where(
      or(
        containsWords(fullName(users.firstName, users.lastName), typed),
        containsWords(users.email, typed),
        number ? eq(users.loginName, number) : undefined,
      ),
    )
    .limit(maxPeople);
  return [typed, ...rows.map(({ id }) => id)];
}

/**
 * Finds the IDs for an ID or a case number. Searches the log itself, since the report may be
 * deleted.
 */
export async function findObjectsCalled(typed: string): Promise<string[]> {
  const prefix = toIdPrefix(typed);
  if (!prefix) return [typed];
  const rows = await db()
    .selectDistinct({ id: audit.objectId })
    .from(audit)
    .where(hasPrefix(audit.objectId, prefix))
    .limit(maxPeople);
  return [typed, ...rows.flatMap(({ id }) => id ?? [])];
}

/**
 * Finds the ID of the first line since a moment by bisection, since lines are written in order of
 * time.
 *
 * @returns an ID beyond the last one if there is none.
 */
export async function findFirstLineSince(moment: number): Promise<number> {
  const [last] = await db().select({ id: audit.id }).from(audit).orderBy(desc(audit.id)).limit(1);
  let [low, high] = [0, (last?.id ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const [line] = await db()
      .select({ at: audit.at })
      .from(audit)
      .where(gte(audit.id, middle))
      .orderBy(asc(audit.id))
      .limit(1);
    if (line && line.at.getTime() < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}
