import { and, asc, desc, eq, gt, gte, inArray, lt, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry, findSeenPatients, isAboutPatient } from '~/domain/audit/audit-entry.server';
import { type AuditQuery, auditList } from '~/domain/audit/schemas';
import { formatFullName } from '~/domain/identity/full-name';
import { endOfClinicDay, startOfClinicDay } from '~/domain/kernel/days';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { isAuditShownTo } from '~/domain/messages/complaint-subjects.server';
import { toCaseNumber } from '~/domain/report/report-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { db, execute } from '~/platform/db/db.server';
import { accountTypes, auditActions } from '~/platform/enums';
import { findFirstLineSince, findObjectsCalled, findPeopleNamed } from './audit-search.server';

const groupsAtOnce = 20;
/** Lines on a page beyond which no further row is added, since groups may be long. */
const maxLines = 200;
const togetherMs = 60_000;

/** A row of the log, with the patients whose reports were seen if there are several. */
type Row = typeof audit.$inferSelect & { seen?: string[] };

/**
 * A person or an object that a line names: `name` for a person with an account, `number` for a
 * report's case.
 */
const named = z
  .object({
    id: z.string().describe('ID of the account, report or other object.'),
    name: z
      .string()
      .nullable()
      .describe(
        'Current name of the account, or name of the key. `null` for other objects, and once the account was deleted.',
      ),
    isKey: z.boolean().describe('Whether it is a key of a program.'),
    accountType: z
      .enum(accountTypes)
      .nullable()
      .describe('Type of the account. `null` if the object is not an account, or the account was deleted.'),
    number: z.string().nullable().describe('Case number of a report. `null` for other objects.'),
  })
  .meta({
    id: 'Named',
    description: 'Account or object that an audit entry names.',
    example: {
      id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
      name: 'Meera Nair',
      isKey: false,
      accountType: 'Expert',
      number: null,
    },
  });

export type Named = z.infer<typeof named>;

/** A line of the audit log, with people's current names. */
const publicLine = z
  .object({
    id: z.int().describe('ID of the entry. The lines of one viewed list share it.'),
    at: publicMoment.describe('Time of the action, in UTC.'),
    action: z.enum(auditActions).describe('Action that was taken.'),
    actor: named.nullable().describe('Account that acted. `null` for the server itself.'),
    object: named
      .nullable()
      .describe(
        "Account or object of the action. `null` if it was the actor's own account, or there is no object.",
      ),
    isTogether: z
      .boolean()
      .describe(
        'Whether the line belongs to the same entry as the line before it. Viewing a list adds one line per patient.',
      ),
  })
  .meta({
    id: 'AuditLine',
    description: 'A line of the audit log.',
    example: {
      id: 412,
      at: '2026-03-05T09:10:00.000Z',
      action: 'report.opened',
      actor: {
        id: '01k2zq5v7m8n9p0q1r2s3t4v5y',
        name: 'Meera Nair',
        isKey: false,
        accountType: 'Expert',
        number: null,
      },
      object: {
        id: '01k2zq5v7m8n9p0q1r2s3t4v5w',
        name: null,
        isKey: false,
        accountType: null,
        number: 'T4V5-W7M8',
      },
      isTogether: false,
    },
  });

export type AuditLine = z.infer<typeof publicLine>;

const auditAnswer = z.object({
  data: z.array(publicLine).describe('Lines of this page, newest first.'),
  older: z.int().nullable().meta({
    description: 'Value of `before` for the next older page. `null` if there is none.',
    example: 393,
  }),
  newer: z.int().nullable().meta({
    description: 'Value of `after` for the next newer page. `null` if there is none.',
    example: null,
  }),
  filters: z
    .object({
      action: z.enum(auditActions).optional().describe('Action of the entries.'),
      person: z.string().optional().describe('Actor to search for, as sent.'),
      object: z.string().optional().describe('ID of the object.'),
      from: z.string().optional().describe('First day, as YYYY-MM-DD.'),
      to: z.string().optional().describe('Last day, as YYYY-MM-DD.'),
      before: z.int().optional().describe('ID of the entry before which the page ends.'),
      after: z.int().optional().describe('ID of the entry after which the page starts.'),
    })
    .meta({ description: 'Filters that were applied.', example: { person: 'meera' } }),
});

/**
 * Lists the audit log for admins, newest first, and writes an entry about that itself. Lines about
 * a complaint that names the reader are left out. The input has the filters, and the line before or after which to begin.
 *
 * @returns lines with people's current names, in at most 20 groups, and where the older and the
 *   newer ones begin, null if there are none. `isTogether` marks a line that belongs to the one
 *   before it. Nothing is counted, so a page costs the same however long the log is.
 */
export const listAudit = operation({
  name: 'audit.read',
  api: {
    summary: 'List the audit log',
    text: 'For admins. Lists actions with their actors and objects, newest first, in at most 20 groups of related lines. The lines of one viewed list share an ID. Send `older` as `before` to get the previous lines, or `newer` as `after` to get the following ones. This call is itself recorded.',
  },
  input: auditList,
  output: auditAnswer,
  allow: 'audit.read',
  successMessage: 'audit.fetched',
  failureMessage: 'audit.failed',
  async run({ viewer, input }): Promise<z.infer<typeof auditAnswer>> {
    const { rows, older, newer } = await pageOf(input, viewer.id);
    await execute(auditEntry({ action: 'audit.read', actorId: viewer.id }));
    return { data: await withNames(rows), older, newer, filters: input };
  },
});

async function pageOf({ before, after, object, ...filters }: AuditQuery, readerId: string) {
  const objects = object ? await findObjectsCalled(object) : undefined;
  const where = and(
    isAuditShownTo(readerId),
    await whereOf(filters),
    object && objects ? isAboutPatient(objects, object) : undefined,
  );
  const read = (more: SQL | undefined, direction: 'up' | 'down') =>
    readRows(and(where, more), { direction, objects });
  if (after !== undefined) {
    const rows = await read(gt(audit.id, after), 'up');
    const page = firstGroups(rows).reverse();
    // Less than a page is newer, so the newest page is shown whole.
    if (page.length < rows.length) {
      return { rows: page, older: page.at(-1)?.id ?? null, newer: page[0]?.id ?? null };
    }
  }
  const isOlder = before !== undefined && after === undefined;
  const rows = await read(isOlder ? lt(audit.id, before) : undefined, 'down');
  const page = firstGroups(rows);
  return {
    rows: page,
    older: rows.length > page.length ? (page.at(-1)?.id ?? null) : null,
    newer: isOlder ? (page[0]?.id ?? before - 1) : null,
  };
}

/**
 * Checks whether two adjacent lines are one look at a list: its reports, and others seen soon
 * after.
 */
function isTogether(line: Row, before: Row | undefined): boolean {
  return (
    line.action === 'report.listed' &&
    before?.action === line.action &&
    before.actorId === line.actorId &&
    Math.abs(before.at.getTime() - line.at.getTime()) <= togetherMs
  );
}

/** Returns the leading rows that fit on a page: at most 20 groups and about 200 lines. */
function firstGroups(rows: Row[]): Row[] {
  let [groups, lines] = [0, 0];
  const end = rows.findIndex((line, at) => {
    if (!isTogether(line, rows[at - 1])) groups += 1;
    lines += line.seen?.length ?? 1;
    return groups > groupsAtOnce || (lines > maxLines && at > 0);
  });
  return end === -1 ? rows : rows.slice(0, end);
}

/**
 * Reads one row more than a page can have, to find out if there are others. A row has only
 * the seen patients that match the search.
 */
async function readRows(
  where: SQL | undefined,
  { direction, objects }: { direction: 'up' | 'down'; objects?: string[] },
): Promise<Row[]> {
  const rows = await db()
    .select()
    .from(audit)
    .where(where)
    .orderBy(direction === 'up' ? asc(audit.id) : desc(audit.id))
    .limit(maxLines + 1);
  const seen = await findSeenPatients(rows, { patientIds: objects });
  return rows.map((row) => ({ ...row, seen: seen.get(row.id) }));
}

async function whereOf({ action, person, from, to }: Pick<AuditQuery, 'action' | 'person' | 'from' | 'to'>) {
  const since = from === undefined ? undefined : startOfClinicDay(from);
  const until = to === undefined ? undefined : endOfClinicDay(to);
  return and(
    action && eq(audit.action, action),
    person ? inArray(audit.actorId, await findPeopleNamed(person)) : undefined,
    since === undefined
      ? undefined
      : and(gte(audit.id, await findFirstLineSince(since)), gte(audit.at, new Date(since))),
    until === undefined
      ? undefined
      : and(lt(audit.id, await findFirstLineSince(until)), lt(audit.at, new Date(until))),
  );
}

async function withNames(rows: Row[]): Promise<AuditLine[]> {
  const ids = new Set(rows.flatMap(({ actorId, objectId, seen = [] }) => [actorId, objectId, ...seen]));
  const namedIds = [...ids].filter((one) => one !== null);
  const { id, firstName, lastName, accountType } = users;
  const people = await db()
    .select({ id, firstName, lastName, accountType })
    .from(users)
    .where(inArray(users.id, namedIds));
  const keys = await db()
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(inArray(apiKeys.id, namedIds));
  const keyNames = new Map(keys.map(({ id: keyId, name }) => [keyId, name]));
  const peopleById = new Map(people.map((person) => [person.id, person]));
  const toNamed = (one: string | null, number: string | null = null): Named | null => {
    const person = one === null ? undefined : peopleById.get(one);
    if (one === null) return null;
    const keyName = keyNames.get(one);
    const name = person ? formatFullName(person) : (keyName ?? null);
    const isKey = keyName !== undefined;
    return { id: one, name, isKey, accountType: person?.accountType ?? null, number };
  };
  return rows.flatMap((row, place) => {
    const { id: line, at, action, actorId, objectId } = row;
    const isReport = action.startsWith('report.') && action !== 'report.listed';
    // A look at a list becomes one line for each patient in it.
    return (row.seen ?? [objectId]).map((object, number) => ({
      id: line,
      at: at.toISOString(),
      action,
      isTogether: number > 0 || isTogether(row, rows[place - 1]),
      actor: toNamed(actorId),
      // The actor's own account adds nothing as an object.
      object: object === actorId ? null : toNamed(object, isReport && object ? toCaseNumber(object) : null),
    }));
  });
}
