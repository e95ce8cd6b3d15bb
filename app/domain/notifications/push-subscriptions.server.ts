import { and, desc, eq, ne, notInArray, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findSessionRefusal, requireOpenSession } from '~/domain/identity/sessions.server';
import { emptyOutput } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { sessions } from '~/platform/db/core/tables/accounts.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { atomically, db, execute, requireChange, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { sign } from '~/platform/secrets/secrets.server';
import { hashToken } from '~/platform/secrets/tokens.server';
import { isPushAuth, isPushEndpoint, isPushKey, pushKeyPair } from '~/platform/senders/push-request.server';
import { clinicWords } from '~/platform/settings/env.server';

const maxOfAccount = 5;

const sessionOnly = z.object({ token: z.string() });

/**
 * Reads whether this browser gets push messages, the name that is in them, and the key under which it
 * asks for them.
 */
export const readPush = operation({
  name: 'push.read',
  input: sessionOnly,
  allow: 'account.own',
  successMessage: 'push.title',
  failureMessage: 'push.failed',
  async run({ viewer, input: { token } }) {
    const isOfSession = and(
      eq(pushSubscriptions.userId, viewer.id),
      eq(pushSubscriptions.sessionHash, hashToken(token)),
    );
    return {
      data: {
        isOn: (await db().$count(pushSubscriptions, isOfSession)) > 0,
        sender: clinicWords().senderName,
        serverKey: pushKeyPair().publicKey,
      },
    };
  },
});

/**
 * Sends push messages to the browser of this session from now on. An address that another session
 * or account had is theirs no longer. Of more than five of an account, the oldest ends.
 *
 * @returns the ID of the subscription, for the browser's cookie.
 * @throws Refusal: `signedOut` if the session has ended meanwhile.
 */
export const turnOnPush = operation({
  name: 'push.turnOn',
  input: z.object({
    token: z.string(),
    endpoint: z.string().refine(isPushEndpoint, 'push.failed'),
    p256dh: z.string().refine(isPushKey, 'push.failed'),
    auth: z.string().refine(isPushAuth, 'push.failed'),
  }),
  allow: 'account.own',
  refusals: ['signedOut'],
  secretFields: ['endpoint', 'p256dh', 'auth'],
  successMessage: 'push.turnedOn',
  failureMessage: 'push.failed',
  async run({ viewer, input: { token, endpoint, p256dh, auth } }) {
    const row = {
      id: newId(),
      userId: viewer.id,
      sessionHash: hashToken(token),
      endpoint,
      endpointHash: sign('push endpoint', endpoint),
      keys: JSON.stringify({ p256dh, auth }),
      createdAt: new Date(),
    };
    const isOn = await atomically([
      ...requireOpenSession(viewer, token),
      db()
        .delete(pushSubscriptions)
        .where(
          or(
            eq(pushSubscriptions.endpointHash, row.endpointHash),
            eq(pushSubscriptions.sessionHash, row.sessionHash),
          ),
        ),
      db().insert(pushSubscriptions).values(row),
      endOldest(viewer.id),
      auditEntry({ action: 'push.on', actorId: viewer.id, objectId: viewer.id }),
    ]);
    if (!isOn) throw await findSessionRefusal(token, new Refusal('signedOut', 'refused.signedOut'));
    return { id: row.id };
  },
});

function endOldest(userId: string): Statement {
  const newest = db()
    .select({ id: pushSubscriptions.id })
    .from(pushSubscriptions)
    .where(eq(pushSubscriptions.userId, userId))
    .orderBy(desc(pushSubscriptions.createdAt), desc(pushSubscriptions.id))
    .limit(maxOfAccount);
  return db()
    .delete(pushSubscriptions)
    .where(and(eq(pushSubscriptions.userId, userId), notInArray(pushSubscriptions.id, newest)));
}

/** Ends the push messages of this session's browser. Does no harm if it gets none. */
export const turnOffPush = operation({
  name: 'push.turnOff',
  input: sessionOnly,
  output: emptyOutput,
  allow: 'account.own',
  successMessage: 'push.turnedOff',
  failureMessage: 'push.failed',
  async run({ viewer, input: { token } }) {
    await atomically([
      requireChange(
        db()
          .delete(pushSubscriptions)
          .where(
            and(eq(pushSubscriptions.userId, viewer.id), eq(pushSubscriptions.sessionHash, hashToken(token))),
          ),
      ),
      auditEntry({ action: 'push.off', actorId: viewer.id, objectId: viewer.id }),
    ]);
    return {};
  },
});

/**
 * Hands the push messages of a browser on at a log-in: to the new session if it is of the same
 * account, so that they end with it. Those of another account end.
 *
 * @param id the subscription that the browser's cookie names.
 * @param token the token of the new session.
 * @returns whether the browser still gets them.
 */
export async function handOnPush(id: string, token: string): Promise<boolean> {
  const sessionHash = hashToken(token);
  const isThis = eq(pushSubscriptions.id, id);
  const [owner] = await db()
    .select({ id: sessions.userId })
    .from(sessions)
    .where(eq(sessions.tokenHash, sessionHash));
  const isHandedOn =
    owner !== undefined &&
    (await atomically([
      ...requireOpenSession(owner, token),
      requireChange(
        db()
          .update(pushSubscriptions)
          .set({ sessionHash })
          .where(and(isThis, eq(pushSubscriptions.userId, owner.id))),
      ),
    ]));
  if (!isHandedOn) await execute(db().delete(pushSubscriptions).where(isThis));
  return isHandedOn;
}

/**
 * Builds the statement that ends the push messages of an account, also of browsers whose session
 * has expired.
 *
 * @param exceptToken the token of the session that goes on getting them.
 */
export const endPushOf = (accountId: string, exceptToken?: string): Statement =>
  db()
    .delete(pushSubscriptions)
    .where(
      and(
        eq(pushSubscriptions.userId, accountId),
        exceptToken === undefined ? undefined : ne(pushSubscriptions.sessionHash, hashToken(exceptToken)),
      ),
    );
