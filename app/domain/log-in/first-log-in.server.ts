import { and, asc, eq, isNull } from 'drizzle-orm';
import { deviceNameOf } from '~/domain/identity/sessions.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, type Step } from '~/platform/db/db.server';

/** Finds the first log-in to an account; undefined if there was none. */
async function findFirstLogIn(accountId: string): Promise<{ at: Date } | undefined> {
  const [row] = await db()
    .select({ at: audit.at })
    .from(audit)
    .where(and(eq(audit.objectId, accountId), eq(audit.action, 'session.opened')))
    .orderBy(asc(audit.id))
    .limit(1);
  return row;
}

type Account = Pick<typeof users.$inferSelect, 'id' | 'loginName' | 'mustChangePassword'>;

/**
 * Builds the step that keeps the device of the first log-in to an account that was opened without
 * e-mail. Only a log-in with a one-time password may be the first one.
 */
export async function firstDeviceSteps(
  { id, loginName, mustChangePassword }: Account,
  userAgent: string | undefined,
): Promise<Step[]> {
  const firstDevice = deviceNameOf(userAgent);
  if (!loginName || !mustChangePassword || !firstDevice || (await findFirstLogIn(id))) return [];
  return [
    db()
      .update(users)
      .set({ firstDevice })
      .where(and(eq(users.id, id), isNull(users.firstDevice))),
  ];
}

/** An account whose first log-in may be an event. */
export type FirstLogInAccount = Pick<typeof users.$inferSelect, 'id' | 'loginName' | 'firstDevice'>;

/** Presents the first log-in to an account as an event, of accounts that were opened without e-mail. */
export async function listFirstLogIn({ id, loginName, firstDevice }: FirstLogInAccount) {
  const first = loginName ? await findFirstLogIn(id) : undefined;
  return first
    ? [
        {
          action: 'session.opened' as const,
          isOwn: true,
          by: null,
          device: firstDevice,
          at: first.at.toISOString(),
        },
      ]
    : [];
}
