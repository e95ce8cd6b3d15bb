import { and, asc, eq, ne, sql } from 'drizzle-orm';
import { allowMessages } from '~/domain/identity/message-consents.server';
import type { LaneOutcome, SendPush, SendSms } from '~/domain/notifications/lane-senders';
import { sendQueued } from '~/domain/notifications/lane-worker.server';
import { pushLane, smsLane } from '~/domain/notifications/phone-lanes.server';
import { setSmsRules } from '~/domain/notifications/phone-targets.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { channelChoices, pushSubscriptions } from '~/platform/db/core/tables/notifications.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import type { Somebody } from './clinic';

type Account = Pick<Somebody, 'id'>;

/** Sets a gateway for Indian numbers, or none. */
export const useGateway = (dailyMax = 1000) =>
  setSmsRules({ isServed: (number) => number.startsWith('+91'), dailyMax });

/** Gives an account another number, with or without its leave to write to it. */
export async function setNumber({ id }: Account, number: string, isAllowed = true): Promise<void> {
  await execute(db().update(users).set({ contactNumber: number }).where(eq(users.id, id)));
  if (isAllowed) await execute(allowMessages(id, number));
}

/** Gives leave to write to an account's number, which is one of India. */
export const allowTexts = (account: Account, number = '+919876543210') => setNumber(account, number);

/** Switches a channel on or off in the database, as its page does. */
export async function switchChannel(
  { id: userId }: Account,
  channel: 'mail' | 'sms',
  isOn: boolean,
): Promise<void> {
  const row = { userId, channel, isOn, at: new Date() };
  const target = [channelChoices.userId, channelChoices.channel];
  await execute(db().insert(channelChoices).values(row).onConflictDoUpdate({ target, set: row }));
}

/** Stores the push subscription of a browser of an account. */
export async function subscribe({ id: userId }: Account): Promise<string> {
  const id = newId();
  await execute(
    db()
      .insert(pushSubscriptions)
      .values({
        id,
        userId,
        sessionHash: newId(),
        endpoint: `https://push.test/${id}`,
        endpointHash: id,
        keys: JSON.stringify({ p256dh: 'public', auth: 'secret' }),
        createdAt: new Date(),
      }),
  );
  return id;
}

/** Lists the texts to phones, sent or not, in the order of their IDs. */
export const listTexts = () =>
  db().select().from(outbox).where(ne(outbox.channel, 'mail')).orderBy(asc(outbox.id));

/** Lists the texts of a channel to an account. */
export const textsTo = ({ id }: Account, channel: 'sms' | 'push' = 'sms') =>
  db()
    .select()
    .from(outbox)
    .where(and(eq(outbox.userId, id), eq(outbox.channel, channel)))
    .orderBy(asc(outbox.createdAt), asc(outbox.id));

/** Makes the texts that wait for another try due. */
export const makeTextsDue = () =>
  execute(
    db()
      .update(outbox)
      .set({ nextTryAt: sql`${outbox.createdAt}` })
      .where(eq(outbox.state, 'queued')),
  );

type Received = { id: string; to: string; name: string; count?: number; language: LanguageCode };

/** A gateway and a push service that note what they get. `outcome` is their answer. */
export function aPhoneSide(outcome: (id: string) => LaneOutcome = () => ({ kind: 'sent' })) {
  const texts: Received[] = [];
  const messages: Received[] = [];
  let dailyMaxCalls = 0;
  const sms: SendSms = async ({ id, to, name, params, language }) => {
    texts.push({ id, to, name, count: params.count, language });
    return outcome(id);
  };
  const push: SendPush = async ({ id, to, name, params, language }) => {
    messages.push({ id, to: to.endpoint, name, count: params.count, language });
    return outcome(id);
  };
  const lane = smsLane(sms, async () => {
    dailyMaxCalls += 1;
  });
  return {
    texts,
    messages,
    lane,
    /** The number of times that the clinic's limit held a text back. */
    dailyMaxCalls: () => dailyMaxCalls,
    sendTexts: () => sendQueued(lane),
    sendPush: () => sendQueued(pushLane(push)),
  };
}
