import { and, eq, gt, isNull, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import type { Viewer } from '~/domain/kernel/viewer';
import type { LanguageCode } from '~/i18n/language-codes';
import { sessions, users } from '~/platform/db/core/tables/accounts.server';
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
import { hashToken, newToken } from '~/platform/secrets/secrets.server';
import { demandsSecondFactor } from './own-row.server';
import { endWithSessions } from './session-endings.server';
import { removeKeysOfSessions } from './waiting-keys.server';

type Sign = [pattern: RegExp, name: string, alsoNeeds?: RegExp];

/** The first that fits stands: most browsers name others beside themselves. */
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

/** The longest `User-Agent` that is looked at; browsers send less. */
const maxLength = 256;

/**
 * What a client is, in names that people know, without versions. Takes its `User-Agent`.
 *
 * @returns such as `Chrome · Android`; undefined where it is none that is known here.
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

/** A session of a browser that was last seen by then is over. */
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
  totpSince: users.totpSince,
};

type Row = Omit<Viewer, 'needs2faSetup'> & { totpSince: Date | null };

const viewerOf = ({ totpSince, ...row }: Row): Viewer => ({
  ...row,
  needs2faSetup: totpSince === null && demandsSecondFactor(row.accountType),
});

/**
 * How long a session cookie is kept by the browser, in seconds; the row ends it earlier when it is
 * idle.
 */
export const sessionLifetimeSeconds = lifetimeMs / 1000;

/**
 * Prepares a session: web 12 hours idle and 30 days at most, API 30 days
 * (docs/requirements.md#identity). Takes whose, for which channel, and the password hash that was
 * just checked: the session is written only while it is still the account's, so that a log-in that
 * races a reset does not outlive it; what the client calls itself; and whether it has to be without
 * a second factor still.
 *
 * @returns the token, which is not kept anywhere, and the steps that write the session, or undo
 *   everything they stand in.
 */
export function openSession({
  userId,
  kind,
  passwordHash,
  userAgent,
  isWithoutFactor = false,
}: {
  userId: string;
  kind: SessionKind;
  passwordHash: string;
  userAgent?: string;
  isWithoutFactor?: boolean;
}): { token: string; steps: Step[] } {
  const token = newToken();
  const now = Date.now();
  const times = { createdAt: new Date(now), seenAt: new Date(now), expiresAt: new Date(now + lifetimeMs) };
  const ofAccount = and(eq(users.id, userId), eq(users.passwordHash, passwordHash));
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
          ...times,
        }),
    ],
  };
}

const viewerOfToken = prepared(() =>
  db()
    .select({ seenAt: sessions.seenAt, ...viewerColumns })
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

const viewerOfId = prepared(() =>
  db()
    .select(viewerColumns)
    .from(users)
    .where(eq(users.id, sql.placeholder('id')))
    .prepare(),
);

/**
 * Who a token belongs to, with role and approval as they are now. Takes the token as the client
 * sent it, and the kind of session the channel takes.
 *
 * @returns the viewer, or null when the token is dead.
 */
export async function findViewer(token: string, kind: SessionKind): Promise<Viewer | null> {
  const now = Date.now();
  const tokenHash = hashToken(token);
  const [row] = await viewerOfToken().execute({ tokenHash, kind, now });
  if (!row) return null;
  const { seenAt, ...found } = row;
  if (kind === 'web' && seenAt.getTime() <= idleSince(now)) return null;
  // Written at most every five minutes: reading a page costs no write, and needs none.
  if (seenAt.getTime() < now - noticeEveryMs) {
    await executeBestEffort(
      db()
        .update(sessions)
        .set({ seenAt: new Date(now) })
        .where(eq(sessions.tokenHash, tokenHash)),
    );
  }
  return viewerOf(found);
}

/**
 * A viewer by id, for a signed link that names one.
 *
 * @returns the viewer as they are now, or null.
 */
export async function findViewerById(id: string): Promise<Viewer | null> {
  const [row] = await viewerOfId().execute({ id });
  return row ? viewerOf(row) : null;
}

/**
 * Tells a session that was ended (a log-out, a new password, an admin) from one that ran out and
 * may be gone on with after a log-in.
 *
 * @returns true if no row is left of it.
 */
export const isSessionEnded = async (token: string): Promise<boolean> =>
  (await db().$count(sessions, eq(sessions.tokenHash, hashToken(token)))) === 0;

/**
 * Ends one session; the token is dead at once, files in pieces that it has under way go, and so
 * does the key of what waits in its browser. A token that is dead already does no harm.
 */
export async function closeSession(token: string, viewer: Viewer): Promise<void> {
  const tokenHash = hashToken(token);
  await atomically([
    // So that its browser gets no key at the same moment.
    lock(users, eq(users.id, viewer.id)),
    db().delete(sessions).where(eq(sessions.tokenHash, tokenHash)),
    removeKeysOfSessions([tokenHash]),
    auditEntry({ action: 'session.closed', actorId: viewer.id, objectId: viewer.id }),
  ]);
  await endWithSessions(viewer, [tokenHash]);
}
