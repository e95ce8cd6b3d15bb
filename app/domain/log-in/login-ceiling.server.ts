import { and, eq, isNull, lt, lte, or, sql } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { enqueueEmail, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import type { Language } from '~/i18n/languages';
import { loginCeilings, type users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { sign } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';

/**
 * Wrong log-ins that an account accepts in an hour from unknown browsers and networks
 * (docs/requirements.md#identity).
 */
export const strangersPerHour = 100;
const noticeEveryMs = 24 * hourMs;

const maxOfHour = () => Math.ceil(strangersPerHour * getSettings().LIMIT_SCALE);
const hashOf = (email: string) => sign('login ceiling', email);

/**
 * Builds the statement that counts a stranger's log-in. It changes nothing once the hour's limit is
 * reached.
 *
 * @param email the lower-cased address.
 */
export function countStranger(email: string): Statement {
  const now = new Date();
  const { wrong, hourStartedAt } = loginCeilings;
  const isOver = lte(hourStartedAt, new Date(now.getTime() - hourMs));
  return db()
    .insert(loginCeilings)
    .values({ accountHash: hashOf(email), wrong: 1, hourStartedAt: now })
    .onConflictDoUpdate({
      target: loginCeilings.accountHash,
      set: {
        wrong: sql`case when ${isOver} then 1 else ${wrong} + 1 end`,
        hourStartedAt: sql`case when ${isOver} then ${now.getTime()} else ${hourStartedAt} end`,
      },
      setWhere: or(isOver, lt(wrong, maxOfHour())),
    });
}

/** Builds the statement that undoes a stranger's count after a right password. */
export function refundStranger(email: string): Statement {
  return db()
    .update(loginCeilings)
    .set({ wrong: sql`case when ${loginCeilings.wrong} > 0 then ${loginCeilings.wrong} - 1 else 0 end` })
    .where(eq(loginCeilings.accountHash, hashOf(email)));
}

/** Returns the seconds that strangers have to wait at an address, 0 if none. */
export async function secondsUntilStrangers(email: string): Promise<number> {
  const isTheirs = eq(loginCeilings.accountHash, hashOf(email));
  const [row] = await db().select().from(loginCeilings).where(isTheirs);
  if (!row || row.wrong < maxOfHour()) return 0;
  return Math.max(0, Math.ceil((row.hourStartedAt.getTime() + hourMs - Date.now()) / 1000));
}

/**
 * Informs the owner and the audit log that strangers have reached the hour's limit at an address,
 * at most once a day. For an address without an account the same rows are written, but nothing is
 * sent.
 *
 * @param email the lower-cased address.
 * @param language the caller's language, used if there is no account.
 */
export async function noticeCeiling({
  email,
  account,
  language,
}: {
  email: string;
  account?: Pick<typeof users.$inferSelect, 'id' | 'firstName' | 'email' | 'language' | 'accountType'>;
  language: Language;
}): Promise<void> {
  if ((await secondsUntilStrangers(email)) === 0) return;
  const now = Date.now();
  const isNew = or(
    isNull(loginCeilings.noticedAt),
    lte(loginCeilings.noticedAt, new Date(now - noticeEveryMs)),
  );
  await atomically([
    requireChange(
      db()
        .update(loginCeilings)
        .set({ noticedAt: new Date(now) })
        .where(and(eq(loginCeilings.accountHash, hashOf(email)), isNew)),
    ),
    auditEntry({ action: 'session.limited', objectId: account?.id }),
    enqueueEmail({
      template: 'manyWrongLogins',
      ...(account ? toAddressee(account) : { to: { name: '', address: email }, language }),
      isForNobody: !account,
      params: {},
    }),
  ]);
  wakeOutbox();
}
