import { and, count, desc, eq, gt, or, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { emptyOutput, idSchema, listFields, listMeta, publicMoment } from '~/domain/kernel/fields';
import type { PageRequest } from '~/domain/kernel/list-page';
import { type CallContext, operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { sessions, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange, type Statement } from '~/platform/db/db.server';
import { sessionKinds } from '~/platform/enums';
import { sign } from '~/platform/secrets/secrets.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { endWithSessions } from './session-endings.server';
import { idleSince } from './sessions.server';
import { removeKeysOfSessions } from './waiting-keys.server';

/** The token of the session, provided by the channel and never typed. */
export const ownToken = z.string().optional().meta({ internal: true });

/** A session as API responses show it. */
const publicSession = z
  .object({
    _id: z.string().describe('ID of the session.'),
    kind: z.enum(sessionKinds).describe('Whether the session is of a browser (`web`) or a program (`api`).'),
    device: z
      .string()
      .nullable()
      .describe('Browser and operating system, or the program. `null` if the log-in did not identify it.'),
    createdAt: publicMoment.describe('Time of the log-in, in UTC.'),
    lastUsedAt: publicMoment.describe('Time of last use, in UTC, accurate to about five minutes.'),
    isCurrent: z.boolean().describe('Whether this call uses the session.'),
  })
  .meta({
    id: 'Session',
    description: 'A phone, computer or program that is logged in to an account.',
    example: {
      _id: 'q3Zk1m0aV7tY2hN8bXc5Ew',
      kind: 'web',
      device: 'Chrome · Android',
      createdAt: '2026-03-05T08:30:00.000Z',
      lastUsedAt: '2026-03-05T09:10:00.000Z',
      isCurrent: false,
    },
  });

export type PublicSession = z.infer<typeof publicSession>;

/**
 * Lists the user's open sessions: the current one first, then the most recently used
 * (docs/requirements.md#identity). A session's ID is a keyed hash, from which neither the token nor
 * its stored hash can be derived.
 */
export const listSessions = operation({
  name: 'session.list',
  api: {
    summary: 'List your sessions',
    text: 'Lists the open sessions of your account, in browsers (`web`) and programs (`api`): the session of this call first, then the most recently used. `device` is `null` if the log-in did not identify it. `lastUsedAt` may be five minutes old.',
  },
  input: z.object({ ...listFields, token: ownToken }),
  output: z.object({
    data: z
      .array(publicSession)
      .describe('Sessions of this page: the session of this call first, then the most recently used.'),
    meta: listMeta,
  }),
  allow: 'account.own',
  successMessage: 'sessions.fetched',
  failureMessage: 'sessions.fetchFailed',
  run: async ({ viewer, input, context }) => openSessions(viewer, input, context),
});

/**
 * Reads one page of a viewer's open sessions.
 *
 * @param query the page, and the token of the current session.
 */
export async function openSessions(
  viewer: Viewer,
  { token, ...query }: PageRequest & { token?: string },
  context: Pick<CallContext, 'pageAfterLast'>,
) {
  const where = isOpenOf(viewer);
  const current = hashToken(token ?? '');
  const { rows, meta } = await paginate(query, context, {
    count: (queries) => queries.select({ total: count() }).from(sessions).where(where),
    read: ({ offset, rows }, queries) =>
      queries
        .select()
        .from(sessions)
        .where(where)
        .orderBy(
          desc(sql`${sessions.tokenHash} = ${current}`),
          desc(sessions.seenAt),
          desc(sessions.createdAt),
          sessions.tokenHash,
        )
        .limit(rows)
        .offset(offset),
  });
  const data = rows.map(
    ({ tokenHash, kind, device, createdAt, seenAt }): PublicSession => ({
      _id: idOf(tokenHash),
      kind,
      device,
      createdAt: createdAt.toISOString(),
      lastUsedAt: seenAt.toISOString(),
      isCurrent: tokenHash === current,
    }),
  );
  return { data, meta };
}

/**
 * Logs one device or program out. Its next request has to log in.
 *
 * @throws Refusal: `notFound` for a session that has ended, and for another account's session.
 */
export const endSession = operation({
  name: 'session.end',
  api: {
    summary: 'End a session',
    text: 'Ends a session from `GET /auth/sessions` at once, which may be the session of this call. Unsent reports in its browser become unreadable.',
  },
  input: z.object({
    sessionId: idSchema.meta({
      description: 'ID of the session: `_id` in `auth/sessions`.',
      example: 'q3Zk1m0aV7tY2hN8bXc5Ew',
    }),
  }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'account.own',
  successMessage: 'endSession.done',
  failureMessage: 'endSession.failed',
  async run({ viewer, input: { sessionId } }) {
    const hashToEnd = (await openHashesOf(viewer)).find((tokenHash) => idOf(tokenHash) === sessionId);
    const ending = hashToEnd && {
      condition: eq(sessions.tokenHash, hashToEnd),
      also: [removeKeysOfSessions([hashToEnd])],
    };
    if (!ending || !(await endSessions(viewer, 'session.ended', ending)))
      throw new Refusal('notFound', 'endSession.notFound');
    return {};
  },
});

/**
 * Ends some of a viewer's sessions, with their unfinished uploads in pieces and what `also` ends,
 * such as the keys of reports that wait in their browsers. Writes an audit entry if there were any. The uploads of expired
 * sessions stay for the next login.
 *
 * @returns whether there were any sessions.
 */
export async function endSessions(
  viewer: Viewer,
  action: 'session.ended' | 'session.othersEnded',
  { condition, also }: { condition: SQL; also: (Statement | false)[] },
) {
  const openHashes = await openHashesOf(viewer, condition);
  const isAny = await atomically([
    // Prevents their browsers from getting a key at the same moment.
    lock(users, eq(users.id, viewer.id)),
    requireChange(
      db()
        .delete(sessions)
        .where(and(eq(sessions.userId, viewer.id), condition)),
    ),
    ...also,
    auditEntry({ action, actorId: viewer.id, objectId: viewer.id }),
  ]);
  if (isAny) await endWithSessions(viewer, openHashes);
  return isAny;
}

/** Lists the stored token hashes of a viewer's open sessions. */
async function openHashesOf(viewer: Viewer, condition?: SQL): Promise<string[]> {
  const rows = await db()
    .select({ tokenHash: sessions.tokenHash })
    .from(sessions)
    .where(and(isOpenOf(viewer), condition));
  return rows.map(({ tokenHash }) => tokenHash);
}

/** Builds the condition that a session of the viewer is still valid. */
function isOpenOf({ id }: Viewer) {
  const now = Date.now();
  const isUsed = or(eq(sessions.kind, 'api'), gt(sessions.seenAt, new Date(idleSince(now))));
  return and(eq(sessions.userId, id), gt(sessions.expiresAt, new Date(now)), isUsed);
}

const idOf = (tokenHash: string) => sign('session id', tokenHash).slice(0, 22);
