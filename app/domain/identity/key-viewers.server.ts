import { and, eq, isNull, lt, or, sql } from 'drizzle-orm';
import { toKeyReaches } from '~/domain/kernel/key-abilities';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { apiKeys } from '~/platform/db/core/tables/keys.server';
import { db, executeBestEffort, prepared } from '~/platform/db/db.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';

/** The beginning of every secret of a key, by which secret scanners and people recognize one. */
const keyPrefix = 'slk_';
const noticeEveryMs = 3_600_000;

/** Creates the secret of a key, which has 256 random bits. */
export const newKeySecret = () => `${keyPrefix}${newToken()}`;

/** Checks whether a bearer token is the secret of a key, and not the token of a session. */
export const isKeySecret = (token: string) => token.startsWith(keyPrefix);

const keyColumns = {
  id: apiKeys.id,
  name: apiKeys.name,
  scopes: apiKeys.scopes,
  expiresAt: apiKeys.expiresAt,
  revokedAt: apiKeys.revokedAt,
  lastUsedAt: apiKeys.lastUsedAt,
  makerType: users.accountType,
  makerSuspendedAt: users.suspendedAt,
};

/** The columns that decide whether a key opens anything. */
export type KeyState = Pick<typeof apiKeys.$inferSelect, 'expiresAt' | 'revokedAt'> & {
  makerType: typeof users.$inferSelect.accountType | null;
  makerSuspendedAt: Date | null;
};

const selectKey = () => db().select(keyColumns).from(apiKeys).leftJoin(users, eq(users.id, apiKeys.madeBy));

const keyOfSecret = prepared(() =>
  selectKey()
    .where(eq(apiKeys.secretHash, sql.placeholder('secretHash')))
    .prepare(),
);
const keyOfId = prepared(() =>
  selectKey()
    .where(eq(apiKeys.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Returns why a key opens nothing, or undefined if it does. A key ends with the admin who made it,
 * or who has taken it over.
 */
export function findKeyEnd({
  expiresAt,
  revokedAt,
  makerType,
  makerSuspendedAt,
}: KeyState): 'keyRevoked' | 'keyExpired' | 'keyEnded' | undefined {
  if (revokedAt) return 'keyRevoked';
  if (expiresAt.getTime() <= Date.now()) return 'keyExpired';
  return makerType === 'Admin' && !makerSuspendedAt ? undefined : 'keyEnded';
}

const endMessages = {
  keyRevoked: 'key.revoked',
  keyExpired: 'key.expired',
  keyEnded: 'key.ended',
} as const;

type Row = KeyState & Pick<typeof apiKeys.$inferSelect, 'id' | 'name' | 'scopes'>;

function toViewer({ id, name, scopes, ...state }: Row): Viewer {
  const end = findKeyEnd(state);
  if (end) throw new Refusal('signedOut', endMessages[end], { code: end });
  return {
    id,
    accountType: 'Patient',
    approved: false,
    suspended: false,
    needs2faSetup: false,
    needsNewPassword: false,
    isHelper: false,
    isFrontDesk: false,
    firstName: name,
    lastName: '',
    email: '',
    language: 'en',
    pictureTag: null,
    keyReaches: toKeyReaches(scopes),
  };
}

/**
 * Finds the viewer of a key by its secret. An unknown secret costs the same query as a known one.
 *
 * @returns null for an unknown secret.
 * @throws Refusal: `signedOut` with a code of its own if the key was revoked, has expired or has
 *   ended with its admin.
 */
export async function findKeyViewer(secret: string): Promise<Viewer | null> {
  const [row] = await keyOfSecret().execute({ secretHash: hashToken(secret) });
  if (!row) return null;
  const viewer = toViewer(row);
  const noticedBefore = Date.now() - noticeEveryMs;
  // Written at most once an hour, so that most calls need no write. A failed write is ignored.
  if (!row.lastUsedAt || row.lastUsedAt.getTime() < noticedBefore) {
    const isDue = or(isNull(apiKeys.lastUsedAt), lt(apiKeys.lastUsedAt, new Date(noticedBefore)));
    await executeBestEffort(
      db()
        .update(apiKeys)
        .set({ lastUsedAt: new Date() })
        .where(and(eq(apiKeys.id, row.id), isDue)),
    );
  }
  return viewer;
}

/**
 * Finds the viewer of a key by its ID, for a signed link.
 *
 * @returns null if there is no such key.
 * @throws Refusal: as `findKeyViewer` does.
 */
export async function findKeyViewerById(id: string): Promise<Viewer | null> {
  const [row] = await keyOfId().execute({ id });
  return row ? toViewer(row) : null;
}
