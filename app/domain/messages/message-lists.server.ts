import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listMeta, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { messageKinds } from '~/platform/enums';
import { messageStates } from './constants';
import { messageList } from './schemas';

/** A visitor's message as admins see it. */
const publicMessage = z
  .object({
    _id: z.string().describe('The ID of the message.'),
    kind: z
      .enum(messageKinds)
      .describe('The form that it came from: the contact page, a question, or a call back.'),
    name: z.string().describe('The name of who wrote it; empty where none was given.'),
    email: z.string().nullable().describe('Their e-mail address; null where none was given.'),
    phone: z.string().nullable().describe('Their phone number, in E.164; null where none was given.'),
    text: z.string().describe('What they wrote; empty where nothing was said of a call back.'),
    createdAt: publicMoment.describe('When it was sent, in UTC.'),
    closedAt: publicMoment.nullable().describe('When it was closed, in UTC; null while it is open.'),
  })
  .meta({
    id: 'Message',
    description: 'A message from a visitor.',
    example: {
      _id: '01k2zq5v7m8n9p0q1r2s3t4v5z',
      kind: 'query',
      name: 'Asha Devi',
      email: 'asha@example.com',
      phone: null,
      text: 'Do you also read old X-rays?',
      createdAt: '2026-03-05T08:30:00.000Z',
      closedAt: null,
    },
  });

export type PublicMessage = z.infer<typeof publicMessage>;

/**
 * Lists visitors' messages, newest first (docs/requirements.md#pages), by kind and by state, which
 * is `open` by default. A page beyond the last one shows the last one: closing the only message of
 * a page leads to the page before.
 */
export const listMessages = operation({
  name: 'message.list',
  api: {
    summary: 'List the messages of visitors',
    text: 'For admins. Newest first: the open ones, unless `state` says otherwise. Looking at them is noted in the audit log.',
  },
  input: messageList,
  output: z.object({
    data: z.array(publicMessage).describe('The messages of this page, the newest first.'),
    meta: listMeta,
    state: z
      .enum(messageStates)
      .meta({ description: 'Whether these are open or closed ones.', example: 'open' }),
    kind: z.enum(messageKinds).nullable().meta({
      description: 'The form that these came from; null where they are of every form.',
      example: null,
    }),
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

/** Counts the messages that nobody has closed. */
export const countOpenMessages = (): Promise<number> => db().$count(messages, isNull(messages.closedAt));

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
