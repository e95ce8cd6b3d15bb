import { and, count, desc, eq, inArray, isNull, max } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { emptyOutput, listFields, listMeta } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import { breaches } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { atomically, db, execute, requireChange } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import type { AuditAction } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { requireActor } from './breach-actor.server';
import {
  boardToldForm,
  boardToldOnPage,
  breachNumberOnly,
  breachToldForm,
  breachToldOnPage,
  noteBreachForm,
  noteBreachOnPage,
  type PublicBreach,
  publicBreach,
} from './breach-schemas';

export type BreachRow = typeof breaches.$inferSelect;

const oneBreach = z.object({ data: publicBreach.describe('The breach.') });

/** Lists the breaches of the clinic, the one found last first, and writes an audit entry. */
export const listBreaches = operation({
  name: 'breach.list',
  api: {
    summary: 'List the breaches',
    text: 'For admins. Lists breaches of personal data, the one found last first. The call is recorded in the audit log.',
  },
  input: z.object(listFields),
  output: z.object({
    data: z.array(publicBreach).describe('Breaches of this page, the one found last first.'),
    meta: listMeta,
  }),
  allow: 'breach.manage',
  successMessage: 'breach.fetched',
  failureMessage: 'breach.failed',
  async run({ viewer, input, context }) {
    const { rows, meta } = await paginate(input, context, {
      count: (queries) => queries.select({ total: count() }).from(breaches),
      read: ({ rows: limit, offset }, queries) =>
        queries
          .select()
          .from(breaches)
          .orderBy(desc(breaches.foundAt), desc(breaches.id))
          .limit(limit)
          .offset(offset),
    });
    await execute(auditEntry({ action: 'breach.listed', actorId: viewer.id }));
    return { data: await presentBreaches(rows), meta };
  },
});

/**
 * Reads a breach, and writes an audit entry.
 *
 * @throws Refusal: `notFound`.
 */
export const readBreach = operation({
  name: 'breach.read',
  api: { summary: 'Get a breach', text: 'For admins. The call is recorded in the audit log.' },
  input: breachNumberOnly,
  output: oneBreach,
  refusals: ['notFound'],
  allow: 'breach.manage',
  successMessage: 'breach.fetched',
  failureMessage: 'breach.failed',
  async run({ viewer, input }) {
    const row = await requireBreach(input.number);
    await execute(auditEntry({ action: 'breach.listed', actorId: viewer.id, objectId: row.id }));
    const [data] = await presentBreaches([row]);
    if (!data) throw new Refusal('notFound', 'breach.notFound');
    return { data };
  },
});

/**
 * Notes a breach under the next number.
 *
 * @returns the breach.
 * @throws Refusal: `invalid` beside `actor` if no account or key fits, or several do.
 */
export const noteBreach = operation({
  name: 'breach.note',
  api: {
    summary: 'Note a breach',
    text: 'For admins. The breach gets the next number. With `actor`, `system/breach-people` lists the people whose data was seen.',
  },
  input: noteBreachForm,
  inputOnPage: noteBreachOnPage,
  output: oneBreach,
  allow: 'breach.manage',
  successMessage: 'breach.notedDone',
  failureMessage: 'breach.noteFailed',
  async run({ viewer, input: { foundAt, what, actor, fromAt, toAt } }) {
    const id = newId();
    const row = {
      id,
      foundAt,
      notedAt: new Date(),
      notedBy: viewer.id,
      what,
      actorId: actor === undefined ? null : await requireActor(actor),
      fromAt: fromAt ?? null,
      toAt: toAt ?? null,
    };
    // Another admin may take the number at the same moment.
    while (!(await insertBreach({ ...row, number: (await findLastNumber()) + 1 })));
    const [data] = await presentBreaches(await db().select().from(breaches).where(eq(breaches.id, id)));
    if (!data) throw new Refusal('notFound', 'breach.notFound');
    return { data };
  },
});

/**
 * Notes when and how the people were told; again to correct it.
 *
 * @throws Refusal: `invalid`, `notFound`, `conflict` as `changeBreach`.
 */
export const noteBreachTold = operation({
  name: 'breach.told',
  api: {
    summary: 'Note that the people were told',
    text: 'For admins. Replaces what was noted before. Returns 409 if the breach is closed.',
  },
  input: breachToldForm,
  inputOnPage: breachToldOnPage,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'breach.manage',
  successMessage: 'breach.saved',
  failureMessage: 'breach.saveFailed',
  async run({ viewer, input: { number, at, how } }) {
    const row = await requireFoundBefore(number, at);
    await changeBreach(row, { toldAt: at, toldHow: how }, { action: 'breach.told', actorId: viewer.id });
    return {};
  },
});

/**
 * Notes when and under which reference the board was told; again to correct it.
 *
 * @throws Refusal: `invalid`, `notFound`, `conflict` as `changeBreach`.
 */
export const noteBoardTold = operation({
  name: 'breach.boardTold',
  api: {
    summary: 'Note that the board was told',
    text: 'For admins. Replaces what was noted before. Returns 409 if the breach is closed.',
  },
  input: boardToldForm,
  inputOnPage: boardToldOnPage,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'breach.manage',
  successMessage: 'breach.saved',
  failureMessage: 'breach.saveFailed',
  async run({ viewer, input: { number, at, reference } }) {
    const row = await requireFoundBefore(number, at);
    const line = { action: 'breach.boardTold', actorId: viewer.id } as const;
    await changeBreach(row, { boardToldAt: at, boardReference: reference }, line);
    return {};
  },
});

/**
 * Closes a breach. What it says stays as it is from then on.
 *
 * @throws Refusal: `notFound`; `conflict` if it is closed already.
 */
export const closeBreach = operation({
  name: 'breach.close',
  api: {
    summary: 'Close a breach',
    text: 'For admins. Nothing about the breach can be changed afterwards. Returns 409 if it is already closed.',
  },
  input: breachNumberOnly,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'breach.manage',
  successMessage: 'breach.closedDone',
  failureMessage: 'breach.closeFailed',
  async run({ viewer, input: { number } }) {
    const row = await requireBreach(number);
    const change = { closedAt: new Date(), closedBy: viewer.id };
    await changeBreach(row, change, { action: 'breach.closed', actorId: viewer.id });
    return {};
  },
});

async function findLastNumber(): Promise<number> {
  const [row] = await db()
    .select({ last: max(breaches.number) })
    .from(breaches);
  return row?.last ?? 0;
}

/** @returns false, with nothing written, if the number is taken. */
const insertBreach = (row: typeof breaches.$inferInsert): Promise<boolean> =>
  atomically([
    requireChange(db().insert(breaches).values(row).onConflictDoNothing()),
    auditEntry({ action: 'breach.noted', actorId: row.notedBy, objectId: row.id }),
  ]);

/** @throws Refusal: `notFound`, also for a text that is no number. */
export async function requireBreach(number: string): Promise<BreachRow> {
  const isNumber = /^[1-9]\d{0,8}$/.test(number);
  const [row] = isNumber
    ? await db()
        .select()
        .from(breaches)
        .where(eq(breaches.number, Number(number)))
    : [];
  if (!row) throw new Refusal('notFound', 'breach.notFound');
  return row;
}

/** @throws Refusal: `notFound`; `invalid` beside `at` for a time before the breach was found. */
async function requireFoundBefore(number: string, at: Date): Promise<BreachRow> {
  const row = await requireBreach(number);
  // A page sends no seconds.
  if (at.getTime() < Math.floor(row.foundAt.getTime() / 60_000) * 60_000)
    throw new Refusal('invalid', 'breach.beforeFound', { field: 'at' });
  return row;
}

/** @throws Refusal: `conflict` if the breach is closed, also by another admin at the same moment. */
async function changeBreach(
  { id }: BreachRow,
  change: Partial<BreachRow>,
  line: { action: AuditAction; actorId: string },
): Promise<void> {
  const isOpen = and(eq(breaches.id, id), isNull(breaches.closedAt));
  const isChanged = await atomically([
    requireChange(db().update(breaches).set(change).where(isOpen)),
    auditEntry({ ...line, objectId: id }),
  ]);
  if (!isChanged) throw new Refusal('conflict', 'breach.alreadyClosed');
}

async function presentBreaches(rows: BreachRow[]): Promise<PublicBreach[]> {
  const ids = rows.flatMap(({ actorId, notedBy }) => [notedBy, ...(actorId ? [actorId] : [])]);
  const { id, firstName, lastName, accountType } = users;
  const people = await db()
    .select({ id, firstName, lastName, accountType })
    .from(users)
    .where(inArray(users.id, ids))
    .orderBy(id);
  const keys = await db()
    .select({ id: apiKeys.id, name: apiKeys.name })
    .from(apiKeys)
    .where(inArray(apiKeys.id, ids))
    .orderBy(apiKeys.id);
  const personById = new Map(people.map((person) => [person.id, person]));
  const keyNames = new Map(keys.map((row) => [row.id, row.name]));
  const nameOf = (accountId: string) => {
    const person = personById.get(accountId);
    return person ? formatFullName(person) : null;
  };
  return rows.map((row) => ({
    number: row.number,
    foundAt: row.foundAt.toISOString(),
    notedAt: row.notedAt.toISOString(),
    notedBy: nameOf(row.notedBy),
    what: row.what,
    actor: row.actorId && {
      id: row.actorId,
      name: keyNames.get(row.actorId) ?? nameOf(row.actorId),
      isKey: keyNames.has(row.actorId),
      accountType: personById.get(row.actorId)?.accountType ?? null,
    },
    fromAt: row.fromAt?.toISOString() ?? null,
    toAt: row.toAt?.toISOString() ?? null,
    toldAt: row.toldAt?.toISOString() ?? null,
    toldHow: row.toldHow,
    boardToldAt: row.boardToldAt?.toISOString() ?? null,
    boardReference: row.boardReference,
    closedAt: row.closedAt?.toISOString() ?? null,
    hours: Math.max(
      0,
      Math.floor(((row.closedAt?.getTime() ?? Date.now()) - row.foundAt.getTime()) / hourMs),
    ),
  })) as PublicBreach[];
}
