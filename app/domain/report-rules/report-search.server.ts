import { inArray, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import { beginsWith, contains, fullName } from '~/domain/kernel/search.server';
import { idPrefixOfCase } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

const patientName = fullName(users.firstName, users.lastName);
const expertName = fullName(reports.expertFirstName, reports.expertLastName);

/** The reports whose patient has a name, or that have a case number. Takes what was typed. */
export const ofPatientOrCase = (typed: string) => search(typed, [patientName]);

/** The same, and those whose expert has the name. */
export const ofPersonOrCase = (typed: string) => search(typed, [patientName, expertName]);

async function search(typed: string, names: SQLWrapper[]): Promise<SQL | undefined> {
  const ids = await idsOfCase(typed);
  const named = names.map((name) => contains(name, typed));
  if (ids.length === 0) return or(...named);
  // No name has a digit: the names of all patients need not be read.
  return /\d/.test(typed) ? inArray(reports.id, ids) : or(inArray(reports.id, ids), ...named);
}

/** As a rule one: case numbers are eight of an id's characters. */
async function idsOfCase(typed: string): Promise<string[]> {
  const prefix = idPrefixOfCase(typed);
  if (!prefix) return [];
  const found = await db().select({ id: reports.id }).from(reports).where(beginsWith(reports.id, prefix));
  return found.map(({ id }) => id);
}
