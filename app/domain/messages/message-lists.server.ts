import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listMeta, publicMoment } from '~/domain/kernel/fields/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { db, execute } from '~/platform/db/db.server';
import { messages } from '~/platform/db/tables.server';
import { messageKinds } from '~/platform/enums';
import { messageStates } from './constants';
import { messageList } from './schemas';

/** What a visitor wrote, as admins see it. */
const publicMessage = z
  .object({
    _id: z.string(),
    kind: z.enum(messageKinds),
    name: z.string(),
    email: z.string().nullable(),
    phone: z.string().nullable(),
    text: z.string(),
    createdAt: publicMoment,
    closedAt: publicMoment.nullable(),
  })
  .meta({ id: 'Message' });

export type PublicMessage = z.infer<typeof publicMessage>;

/**
 * What visitors wrote, newest first (docs/requirements.md#pages). Takes state, `open` where nothing
 * is said, and kind. A page beyond the last one is the last one: closing the only message of a page
 * leads to the page before.
 */
export const listMessages = operation({
  name: 'message.list',
  api: {
    summary: 'List the messages of visitors',
    text: 'For admins. Newest first: the open ones, unless `state` says otherwise. Looking at them is noted in the audit log.',
  },
  input: messageList,
  output: z.object({
    data: z.array(publicMessage),
    meta: listMeta,
    state: z.enum(messageStates),
    kind: z.enum(messageKinds).nullable(),
  }),
  allow: 'message.list',
  successMessage: 'messages.fetched',
  failureMessage: 'messages.failed',
  async run({ viewer, input: { state, kind, ...query }, context }) {
    const where = and(
      state === 'open' ? isNull(messages.closedAt) : isNotNull(messages.closedAt),
      kind && eq(messages.kind, kind),
    );
    const { rows, meta } = await paginate(query, context, {
      count: (queries) => queries.select({ total: count() }).from(messages).where(where),
      read: ({ rows, offset }, queries) =>
        queries
          .select()
          .from(messages)
          .where(where)
          .orderBy(desc(messages.createdAt), desc(messages.id))
          .limit(rows)
          .offset(offset),
    });
    await execute(auditEntry({ action: 'message.listed', actorId: viewer.id }));
    return { data: rows.map(presentMessage), meta, state, kind: kind ?? null };
  },
});

/** How many messages nobody has closed. */
export async function countOpenMessages(): Promise<number> {
  const [found] = await db().select({ total: count() }).from(messages).where(isNull(messages.closedAt));
  return found?.total ?? 0;
}

function presentMessage(row: typeof messages.$inferSelect): PublicMessage {
  return {
    _id: row.id,
    kind: row.kind,
    name: row.name,
    email: row.email,
    phone: row.phone,
    text: row.text,
    createdAt: row.createdAt.toISOString(),
    closedAt: row.closedAt?.toISOString() ?? null,
  };
}
