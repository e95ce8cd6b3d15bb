import { and, asc, eq, exists, isNotNull, ne, or, sql } from 'drizzle-orm';
import { alias } from 'drizzle-orm/sqlite-core';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { demandsSecondFactor, requireOwnRow } from '~/domain/identity/own-row.server';
import { deviceNameOf } from '~/domain/identity/sessions.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { passkeys, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, lock, requireChange } from '~/platform/db/db.server';
import { requireOwnFactor } from './own-factor.server';
import { requireOwnProof } from './own-proof.server';
import {
  type PublicPasskey,
  passkeyIdOnly,
  publicPasskey,
  removePasskeyForm,
  renamePasskeyForm,
} from './passkey-schemas';

/** Lists the passkeys of an account, the oldest first. */
export const findPasskeys = (userId: string) =>
  db()
    .select()
    .from(passkeys)
    .where(eq(passkeys.userId, userId))
    .orderBy(asc(passkeys.createdAt), asc(passkeys.id));

/** Presents a passkey to its owner. */
export const presentPasskey = ({
  id,
  name,
  createdAt,
  usedAt,
}: typeof passkeys.$inferSelect): PublicPasskey => ({
  _id: id,
  name,
  createdAt: createdAt.toISOString(),
  lastUsedAt: usedAt?.toISOString() ?? null,
});

/** Lists the user's own passkeys. */
export const listPasskeys = operation({
  name: 'passkey.list',
  api: {
    summary: 'List your passkeys',
    text: 'Lists the passkeys of your account, the oldest first. There are at most 10.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicPasskey).describe('Passkeys of your account.') }),
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  successMessage: 'passkeys.title',
  failureMessage: 'passkeys.failed',
  run: ({ viewer }) => readOwnPasskeys(viewer),
});

async function readOwnPasskeys(viewer: Viewer) {
  await requireOwnFactor(viewer);
  return { data: (await findPasskeys(viewer.id)).map(presentPasskey) };
}

/** Reads the passkeys for their page, with what its form for a new one needs. */
export const readPasskeys = operation({
  name: 'passkey.readOwn',
  input: z.object({}),
  allow: 'account.own',
  policy: { newPassword: 'optional', secondFactor: 'optional' },
  successMessage: 'passkeys.title',
  failureMessage: 'passkeys.failed',
  async run({ viewer, context }) {
    const { totpSince } = await requireOwnRow(viewer);
    const { data } = await readOwnPasskeys(viewer);
    return { data, device: deviceNameOf(context.userAgent) ?? '', asksCode: totpSince !== null };
  },
});

/**
 * Changes the name of a passkey.
 *
 * @throws Refusal: `notFound`, also for another account's passkey.
 */
export const renamePasskey = operation({
  name: 'passkey.rename',
  api: { summary: 'Rename a passkey', text: 'Changes your name for a passkey.' },
  input: renamePasskeyForm,
  output: z.object({ data: publicPasskey.describe('Passkey as stored.') }),
  refusals: ['notFound'],
  allow: 'account.own',
  clearableFields: ['name'],
  successMessage: 'passkeys.renamed',
  failureMessage: 'passkeys.failed',
  async run({ viewer, input: { passkeyId, name } }) {
    const isOwn = ownPasskey(viewer, passkeyId);
    if (name !== undefined) {
      await atomically([
        requireChange(
          db()
            .update(passkeys)
            .set({ name: name || null })
            .where(isOwn),
        ),
      ]);
    }
    return { data: presentPasskey(await requirePasskey(viewer, passkeyId)) };
  },
});

const ownPasskey = ({ id }: Viewer, passkeyId: string) =>
  and(eq(passkeys.id, passkeyId), eq(passkeys.userId, id));

async function requirePasskey(viewer: Viewer, passkeyId: string) {
  const [row] = await db().select().from(passkeys).where(ownPasskey(viewer, passkeyId));
  if (!row) throw new Refusal('notFound', 'passkeys.notFound');
  return row;
}

/** Reads one passkey, for the page that asks whether to remove it. */
export const readPasskey = operation({
  name: 'passkey.read',
  input: passkeyIdOnly,
  allow: 'account.own',
  successMessage: 'passkeys.title',
  failureMessage: 'passkeys.failed',
  run: async ({ viewer, input: { passkeyId } }) => ({
    data: presentPasskey(await requirePasskey(viewer, passkeyId)),
  }),
});

const otherPasskey = alias(passkeys, 'other_passkey');

/**
 * Removes a passkey. Sessions that were opened with it stay.
 *
 * @throws Refusal: `notFound`, also for another account’s passkey; as `requireOwnProof` does;
 *   `conflict` for the last one if the clinic demands a second factor and there is no other.
 */
export const removePasskey = operation({
  name: 'passkey.remove',
  api: {
    summary: 'Remove a passkey',
    text: 'Requires the password or a passkey. Removes a passkey, which then opens nothing. Sessions that were opened with it stay. Returns 409 for the last passkey if the clinic requires a second factor for your account and two-step login is off.',
  },
  input: removePasskeyForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'account.own',
  secretFields: ['password', 'credential'],
  successMessage: 'passkeys.removed',
  failureMessage: 'passkeys.failed',
  async run({ viewer, input: { passkeyId, ...proof }, context }) {
    const isOwn = ownPasskey(viewer, passkeyId);
    await requirePasskey(viewer, passkeyId);
    await requireOwnProof({ viewer, proof, context });
    const isRemoved = await atomically([
      lock(users, eq(users.id, viewer.id)),
      demandsSecondFactor(await requireOwnRow(viewer)) &&
        requireChange(
          db()
            .select({ id: users.id })
            .from(users)
            .where(and(eq(users.id, viewer.id), or(isNotNull(users.totpSince), hasOther(viewer, passkeyId)))),
        ),
      requireChange(db().delete(passkeys).where(isOwn)),
      auditEntry({ action: 'passkey.removed', actorId: viewer.id, objectId: passkeyId }),
    ]);
    if (!isRemoved) {
      await requirePasskey(viewer, passkeyId);
      throw new Refusal('conflict', 'passkeys.last');
    }
    await listDeletions();
    return {};
  },
});

const hasOther = ({ id }: Viewer, passkeyId: string) =>
  exists(
    db()
      .select({ one: sql`1` })
      .from(otherPasskey)
      .where(and(eq(otherPasskey.userId, id), ne(otherPasskey.id, passkeyId))),
  );
