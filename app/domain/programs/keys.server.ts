import { and, desc, eq, gt, isNull, ne } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { formatFullName } from '~/domain/identity/full-name';
import { findKeyEnd, type KeyState, newKeySecret } from '~/domain/identity/key-viewers.server';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { changeWithProof } from '~/domain/log-in/admin-proof.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { newId } from '~/platform/ids.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { keyExample, keyIdOnly, makeKeyForm, type PublicKey, publicKey, takeOverForm } from './key-schemas';

const secretExample = 'slk_k2fZ0n1pQ7';

type Row = typeof apiKeys.$inferSelect;
type Maker = { firstName: string; lastName: string };

const statusOfEnd = { keyRevoked: 'revoked', keyExpired: 'expired', keyEnded: 'ended' } as const;

function presentKey(viewer: Viewer, row: Row, maker: (Maker & Omit<KeyState, keyof Row>) | null): PublicKey {
  const end = findKeyEnd({
    ...row,
    makerType: maker?.makerType ?? null,
    makerSuspendedAt: maker?.makerSuspendedAt ?? null,
  });
  return {
    _id: row.id,
    name: row.name,
    scopes: row.scopes,
    status: end ? statusOfEnd[end] : 'active',
    madeBy: maker ? formatFullName(maker) : null,
    isOwn: row.madeBy === viewer.id,
    madeAt: row.madeAt.toISOString(),
    lastUsedAt: row.lastUsedAt?.toISOString() ?? null,
    expiresAt: row.expiresAt.toISOString(),
    revokedAt: row.revokedAt?.toISOString() ?? null,
  };
}

async function findKeys(viewer: Viewer): Promise<PublicKey[]> {
  const { firstName, lastName, accountType: makerType, suspendedAt: makerSuspendedAt } = users;
  const rows = await db()
    .select({ row: apiKeys, maker: { firstName, lastName, makerType, makerSuspendedAt } })
    .from(apiKeys)
    .leftJoin(users, eq(users.id, apiKeys.madeBy))
    .orderBy(desc(apiKeys.madeAt), desc(apiKeys.id));
  return rows.map(({ row, maker }) => presentKey(viewer, row, maker));
}

/** Lists the keys of the clinic, the newest first, those that have ended included. */
export const listKeys = operation({
  name: 'key.list',
  api: {
    summary: 'List the keys',
    text: 'For admins. Lists the keys of programs, newest first, including those that were revoked or have ended. Secrets are stored as hashes and cannot be shown again.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicKey).describe('Keys of the clinic, newest first.') }),
  allow: 'keys.manage',
  successMessage: 'key.fetched',
  failureMessage: 'key.failed',
  run: async ({ viewer }) => ({ data: await findKeys(viewer) }),
});

/** Reads the keys for their page, with what its form for a new one needs. */
export const readKeys = operation({
  name: 'key.readAll',
  input: z.object({}),
  allow: 'keys.manage',
  successMessage: 'key.fetched',
  failureMessage: 'key.failed',
  async run({ viewer }) {
    const { totpSince } = await requireOwnRow(viewer);
    return { data: await findKeys(viewer), asksCode: totpSince !== null };
  },
});

/**
 * Makes a key, after the admin's password and, if a second factor is in force, its code.
 *
 * @returns the key and its secret, of which only a hash is stored.
 * @throws Refusal: `invalid` beside `password` or `otp`, `tooMany`.
 */
export const makeKey = operation({
  name: 'key.make',
  api: {
    summary: 'Make a key',
    text: 'For admins. Returns the `secret` once, which the program sends as `Authorization: Bearer`. The key ends when it expires, when it is revoked, and with the account of the admin who made it, unless another admin takes it over.',
  },
  input: makeKeyForm,
  output: z.object({
    data: z
      .object({
        key: publicKey.describe('The new key.'),
        secret: z.string().meta({
          description: 'Secret of the key. It is not shown again.',
          example: secretExample,
        }),
      })
      .meta({
        description: 'The key with its secret.',
        example: { key: keyExample, secret: secretExample },
      }),
  }),
  allow: 'keys.manage',
  lists: ['scopes'],
  secretFields: ['password', 'otp'],
  successMessage: 'key.made',
  failureMessage: 'key.failed',
  async run({ viewer, input: { name, scopes, days, ...proof }, context }) {
    const secret = newKeySecret();
    const now = Date.now();
    const row: Row = {
      id: newId(),
      name,
      secretHash: hashToken(secret),
      scopes,
      madeBy: viewer.id,
      madeAt: new Date(now),
      lastUsedAt: null,
      expiresAt: new Date(now + days * dayMs),
      revokedAt: null,
    };
    const steps = [
      db().insert(apiKeys).values(row),
      auditEntry({ action: 'key.made', actorId: viewer.id, objectId: row.id }),
    ];
    await changeWithProof({ viewer, proof, context, steps });
    const maker = { ...viewer, makerType: viewer.accountType, makerSuspendedAt: null };
    return { data: { key: presentKey(viewer, row, maker), secret } };
  },
});

/**
 * Takes a key over from another admin: it no longer ends with the one who made it.
 *
 * @throws Refusal: `notFound`, also for a key of one's own, and for one that was revoked or has
 *   expired; as `changeWithProof` does.
 */
export const takeOverKey = operation({
  name: 'key.takeOver',
  api: {
    summary: 'Take a key over',
    text: 'For admins. Requires the password and, with two-step login, a code. The key belongs to your account from now on, and works again if it had ended with another admin. Returns 404 for a key of your own, and for one that was revoked or has expired.',
  },
  input: takeOverForm,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'keys.manage',
  secretFields: ['password', 'otp'],
  successMessage: 'key.takenOver',
  failureMessage: 'key.failed',
  async run({ viewer, input: { keyId, ...proof }, context }) {
    const isTakable = and(
      eq(apiKeys.id, keyId),
      ne(apiKeys.madeBy, viewer.id),
      isNull(apiKeys.revokedAt),
      gt(apiKeys.expiresAt, new Date()),
    );
    if ((await db().$count(apiKeys, isTakable)) === 0) throw new Refusal('notFound', 'key.notFound');
    const steps = [
      requireChange(db().update(apiKeys).set({ madeBy: viewer.id }).where(isTakable)),
      auditEntry({ action: 'key.takenOver', actorId: viewer.id, objectId: keyId }),
    ];
    const isTaken = await changeWithProof({ viewer, proof, context, steps });
    if (!isTaken) throw new Refusal('notFound', 'key.notFound');
    return {};
  },
});

/**
 * Revokes a key. It opens nothing from then on, and signed links it was given open nothing either.
 *
 * @throws Refusal: `notFound`, also for a key that was revoked before.
 */
export const revokeKey = operation({
  name: 'key.revoke',
  api: {
    summary: 'Revoke a key',
    text: 'For admins. Takes effect at once and for good, also for links to files that the key was given. Returns 404 for a key that was revoked before.',
  },
  input: keyIdOnly,
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'keys.manage',
  successMessage: 'key.revokedDone',
  failureMessage: 'key.failed',
  async run({ viewer, input: { keyId } }) {
    if (!(await endKey(keyId, viewer))) throw new Refusal('notFound', 'key.notFound');
    await listDeletions();
    return {};
  },
});

/**
 * Revokes a key and writes an audit entry.
 *
 * @param viewer the admin; undefined for a restore that repeats it.
 * @returns false if there is no such key, or it was revoked before.
 */
export function endKey(keyId: string, viewer?: Viewer): Promise<boolean> {
  return atomically([
    requireChange(
      db()
        .update(apiKeys)
        .set({ revokedAt: new Date() })
        .where(and(eq(apiKeys.id, keyId), isNull(apiKeys.revokedAt))),
    ),
    auditEntry({ action: 'key.revoked', actorId: viewer?.id, objectId: keyId }),
  ]);
}

/**
 * Builds the statement that revokes every key of a restored database, for a restore that does not
 * know which of them were revoked since the backup.
 */
export const revokeAllKeys = (): Statement =>
  db().update(apiKeys).set({ revokedAt: new Date() }).where(isNull(apiKeys.revokedAt));
