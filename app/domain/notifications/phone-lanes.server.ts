import { and, eq } from 'drizzle-orm';
import { toE164 } from '~/domain/kernel/phone';
import type { TextParams } from '~/i18n/notifications/text-names';
import { users } from '~/platform/db/core/tables/accounts.server';
import { pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db, execute } from '~/platform/db/db.server';
import type { SendPush, SendSms } from './lane-senders';
import type { Lane, LaneStep } from './lane-worker.server';
import { urgentTexts } from './notification-texts';
import { findPhoneTargets, findSmsRules, hashNumber } from './phone-targets.server';
import { countText, findNightEnd, nextMorning } from './text-limits.server';

/** The code of a text whose recipient has ended it: another number, no leave, a switched off channel. */
const ended: LaneStep = { kind: 'refused', code: 'ended' };

/**
 * Sends texts by SMS, to the number that the account has now. By night, and beyond a limit of the day,
 * a text that is not urgent waits for the next morning.
 *
 * @param send hands a text to the gateway.
 * @param onDailyMax is called when the clinic's limit of the day holds a text back.
 */
export const smsLane = (send: SendSms, onDailyMax: () => Promise<void>): Lane => ({
  channel: 'sms',
  async send({ id, letter: name, facts, language, userId, tries }) {
    const rules = findSmsRules();
    const number = await findNumber(userId ?? '');
    if (!rules || !number) return ended;
    const now = new Date();
    if (!urgentTexts.includes(name)) {
      const nightEnd = findNightEnd(now);
      if (nightEnd) return { kind: 'wait', until: nightEnd };
      const limit = tries === 0 && (await countText(now, hashNumber(number), rules.dailyMax));
      if (limit === 'clinic') await onDailyMax();
      if (limit) return { kind: 'wait', until: nextMorning(now) };
    }
    const params: TextParams = JSON.parse(facts);
    return send({ id, name, params, language, to: toE164({ number }) ?? number });
  },
});

/** Finds the number to which an account gets texts now. */
async function findNumber(accountId: string): Promise<string | undefined> {
  const targets = (await findPhoneTargets([accountId])).get(accountId);
  if (!targets?.hasSms) return undefined;
  const [account] = await db()
    .select({ contactNumber: users.contactNumber })
    .from(users)
    .where(eq(users.id, accountId));
  return account?.contactNumber ?? undefined;
}

/** Sends texts as push messages, each to one browser. */
export const pushLane = (send: SendPush): Lane => ({
  channel: 'push',
  async send({ id, letter: name, facts, language, userId, subscriptionId }) {
    const isOfAccount = and(
      eq(pushSubscriptions.id, subscriptionId ?? ''),
      eq(pushSubscriptions.userId, userId ?? ''),
    );
    const [subscription] = await db().select().from(pushSubscriptions).where(isOfAccount);
    if (!subscription) return ended;
    const params: TextParams = JSON.parse(facts);
    const to = { endpoint: subscription.endpoint, keys: JSON.parse(subscription.keys) };
    const outcome = await send({ id, name, params, language, to });
    const failedAt = outcome.kind === 'sent' ? null : new Date();
    if (Number(failedAt) !== Number(subscription.failedAt))
      await execute(db().update(pushSubscriptions).set({ failedAt }).where(isOfAccount));
    return outcome;
  },
});
