import { and, eq, exists, gt, isNull, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { toVisibleAddress } from '~/domain/kernel/no-email';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LanguageCode } from '~/i18n/language-codes';
import { passkeys, sessions, users } from '~/platform/db/core/tables/accounts.server';
import { addressDisputes } from '~/platform/db/core/tables/disputes.server';
import {
  atomically,
  db,
  executeBestEffort,
  lock,
  prepared,
  requireChange,
  type Step,
} from '~/platform/db/db.server';
import type { SessionKind } from '~/platform/enums';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { demandsSecondFactor } from './own-row.server';
import { endWithSessions } from './session-endings.server';
import { removeKeysOfSessions } from './waiting-keys.server';

type Sign = [pattern: RegExp, name: string, alsoNeeds?: RegExp];

/** The first match wins, because most browsers name others besides themselves. */
const browsers: Sign[] = [
  [/SamsungBrowser\//, 'Samsung Internet'],
  [/UC ?Browser\//, 'UC Browser'],
  [/\bOPR\/|\bOPT\/|Opera/, 'Opera'],
  [/\bEdg(e|A|iOS)?\//, 'Edge'],
  [/Firefox\/|FxiOS\//, 'Firefox'],
  [/Chrome\/|CriOS\//, 'Chrome'],
  [/Version\/\d/, 'Safari', / Safari\//],
];

const systems: Sign[] = [
  [/KAIOS/i, 'KaiOS'],
  [/Android/, 'Android'],
  [/iPhone|iPod/, 'iPhone'],
  [/iPad/, 'iPad'],
  [/\bCrOS\b/, 'ChromeOS'],
  [/Windows/, 'Windows'],
  [/Macintosh/, 'Mac'],
  [/Linux/, 'Linux'],
];

const programs: Sign[] = [
  [/^curl\//, 'curl'],
  [/^python-|^Python\//i, 'Python'],
  [/^node\b|^undici/i, 'Node.js'],
  [/^okhttp\//, 'OkHttp'],
  [/^PostmanRuntime\//, 'Postman'],
];

const nameIn = (signs: Sign[], text: string) =>
  signs.find(([pattern, , alsoNeeds]) => pattern.test(text) && (alsoNeeds?.test(text) ?? true))?.[1];

/** Maximum number of characters of the `User-Agent` that are examined; browsers send fewer. */
const maxLength = 256;

/**
 * Returns the name of a client as people know it, without versions.
 *
 * @param header its `User-Agent`.
 * @returns for example `Chrome · Android`; undefined for an unknown client.
 */
export function deviceNameOf(header = ''): string | undefined {
  const userAgent = header.slice(0, maxLength);
  const isBrowser = userAgent.startsWith('Mozilla/') || userAgent.startsWith('Opera/');
  if (!isBrowser) return nameIn(programs, userAgent);
  const names = [nameIn(browsers, userAgent), nameIn(systems, userAgent)];
  return names.filter(Boolean).join(' · ') || undefined;
}

const hour = 3_600_000;
const lifetimeMs = 30 * 24 * hour;
const webIdleMs = 12 * hour;
const noticeEveryMs = 5 * 60_000;

/** Returns the time before which a browser session must have been last used to have expired. */
export const idleSince = (now: number) => now - webIdleMs;

const isSuspended =
  sql<boolean>`(${users.suspendedAt} is not null or ${users.rejectedAt} is not null)`.mapWith(Boolean);

const viewerColumns = {
  id: users.id,
  accountType: users.accountType,
  approved: users.approved,
  suspended: isSuspended,
  firstName: users.firstName,
  lastName: users.lastName,
  email: users.email,
  language: sql<LanguageCode>`${users.language}`,
  pictureTag: users.pictureTag,
  needsNewPassword: users.mustChangePassword,
  helperSince: users.helperSince,
  frontDeskSince: users.frontDeskSince,
  totpSince: users.totpSince,
};

const isDisputed = () =>
  sql<boolean>`${exists(
    db()
      .select({ one: sql`1` })
      .from(addressDisputes)
      .where(and(eq(addressDisputes.userId, users.id), isNull(addressDisputes.stoppedAt))),
  )}`.mapWith(Boolean);

type Row = Omit<Viewer, 'needs2faSetup' | 'isHelper' | 'isFrontDesk'> & {
  totpSince: Date | null;
  helperSince: Date | null;
  frontDeskSince: Date | null;
  withPasskey: boolean;
};

const viewerOf = ({ totpSince, withPasskey, helperSince, frontDeskSince, ...row }: Row): Viewer => ({
  ...row,
  email: toVisibleAddress(row.email),
  needs2faSetup:
    totpSince === null && !withPasskey && demandsSecondFactor({ ...row, helperSince, frontDeskSince }),
  isHelper: helperSince !== null,
  isFrontDesk: frontDeskSince !== null,
});

/**
 * Seconds for which a browser keeps the session cookie. An idle session ends earlier by its row.
 */
export const sessionLifetimeSeconds = lifetimeMs / 1000;

/**
 * Prepares a session. On the web it lasts 30 days and at most 12 hours without use, in the API 30
 * days (docs/requirements.md#identity).
 *
 * @param options `passwordHash` is the hash that was just checked; absent if none was. The session
 *   is only written if the account still has it, so that a login that races a reset does not outlive
 *   it. With `isWithoutFactor` the account must still have no second factor. With `withPasskey` the
 *   session satisfies a demanded second factor.
 * @returns the token, which is stored nowhere, and the steps that write the session or roll back
 *   their transaction.
 */
export function openSession({
  userId,
  kind,
  passwordHash,
  userAgent,
  isWithoutFactor = false,
  withPasskey = false,
}: {
  userId: string;
  kind: SessionKind;
  passwordHash?: string;
  userAgent?: string;
  isWithoutFactor?: boolean;
  withPasskey?: boolean;
}): { token: string; steps: Step[] } {
  const token = newToken();
  const now = Date.now();
  const times = { createdAt: new Date(now), seenAt: new Date(now), expiresAt: new Date(now + lifetimeMs) };
  const hasPassword = passwordHash === undefined ? undefined : eq(users.passwordHash, passwordHash);
  const ofAccount = and(eq(users.id, userId), hasPassword);
  const withoutFactor = isWithoutFactor ? isNull(users.totpSince) : undefined;
  return {
    token,
    steps: [
      lock(users, eq(users.id, userId)),
      requireChange(db().select({ id: users.id }).from(users).where(and(ofAccount, withoutFactor))),
      db()
        .insert(sessions)
        .values({
          tokenHash: hashToken(token),
          userId,
          kind,
          device: deviceNameOf(userAgent) ?? null,
          withPasskey,
          ...times,
        }),
    ],
  };
}

const hasPasskey = () =>
  sql<boolean>`${exists(db().select({ one: sql`1` }).from(passkeys).where(eq(passkeys.userId, users.id)))}`.mapWith(
    Boolean,
  );

const viewerOfToken = prepared(() =>
  db()
    .select({
      seenAt: sessions.seenAt,
      withPasskey: sessions.withPasskey,
      isAddressDisputed: isDisputed(),
      ...viewerColumns,
    })
    .from(sessions)
    .innerJoin(users, eq(users.id, sessions.userId))
    .where(
      and(
        eq(sessions.tokenHash, sql.placeholder('tokenHash')),
        eq(sessions.kind, sql.placeholder('kind')),
        gt(sessions.expiresAt, sql.placeholder('now')),
      ),
    )
    .prepare(),
);

// A link was handed out in a session that satisfied a demanded second factor, by a passkey perhaps.
const viewerOfId = prepared(() =>
  db()
    .select({ ...viewerColumns, withPasskey: hasPasskey() })
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Finds the viewer of a token, with the current role and approval.
 *
 * @param token the token as the client sent it.
 * @param kind the kind of session that the channel accepts.
 * @returns the viewer, or null if the token is not valid.
 */
export async function findViewer(token: string, kind: SessionKind): Promise<Viewer | null> {
  const now = Date.now();
  const tokenHash = hashToken(token);
  const [row] = await viewerOfToken().execute({ tokenHash, kind, now });
  if (!row) return null;
  const { seenAt, ...viewerRow } = row;
  if (kind === 'web' && seenAt.getTime() <= idleSince(now)) return null;
  // Written at most every five minutes, so that most page views need no write. A failed write is
  // ignored.
  if (seenAt.getTime() < now - noticeEveryMs) {
    await executeBestEffort(
      db()
        .update(sessions)
        .set({ seenAt: new Date(now) })
        .where(eq(sessions.tokenHash, tokenHash)),
    );
  }
  return viewerOf(viewerRow);
}

/** Finds when a session began; undefined if it has ended. */
export async function findSessionStart(token: string): Promise<Date | undefined> {
  const [row] = await db()
    .select({ createdAt: sessions.createdAt })
    .from(sessions)
    .where(eq(sessions.tokenHash, hashToken(token)));
  return row?.createdAt;
}

/**
 * Finds a viewer by ID, for a signed link.
 *
 * @returns the viewer in its current state, or null.
 */
export async function findViewerById(id: string): Promise<Viewer | null> {
  const [row] = await viewerOfId().execute({ id });
  return row ? viewerOf(row) : null;
}

/**
 * Checks whether a session was ended (by a logout, a new password or an admin). A session that
 * expired can be continued after a login.
 *
 * @returns true if its row no longer exists.
 */
export const isSessionEnded = async (token: string): Promise<boolean> =>
  (await db().$count(sessions, eq(sessions.tokenHash, hashToken(token)))) === 0;

/**
 * Builds the steps that refuse a write if the caller's session has ended since the request began,
 * for example by a new slip.
 */
export const requireOpenSession = (viewer: Pick<Viewer, 'id'>, token: string): Step[] => [
  lock(users, eq(users.id, viewer.id)),
  requireChange(
    db()
      .select({ userId: sessions.userId })
      .from(sessions)
      .where(and(eq(sessions.tokenHash, hashToken(token)), eq(sessions.userId, viewer.id))),
  ),
];

/** Returns the refusal of a write: the session has ended, or `other`. */
export const findSessionRefusal = async (token: string, other: Refusal): Promise<Refusal> =>
  (await isSessionEnded(token)) ? new Refusal('signedOut', 'refused.signedOut') : other;

/**
 * Ends one session. The token is invalid at once, and the session's unfinished uploads in pieces
 * and the key of reports that wait in its browser are removed. A token that is already invalid does
 * no harm.
 */
export async function closeSession(token: string, viewer: Viewer): Promise<void> {
  const tokenHash = hashToken(token);
  await atomically([
    // Prevents its browser from getting a key at the same moment.
    lock(users, eq(users.id, viewer.id)),
    db().delete(sessions).where(eq(sessions.tokenHash, tokenHash)),
    removeKeysOfSessions([tokenHash]),
    auditEntry({ action: 'session.closed', actorId: viewer.id, objectId: viewer.id }),
  ]);
  await endWithSessions(viewer, [tokenHash]);
}
