import { and, eq, gt, isNotNull, lte, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { secondStepForm } from '~/domain/identity/account-schemas';
import { confirmAddress, findEarlier } from '~/domain/identity/address-dispute.server';
import { findLoginSource, rememberClient } from '~/domain/identity/known-clients.server';
import { openSession } from '~/domain/identity/sessions.server';
import { openOperation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { pendingLogins, users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, execute, lock, requireChange } from '~/platform/db/db.server';
import { hashToken, newToken } from '~/platform/secrets/tokens.server';
import { listChangesSinceLogIn } from './account-events.server';
import { verifyAndConsumeFactor } from './verify-factor.server';

/** Minutes that the second step of a log-in may take. */
export const secondStepMinutes = 5;
const maxTries = 5;

/**
 * Records a log-in whose password was correct and whose second factor is still due. The
 * record allows one log-in within 5 minutes and 5 tries. A new password invalidates it.
 *
 * @param passwordHash the hash against which the password was checked.
 * @returns its key, which is stored nowhere else.
 */
export async function openPendingLogin({ id, passwordHash }: { id: string; passwordHash: string }) {
  const key = newToken();
  const now = Date.now();
  await execute(
    db()
      .delete(pendingLogins)
      .where(and(eq(pendingLogins.userId, id), lte(pendingLogins.expiresAt, new Date(now)))),
  );
  const isStill = and(eq(users.id, id), eq(users.passwordHash, passwordHash));
  await atomically([
    lock(users, eq(users.id, id)),
    requireChange(db().select({ id: users.id }).from(users).where(isStill)),
    db()
      .insert(pendingLogins)
      .values({
        tokenHash: hashToken(key),
        userId: id,
        kind: 'web',
        passwordHash,
        triesLeft: maxTries,
        expiresAt: new Date(now + secondStepMinutes * 60_000),
      }),
  ]);
  return key;
}

const isUsable = (key: string) =>
  and(
    eq(pendingLogins.tokenHash, hashToken(key)),
    gt(pendingLogins.triesLeft, 0),
    gt(pendingLogins.expiresAt, new Date()),
  );

/** Finds the account of a pending log-in, as long as its password is unchanged. */
async function findPending(key: string) {
  const [row] = await db()
    .select({ account: users, triesLeft: pendingLogins.triesLeft })
    .from(pendingLogins)
    .innerJoin(
      users,
      and(eq(users.id, pendingLogins.userId), eq(users.passwordHash, pendingLogins.passwordHash)),
    )
    .where(and(isUsable(key), isNotNull(users.totpSince)));
  return row;
}

/**
 * Checks whether a log-in waits for its second step.
 *
 * @param key its key, if there is one.
 */
export async function isPendingLogin(key: string | undefined): Promise<boolean> {
  return key !== undefined && (await findPending(key)) !== undefined;
}

/**
 * Finishes a log-in on the page with a code from the authenticator app or a recovery code.
 *
 * @throws Refusal: `wrongPassword` beside `otp`; `conflict` once the log-in is over; `tooMany` with
 *   the seconds to wait.
 */
export const finishLogIn = openOperation({
  name: 'account.finishLogIn',
  policy: { formFor: 'guests' },
  input: secondStepForm,
  secretFields: ['otp'],
  successMessage: 'login.done',
  failureMessage: 'login.failed',
  async run({ input: { key, otp }, context }) {
    const pending = await findPending(key);
    // The try is used up before the code is checked, so parallel guesses cannot exceed five.
    if (!pending || !(await consumeTry(key))) throw new Refusal('conflict', 'secondStep.over');
    const { id, passwordHash } = pending.account;
    const source = await findLoginSource(pending.account, context);
    const changes = await listChangesSinceLogIn(id);
    const session = openSession({ userId: id, kind: 'web', passwordHash, userAgent: context.userAgent });
    const rememberedClient = rememberClient(pending.account, context, { hasFactor: true });
    const isOpen = await verifyAndConsumeFactor({
      account: pending.account,
      code: otp,
      source,
      statements: [
        requireChange(
          db()
            .delete(pendingLogins)
            .where(eq(pendingLogins.tokenHash, hashToken(key))),
        ),
        ...session.steps,
        rememberedClient.statement,
        confirmAddress(pending.account, findEarlier(source.knownAt, pending.account.totpSince)),
        auditEntry({ action: 'session.opened', actorId: id, objectId: id }),
      ],
    });
    if (isOpen)
      return {
        token: session.token,
        ...(changes.length > 0 && { changes }),
        ...rememberedClient.stored,
      };
    const still = await findPending(key);
    if (!still) throw new Refusal('conflict', 'secondStep.over');
    throw new Refusal('wrongPassword', 'otp.wrong', {
      code: 'wrongCode',
      field: 'otp',
      values: { tries: still.triesLeft },
    });
  },
});

async function consumeTry(key: string) {
  const changedRows = await execute(
    db()
      .update(pendingLogins)
      .set({ triesLeft: sql`${pendingLogins.triesLeft} - 1` })
      .where(isUsable(key)),
  );
  return changedRows > 0;
}
