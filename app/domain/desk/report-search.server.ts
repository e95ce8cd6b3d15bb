import { inArray, or, type SQL, type SQLWrapper } from 'drizzle-orm';
import { containsWords, fullName, hasPrefix } from '~/domain/kernel/search.server';
import { toIdPrefix } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db } from '~/platform/db/db.server';

const patientName = fullName(users.firstName, users.lastName);
const expertName = fullName(reports.expertFirstName, reports.expertLastName);

/**
 * Builds the condition that a report's patient has a name, or that it has a case number.
 *
 * @param typed the search input.
 */
export const matchesPatientOrCase = (typed: string) => search(typed, [patientName]);

/** Builds the same condition, extended to reports whose expert has the name. */
export const matchesPersonOrCase = (typed: string) => search(typed, [patientName, expertName]);

async function search(typed: string, names: SQLWrapper[]): Promise<SQL | undefined> {
  const ids = await idsOfCase(typed);
  const nameConditions = names.map((name) => containsWords(name, typed));
  if (ids.length === 0) return or(...nameConditions);
  // Names contain no digits, so the names of all patients need not be read.
  return /\d/.test(typed) ? inArray(reports.id, ids) : or(inArray(reports.id, ids), ...nameConditions);
}

/**
 * Finds the reports with a case number, usually one: a case number is eight characters of the ID.
 */
async function idsOfCase(typed: string): Promise<string[]> {
  const prefix = toIdPrefix(typed);
  if (!prefix) return [];
  const rows = await db().select({ id: reports.id }).from(reports).where(hasPrefix(reports.id, prefix));
  return rows.map(({ id }) => id);
}
