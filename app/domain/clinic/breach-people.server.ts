import { Readable } from 'node:stream';
import { and, asc, count, eq, gt, gte, inArray, isNotNull, lte, type SQL, sql } from 'drizzle-orm';
import { unionAll } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { clinicClock, clinicDay } from '~/domain/kernel/days';
import { listMeta } from '~/domain/kernel/fields';
import { findPage, type ListRules, type PageRequest } from '~/domain/kernel/list-page';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import { type CallContext, operation } from '~/domain/kernel/operation';
import type { Download } from '~/domain/own-data/export-data.server';
import { oneOpeningMs } from '~/domain/report-view/open-file.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, auditSeen } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute, type Queries, readTransaction } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';
import {
  type BreachPerson,
  breachNumberOnly,
  breachPeopleQuery,
  breachPerson,
  toClinicMoment,
} from './breach-schemas';
import { type BreachRow, readBreach, requireBreach } from './breaches.server';
import { toCsvRow } from './csv';
import { seenActions, unnamedActions } from './seen-actions';

const exportedAtOnce = 1000;

const actionsOf = (groups: readonly { actions: readonly AuditAction[] }[]): AuditAction[] =>
  groups.flatMap(({ actions }) => actions);

/**
 * Builds the condition for the lines of a breach. The time begins an hour early, since what is seen
 * again within an hour has no line of its own. The lines of the actor are read by their time alone:
 * with clocks of several servers their order is not exactly that of time.
 *
 * @returns undefined if nobody is named as its actor.
 */
function whereInBreach({ actorId, fromAt, toAt }: BreachRow): SQL | undefined {
  if (actorId === null) return undefined;
  return and(
    eq(audit.actorId, actorId),
    fromAt ? gte(audit.at, new Date(fromAt.getTime() - oneOpeningMs)) : undefined,
    lte(audit.at, toAt ?? new Date()),
  );
}

/**
 * Selects each person of the lines once. A report that was deleted is its owner's, who deleted it.
 */
function selectSeen(isInside: SQL, queries: Queries) {
  // The joined empty text keeps SQLite from reading every deletion through the index of the actions.
  const owner = sql<string>`coalesce(${reports.patientId}, (
    select deleted.actor_id from audit deleted
    where deleted.object_id = ${audit.objectId} and deleted.action || '' = 'report.deleted'
    order by deleted.id limit 1
  ), ${audit.objectId})`;
  const isSeen = and(isInside, inArray(audit.action, actionsOf(seenActions)));
  const named = queries
    .select({ personId: owner.as('person_id'), at: sql<number>`${audit.at}`.as('seen_at') })
    .from(audit)
    .leftJoin(reports, eq(reports.id, audit.objectId))
    .where(and(isSeen, isNotNull(audit.objectId)));
  const listed = queries
    .select({
      personId: sql<string>`${auditSeen.patientId}`.as('person_id'),
      at: sql<number>`${audit.at}`.as('seen_at'),
    })
    .from(audit)
    .innerJoin(auditSeen, eq(auditSeen.line, audit.id))
    .where(isSeen);
  const lines = unionAll(named, listed).as('seen_lines');
  return queries
    .select({
      personId: lines.personId,
      views: sql<number>`count(*)`.as('views'),
      firstAt: sql<number>`min(${lines.at})`.as('first_at'),
      lastAt: sql<number>`max(${lines.at})`.as('last_at'),
    })
    .from(lines)
    .groupBy(sql`${lines.personId}`)
    .as('seen');
}

type Part = { after?: string; offset?: number; rows: number };

/** Reads people by the age of their accounts, oldest first. */
async function readPeople(
  isInside: SQL,
  { after, offset = 0, rows }: Part,
  queries: Queries,
): Promise<BreachPerson[]> {
  const seen = selectSeen(isInside, queries);
  const { id, firstName, lastName, email, loginName, contactNumber } = users;
  const people = await queries
    .select({
      ...{ id, firstName, lastName, email, loginName, contactNumber },
      views: seen.views,
      firstAt: seen.firstAt,
      lastAt: seen.lastAt,
    })
    .from(seen)
    .innerJoin(users, eq(users.id, seen.personId))
    .where(after === undefined ? undefined : gt(id, after))
    .orderBy(asc(id))
    .limit(rows)
    .offset(offset);
  const withoutNumber = people.filter((person) => !person.contactNumber).map((person) => person.id);
  const numbers = await readNumbersOfReports(withoutNumber, queries);
  return people.map((person) => ({
    userId: person.id,
    name: formatFullName(person),
    clinicNumber: person.loginName && formatClinicNumber(person.loginName),
    email: toVisibleAddress(person.email) || null,
    phone: person.contactNumber || numbers.get(person.id) || null,
    views: Number(person.views),
    firstAt: new Date(Number(person.firstAt)).toISOString(),
    lastAt: new Date(Number(person.lastAt)).toISOString(),
  }));
}

/** Reads the number on the newest report of each patient. */
async function readNumbersOfReports(patientIds: string[], queries: Queries): Promise<Map<string, string>> {
  if (patientIds.length === 0) return new Map();
  const { patientId, phoneNumber, createdAt, id } = reports;
  const rows = await queries
    .select({ patientId, phoneNumber })
    .from(reports)
    .where(inArray(patientId, patientIds))
    .orderBy(asc(createdAt), asc(id));
  return new Map(rows.map((row) => [row.patientId, row.phoneNumber]));
}

async function countPeople(isInside: SQL, queries: Queries) {
  const seen = selectSeen(isInside, queries);
  const [row] = await queries
    .select({ everybody: count(), total: count(users.id) })
    .from(seen)
    .leftJoin(users, eq(users.id, seen.personId));
  const unnamed = await queries
    .select({ lines: count() })
    .from(audit)
    .where(and(isInside, inArray(audit.action, actionsOf(unnamedActions))));
  const total = row?.total ?? 0;
  return { total, gone: (row?.everybody ?? 0) - total, unnamed: unnamed[0]?.lines ?? 0 };
}

const nobody = { total: 0, gone: 0, unnamed: 0 };

/**
 * Lists the people whose data was seen by the actor of a breach, in its time. Of a breach without an
 * actor the list is empty.
 *
 * @throws Refusal: `notFound`.
 */
export const listBreachPeople = operation({
  name: 'breach.listPeople',
  api: {
    summary: 'List the people whose data was seen',
    text: 'For admins. Lists each person once whose data the account or key saw in that time, as the audit log has it, oldest account first. What was seen again within an hour has no entry of its own, so entries of the hour before count too. The log knows nothing of a screen that somebody else looked at, or of a copied backup. The call is recorded in the audit log.',
  },
  input: breachPeopleQuery,
  output: z.object({
    data: z.array(breachPerson).describe('People of this page, oldest account first.'),
    meta: listMeta,
    gone: z.int().min(0).meta({
      description: 'Number of accounts and reports that were seen and no longer exist.',
      example: 0,
    }),
    unnamed: z.int().min(0).meta({
      description: 'Number of lists that were read of which the log does not say whom they named.',
      example: 0,
    }),
  }),
  refusals: ['notFound'],
  allow: 'breach.manage',
  successMessage: 'breach.peopleFetched',
  failureMessage: 'breach.failed',
  async run({ viewer, input: { number, ...query }, context }) {
    const breach = await requireBreach(number);
    await execute(auditEntry({ action: 'breach.listed', actorId: viewer.id, objectId: breach.id }));
    return readPage(breach, query, context);
  },
});

async function readPage(breach: BreachRow, query: PageRequest, context: ListRules) {
  const isInside = whereInBreach(breach);
  return readTransaction(async (queries) => {
    const { total, gone, unnamed } = isInside ? await countPeople(isInside, queries) : nobody;
    const { offset, rows, meta } = findPage(query, total, context);
    const data = isInside && rows > 0 ? await readPeople(isInside, { offset, rows }, queries) : [];
    return { data, meta, gone, unnamed };
  });
}

const peopleOnPage = 100;

/** Reads a breach with the first hundred people for its page. */
export const readBreachPage = operation({
  name: 'breach.readPage',
  input: breachNumberOnly,
  refusals: ['notFound'],
  allow: 'breach.manage',
  successMessage: 'breach.fetched',
  failureMessage: 'breach.failed',
  async run(call) {
    const row = await requireBreach(call.input.number);
    const { data: breach } = await readBreach.run(call);
    const people = await readPage(row, { page: 1, limit: peopleOnPage }, call.context);
    const toField = (at: Date | null) => (at ? toClinicMoment(at) : '');
    return {
      breach,
      people,
      fields: { toldAt: toField(row.toldAt), boardToldAt: toField(row.boardToldAt) },
    };
  },
});

/**
 * Exports the same people as a CSV file, which is built while it is sent, a thousand people at a time.
 *
 * @throws Refusal: `notFound`.
 */
export const exportBreachPeople = operation({
  name: 'breach.exportPeople',
  api: {
    summary: 'Download the people whose data was seen',
    text: 'For admins. Returns the people of `system/breach-people` as a CSV file in UTF-8, with times at the clinic. A cell that a spreadsheet would compute begins with an apostrophe. The response is the file itself, without an envelope. The call is recorded in the audit log.',
  },
  input: breachNumberOnly,
  refusals: ['notFound'],
  policy: { answer: 'download', downloadType: 'text/csv' },
  allow: 'breach.manage',
  successMessage: 'breach.exportedDone',
  failureMessage: 'breach.failed',
  async run({ viewer, input: { number }, context }) {
    const breach = await requireBreach(number);
    const isInside = whereInBreach(breach);
    await execute(auditEntry({ action: 'breach.exported', actorId: viewer.id, objectId: breach.id }));
    return {
      data: {
        name: `breach-${breach.number}-people.csv`,
        mediaType: 'text/csv; charset=utf-8',
        content: Readable.from(rowsOf(isInside, context)),
      } satisfies Download as Download,
    };
  },
});

async function* rowsOf(isInside: SQL | undefined, { sentence }: CallContext): AsyncGenerator<Buffer> {
  const columns = [
    'breach.columnName',
    'breach.columnClinicNumber',
    'breach.columnEmail',
    'breach.columnPhone',
    'breach.columnViews',
    'breach.columnFirst',
    'breach.columnLast',
  ] as const;
  // Without the mark a spreadsheet takes the text for an older encoding.
  yield Buffer.from(`\ufeff${toCsvRow(columns.map((column) => sentence(column)))}`);
  if (!isInside) return;
  let after: string | undefined;
  do {
    const people = await readPeople(isInside, { after, rows: exportedAtOnce }, db());
    if (people.length > 0) yield Buffer.from(people.map(toRow).join(''));
    after = people.length < exportedAtOnce ? undefined : people.at(-1)?.userId;
  } while (after !== undefined);
}

const toRow = ({ name, clinicNumber, email, phone, views, firstAt, lastAt }: BreachPerson) =>
  toCsvRow([
    name,
    clinicNumber ?? '',
    email ?? '',
    phone ?? '',
    String(views),
    toTime(firstAt),
    toTime(lastAt),
  ]);

function toTime(iso: string): string {
  const at = new Date(iso);
  return `${clinicDay(at.getTime())} ${clinicClock(at)}`;
}
