import { createHmac } from 'node:crypto';
import { and, asc, count, eq, notExists, notInArray, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { Refusal } from '~/domain/kernel/refusal';
import { people, users } from '~/platform/db/core/tables/accounts.server';
import { keyOfDatabase } from '~/platform/db/core/tables/column-cipher.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, lock, requireChange, type Step } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { maxPeople } from './people-constants';
import { type Details, type PersonRow, saidOf } from './present-person';

/** The people of an account, the first that was added first. */
export async function peopleOf(accountId: string): Promise<PersonRow[]> {
  return db()
    .select()
    .from(people)
    .where(eq(people.accountId, accountId))
    .orderBy(asc(people.createdAt), asc(people.id));
}

/** Whether the same people are on a list that was read twice. */
export const isSameList = (before: PersonRow[], now: PersonRow[]): boolean =>
  JSON.stringify(before) === JSON.stringify(now);

/** How many reports of an account were sent of each person, by their id. */
export async function countsByPerson(accountId: string): Promise<Map<string | null, number>> {
  const { personId, patientId } = reports;
  const found = await db()
    .select({ personId, rows: count() })
    .from(reports)
    .where(eq(patientId, accountId))
    .groupBy(personId);
  return new Map(found.map((row) => [row.personId, Number(row.rows)]));
}

/**
 * What is the same for two of the same name and year of birth in one account, and says neither;
 * letters are compared as people read them.
 */
function sameKeyOf(accountId: string, { name, birthYear }: Pick<Details, 'name' | 'birthYear'>): string {
  const read = name.normalize('NFKC').toLowerCase().replace(/\s+/g, ' ').trim();
  return createHmac('sha256', keyOfDatabase('people'))
    .update(JSON.stringify([accountId, read, birthYear]))
    .digest('base64url');
}

/** The refusal of somebody who seems to be on the list; `same=yes` says that they are not. */
export const isSame = () => new Refusal('conflict', 'people.same', { code: 'samePerson' });

type Change = { details: Details; same?: 'yes'; known: PersonRow[] };

/**
 * What a person is kept as, beside their id and account.
 *
 * @throws Refusal: `conflict` with the code `samePerson` where another one of that name and year is
 *   known and `same` does not say that these are two.
 */
function columnsOf(accountId: string, { details, same, known }: Change, ownId?: string) {
  const sameKey = sameKeyOf(accountId, details);
  const others = known.filter(({ id }) => id !== ownId);
  const hasDouble = others.some((row) => sameKeyOf(accountId, saidOf(row)) === sameKey);
  if (hasDouble && !same) throw isSame();
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
 * Adds a person: their row, and the steps that write it, as long as nobody else was added since the
 * list was read.
 *
 * @throws Refusal: `conflict` where the list is full, has oneself already, or as `columnsOf`.
 */
export function added(accountId: string, change: Change): { row: PersonRow; steps: Step[] } {
  const { known, details } = change;
  if (known.length >= maxPeople)
    throw new Refusal('conflict', 'people.tooMany', { values: { most: maxPeople } });
  if (details.relation === 'self' && known.some(({ relation }) => relation === 'self'))
    throw new Refusal('conflict', 'people.oneself');
  const columns = columnsOf(accountId, change);
  const row = { id: newId(), accountId, createdAt: columns.updatedAt, ...columns };
  return {
    row,
    steps: [...asKnown(accountId, known), db().insert(people).values(row), lineOf(accountId, row.id)],
  };
}

/** The same of a person on the list. */
export function corrected(
  accountId: string,
  before: PersonRow,
  change: Change,
): { row: PersonRow; steps: Step[] } {
  const columns = columnsOf(accountId, change, before.id);
  const own = and(eq(people.id, before.id), eq(people.accountId, accountId));
  return {
    row: { ...before, ...columns },
    steps: [
      ...asKnown(accountId, change.known),
      requireChange(db().update(people).set(columns).where(own)),
      lineOf(accountId, before.id),
    ],
  };
}

const lineOf = (actorId: string, objectId: string) =>
  auditEntry({ action: 'people.changed', actorId, objectId });

/** That the account is there and nobody is on its list but those who are known. */
function asKnown(accountId: string, known: PersonRow[]): Step[] {
  const ids = known.map(({ id }) => id);
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
