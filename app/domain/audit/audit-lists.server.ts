import { and, asc, desc, eq, gt, gte, inArray, lt, or, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { startOfClinicDay } from '~/domain/kernel/fields/days';
import { publicMoment } from '~/domain/kernel/fields/fields';
import { operation } from '~/domain/kernel/operation';
import { contains, fullName } from '~/domain/kernel/search.server';
import { caseNumberOf } from '~/domain/reports/constants';
import { db, execute } from '~/platform/db/db.server';
import { audit, users } from '~/platform/db/tables.server';
import { accountTypes, auditActions } from '~/platform/enums';
import { auditEntry } from './audit-entry.server';
import { type AuditAsked, auditList } from './schemas';

const linesAtOnce = 20;
/** Of people with the name that was typed, so many are looked for. */
const maxPeople = 50;
const dayMs = 86_400_000;

type Row = typeof audit.$inferSelect;

/**
 * Somebody or something a line names: `name` for a person who has an account, `number` for a
 * report's case.
 */
const named = z
  .object({
    id: z.string(),
    name: z.string().nullable(),
    accountType: z.enum(accountTypes).nullable(),
    number: z.string().nullable(),
  })
  .meta({ id: 'Named' });

export type Named = z.infer<typeof named>;

/** A line of the audit log, with the names people have now. */
const publicLine = z
  .object({
    id: z.int(),
    at: publicMoment,
    action: z.enum(auditActions),
    actor: named.nullable(),
    object: named.nullable(),
  })
  .meta({ id: 'AuditLine' });

export type AuditLine = z.infer<typeof publicLine>;

const auditAnswer = z.object({
  data: z.array(publicLine),
  older: z.int().nullable(),
  newer: z.int().nullable(),
  filters: z.object({
    action: z.enum(auditActions).optional(),
    person: z.string().optional(),
    object: z.string().optional(),
    from: z.string().optional(),
    to: z.string().optional(),
    before: z.int().optional(),
    after: z.int().optional(),
  }),
});

/**
 * The audit log, newest first, for admins; looking at it is a line of it. Takes what it is searched
 * by, and the line before or after which to begin.
 *
 * @returns at most 20 lines with the names people have now, and where the older and the newer ones
 *   begin, null where there are none. Nothing is counted: a page costs the same however long the
 *   log is.
 */
export const listAudit = operation({
  name: 'audit.read',
  api: {
    summary: 'Read the audit log',
    text: 'For admins. Newest first, 20 lines at most: who did what to what. `before` with the `older` of an answer gives the lines before, `after` with its `newer` those after. Looking at it is a line of it.',
  },
  input: auditList,
  output: auditAnswer,
  allow: 'audit.read',
  successMessage: 'audit.fetched',
  failureMessage: 'audit.failed',
  async run({ viewer, input }): Promise<z.infer<typeof auditAnswer>> {
    const { rows, older, newer } = pageOf(input);
    await execute(auditEntry({ action: 'audit.read', actorId: viewer.id }));
    return { data: withNames(rows), older, newer, filters: input };
  },
});

function pageOf({ before, after, ...filters }: AuditAsked) {
  const where = whereOf(filters);
  if (after !== undefined) {
    const rows = read(and(where, gt(audit.id, after)), 'up');
    // Less than a page is newer: the newest page is shown whole.
    if (rows.length > linesAtOnce) {
      const page = rows.slice(0, linesAtOnce).reverse();
      return { rows: page, older: page.at(-1)?.id ?? null, newer: page[0]?.id ?? null };
    }
  }
  const isOlder = before !== undefined && after === undefined;
  const rows = read(isOlder ? and(where, lt(audit.id, before)) : where, 'down');
  const page = rows.slice(0, linesAtOnce);
  return {
    rows: page,
    older: rows.length > linesAtOnce ? (page.at(-1)?.id ?? null) : null,
    newer: isOlder ? (page[0]?.id ?? before - 1) : null,
  };
}

/** One line more than a page has, to know whether there are others. */
function read(where: SQL | undefined, way: 'up' | 'down'): Row[] {
  return db()
    .select()
    .from(audit)
    .where(where)
    .orderBy(way === 'up' ? asc(audit.id) : desc(audit.id))
    .limit(linesAtOnce + 1)
    .all();
}

function whereOf({ action, person, object, from, to }: Omit<AuditAsked, 'before' | 'after'>) {
  const since = from === undefined ? undefined : startOfClinicDay(from);
  const until = to === undefined ? undefined : startOfClinicDay(to) + dayMs;
  return and(
    action && eq(audit.action, action),
    person ? inArray(audit.actorId, peopleNamed(person)) : undefined,
    object ? eq(audit.objectId, object) : undefined,
    since === undefined
      ? undefined
      : and(gte(audit.id, firstLineSince(since)), gte(audit.at, new Date(since))),
    until === undefined ? undefined : and(lt(audit.id, firstLineSince(until)), lt(audit.at, new Date(until))),
  );
}

/**
 * The ids of the people with a name or an address; what was typed may be an id too, also of an
 * account that is gone.
 */
function peopleNamed(typed: string): string[] {
  const found = db()
    .select({ id: users.id })
    .from(users)
    .where(or(contains(fullName(users.firstName, users.lastName), typed), contains(users.email, typed)))
    .limit(maxPeople)
    .all();
  return [typed, ...found.map(({ id }) => id)];
}

/**
 * The id of the first line since a moment, found by halving: lines are written in the order of
 * time.
 *
 * @returns behind the last one where there is none.
 */
function firstLineSince(moment: number): number {
  const last = db().select({ id: audit.id }).from(audit).orderBy(desc(audit.id)).limit(1).get();
  let [low, high] = [0, (last?.id ?? 0) + 1];
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    const line = db()
      .select({ at: audit.at })
      .from(audit)
      .where(gte(audit.id, middle))
      .orderBy(asc(audit.id))
      .limit(1)
      .get();
    if (line && line.at.getTime() < moment) low = middle + 1;
    else high = middle;
  }
  return low;
}

function withNames(rows: Row[]): AuditLine[] {
  const ids = new Set(rows.flatMap(({ actorId, objectId }) => [actorId, objectId]));
  const { id, firstName, lastName, accountType } = users;
  const people = db()
    .select({ id, firstName, lastName, accountType })
    .from(users)
    .where(
      inArray(
        users.id,
        [...ids].filter((one) => one !== null),
      ),
    )
    .all();
  const known = new Map(people.map((person) => [person.id, person]));
  const nameOf = (one: string | null, number: string | null = null): Named | null => {
    const person = one === null ? undefined : known.get(one);
    const name = person ? `${person.firstName} ${person.lastName}`.trim() : null;
    return one === null ? null : { id: one, name, accountType: person?.accountType ?? null, number };
  };
  return rows.map(({ id: line, at, action, actorId, objectId }) => {
    const isReport = action.startsWith('report.') && action !== 'report.listed';
    return {
      id: line,
      at: at.toISOString(),
      action,
      actor: nameOf(actorId),
      // Somebody's own account says nothing more.
      object:
        objectId === actorId ? null : nameOf(objectId, isReport && objectId ? caseNumberOf(objectId) : null),
    };
  });
}
