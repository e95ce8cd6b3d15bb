import { and, asc, eq, inArray } from 'drizzle-orm';
import { findWithMessages } from '~/domain/identity/message-consents.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { channelChoices, pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';

/** The ways to notify an account. */
export type PhoneTargets = {
  /** False if the account has switched e-mails about its reports off. */
  isMailOn: boolean;
  /** True if texts go to its present number. */
  hasSms: boolean;
  /** The IDs of its push subscriptions. */
  subscriptionIds: string[];
};

/** The use of SMS in a clinic with a gateway. */
export type SmsRules = {
  /** Checks whether a number in E.164 is one of the clinic's countries. */
  isServed: (number: string) => boolean;
  /** The maximum number of texts a day, apart from urgent ones. */
  dailyMax: number;
};

let smsRules: SmsRules | undefined;

/** Sets the rules of SMS at the start; undefined without a gateway. */
export function setSmsRules(rules: SmsRules | undefined): void {
  smsRules = rules;
}

/** Returns the rules of SMS; undefined without a gateway. */
export const findSmsRules = (): SmsRules | undefined => smsRules;

/** Returns a keyed hash of a number, under which its texts are counted. */
export const hashNumber = (number: string): string => sign('text to a number', number);

/**
 * Finds the ways to notify accounts. SMS needs a gateway, a number of the clinic's countries, the
 * account's leave for this number, and that it has not been switched off.
 *
 * @returns an entry for each account that exists.
 */
export async function findPhoneTargets(accountIds: readonly string[]): Promise<Map<string, PhoneTargets>> {
  const accounts = await db()
    .select({ id: users.id, contactNumber: users.contactNumber })
    .from(users)
    .where(inArray(users.id, [...accountIds]))
    .orderBy(asc(users.id));
  const ids = accounts.map(({ id }) => id);
  const [switchedOff, subscriptions, withSms] = await Promise.all([
    listSwitchedOff(ids),
    db()
      .select({ id: pushSubscriptions.id, userId: pushSubscriptions.userId })
      .from(pushSubscriptions)
      .where(inArray(pushSubscriptions.userId, ids))
      .orderBy(asc(pushSubscriptions.createdAt), asc(pushSubscriptions.id)),
    findWithSms(accounts),
  ]);
  const isOff = (userId: string, channel: string) =>
    switchedOff.some((choice) => choice.userId === userId && choice.channel === channel);
  return new Map(
    ids.map((id) => [
      id,
      {
        isMailOn: !isOff(id, 'mail'),
        hasSms: withSms.has(id) && !isOff(id, 'sms'),
        subscriptionIds: subscriptions.filter(({ userId }) => userId === id).map((row) => row.id),
      },
    ]),
  );
}

const listSwitchedOff = (accountIds: string[]) =>
  db()
    .select({ userId: channelChoices.userId, channel: channelChoices.channel })
    .from(channelChoices)
    .where(and(inArray(channelChoices.userId, accountIds), eq(channelChoices.isOn, false)))
    .orderBy(asc(channelChoices.userId), asc(channelChoices.channel));

/** Finds the accounts whose number may get texts. */
async function findWithSms(accounts: { id: string; contactNumber: string | null }[]): Promise<Set<string>> {
  const rules = smsRules;
  const served = accounts.filter(({ contactNumber }) => contactNumber && rules?.isServed(contactNumber));
  return served.length === 0 ? new Set() : findWithMessages(served);
}
