import { and, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listMeta, publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { db, execute, prepared } from '~/platform/db/db.server';
import { messageKinds } from '~/platform/enums';
import { messageStates } from './constants';
import { messageList } from './schemas';

/** A visitor's message as admins see it. */
const publicMessage = z
  .object({
    _id: z.string().describe('ID of the message.'),
    kind: z
      .enum(messageKinds)
      .describe('Form the message was sent from: the contact page, a question, or a call-back request.'),
    name: z.string().describe('Name of the sender. Empty if none was given.'),
    email: z.string().nullable().describe('E-mail address of the sender. `null` if none was given.'),
    phone: z.string().nullable().describe('Phone number of the sender, in E.164. `null` if none was given.'),
    text: z.string().describe('Text of the message. Empty if a call-back request had none.'),
    createdAt: publicMoment.describe('Time the message was sent, in UTC.'),
    closedAt: publicMoment
      .nullable()
      .describe('Time the message was closed, in UTC. `null` while it is open.'),
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
    summary: "List visitors' messages",
    text: 'For admins. Lists open messages, newest first; use `state` for closed ones. The call is recorded in the audit log.',
  },
  input: messageList,
  output: z.object({
    data: z.array(publicMessage).describe('Messages of this page, newest first.'),
    meta: listMeta,
    state: z
      .enum(messageStates)
      .meta({ description: 'Whether the messages are open or closed.', example: 'open' }),
    kind: z.enum(messageKinds).nullable().meta({
      description: 'Form the messages were sent from. `null` if not filtered.',
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
export async function countOpenMessages(): Promise<number> {
  const [row] = await openMessages().execute();
  return row?.count ?? 0;
}

const openMessages = prepared(() =>
  db().select({ count: count() }).from(messages).where(isNull(messages.closedAt)).prepare(),
);

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
