import { createHmac } from 'node:crypto';
import { and, asc, count, eq, notExists, notInArray, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { Refusal } from '~/domain/kernel/refusal';
import { people, users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, lock, requireChange, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { keyOfDatabase } from '~/platform/secrets/column-cipher.server';
import { maxPeople } from './people-constants';
import { type PersonDetails, type PersonRow, toPersonDetails } from './present-person';

/** Lists the people of an account, in the order in which they were added. */
export async function listPersonRows(accountId: string): Promise<PersonRow[]> {
  return db()
    .select()
    .from(people)
    .where(eq(people.accountId, accountId))
    .orderBy(asc(people.createdAt), asc(people.id));
}

/** Checks whether two reads of a list returned the same people. */
export const isListUnchanged = (before: PersonRow[], now: PersonRow[]): boolean =>
  JSON.stringify(before) === JSON.stringify(now);

/** Counts the reports of an account by person ID. */
export async function countsByPerson(accountId: string): Promise<Map<string | null, number>> {
  const { personId, patientId } = reports;
  const countRows = await db()
    .select({ personId, rows: count() })
    .from(reports)
    .where(eq(patientId, accountId))
    .groupBy(personId);
  return new Map(countRows.map((row) => [row.personId, Number(row.rows)]));
}

/**
 * Builds a key that is equal for two people of the same name and year of birth in one account, and
 * reveals neither. Names are compared as people read them.
 */
function sameKeyOf(
  accountId: string,
  { name, birthYear }: Pick<PersonDetails, 'name' | 'birthYear'>,
): string {
  const comparableName = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return createHmac('sha256', keyOfDatabase('people'))
    .update(JSON.stringify([accountId, comparableName, birthYear]))
    .digest('base64url');
}

/**
 * Builds the refusal of a person who seems to be on the list already. `same=yes` confirms that they
 * are two people.
 */
export const samePersonRefusal = () => new Refusal('conflict', 'people.same', { code: 'samePerson' });

type Change = { details: PersonDetails; isConfirmed?: 'yes'; knownPeople: PersonRow[] };

/**
 * Builds the columns of a person, except ID and account.
 *
 * @throws Refusal: `conflict` with the code `samePerson` if the list has a person with that name
 *   and year, and `isConfirmed` does not confirm that they are two people.
 */
function columnsOf(accountId: string, { details, isConfirmed, knownPeople }: Change, ownId?: string) {
  const sameKey = sameKeyOf(accountId, details);
  const otherPeople = knownPeople.filter(({ id }) => id !== ownId);
  const hasDouble = otherPeople.some((row) => sameKeyOf(accountId, toPersonDetails(row)) === sameKey);
  if (hasDouble && !isConfirmed) throw samePersonRefusal();
  const { name, birthYear, sex, relation } = details;
  return {
    name,
    birthYear: birthYear === null ? null : String(birthYear),
    sex,
    relation,
    sameKey: hasDouble ? null : sameKey,
    updatedAt: new Date(),
  };
}

/**
 * Builds the row of a new person and the steps that write it, if nobody else was added since the
 * list was read.
 *
 * @throws Refusal: `conflict` if the list is full or already has the account holder, or as
 *   `columnsOf` does.
 */
export function addToList(accountId: string, change: Change): { row: PersonRow; steps: Step[] } {
  const { knownPeople, details } = change;
  if (knownPeople.length >= maxPeople)
    throw new Refusal('conflict', 'people.tooMany', { values: { most: maxPeople } });
  if (details.relation === 'self' && knownPeople.some(({ relation }) => relation === 'self'))
    throw new Refusal('conflict', 'people.oneself');
  const columns = columnsOf(accountId, change);
  const row = { id: newId(), accountId, createdAt: columns.updatedAt, ...columns };
  return {
    row,
    steps: [...asKnown(accountId, knownPeople), db().insert(people).values(row), lineOf(accountId, row.id)],
  };
}

/**
 * Builds the changed row of a person on the list and the steps that write it. Throws as `columnsOf`
 * does.
 */
export function correctInList(
  accountId: string,
  before: PersonRow,
  change: Change,
): { row: PersonRow; steps: Step[] } {
  const columns = columnsOf(accountId, change, before.id);
  const isOwnPerson = and(eq(people.id, before.id), eq(people.accountId, accountId));
  return {
    row: { ...before, ...columns },
    steps: [
      ...asKnown(accountId, change.knownPeople),
      requireChange(db().update(people).set(columns).where(isOwnPerson)),
      lineOf(accountId, before.id),
    ],
  };
}

const lineOf = (actorId: string, objectId: string) =>
  auditEntry({ action: 'people.changed', actorId, objectId });

/**
 * Builds the steps that require that the account exists and that its list has nobody but the known
 * people.
 */
function asKnown(accountId: string, knownPeople: PersonRow[]): Step[] {
  const ids = knownPeople.map(({ id }) => id);
  const stranger = db()
    .select({ one: sql`1` })
    .from(people)
    .where(and(eq(people.accountId, accountId), notInArray(people.id, ids)));
  return [
    lock(users, eq(users.id, accountId)),
    requireChange(
      db()
        .select({ id: users.id })
        .from(users)
        .where(and(eq(users.id, accountId), notExists(stranger))),
    ),
  ];
}
