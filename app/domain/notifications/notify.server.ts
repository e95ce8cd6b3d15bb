import type { Language } from '~/i18n/languages';
import type { EmailParams } from '~/i18n/notifications/compose-email';
import type { TextName, TextParams } from '~/i18n/notifications/text-names';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { newId } from '~/platform/ids.server';
import { type Bound, keyOfTopic, prepareBound } from './bounded-emails.server';
import { type Addressee, enqueueEmail, toAddressee } from './enqueue-email.server';
import { type NotificationTemplate, textOf } from './notification-texts';
import { findPhoneTargets, type PhoneTargets } from './phone-targets.server';

/** Hours after which a text says nothing new. */
const textUsefulHours = 48;

/** Names the target of a text: the number that the account has when it is sent, or a browser. */
export type Destination = { channel: 'sms' } | { channel: 'push'; subscriptionId: string };

/** Lists where the texts of an account go. */
export const listDestinations = ({ hasSms, subscriptionIds }: PhoneTargets): Destination[] => [
  ...(hasSms ? [{ channel: 'sms' as const }] : []),
  ...subscriptionIds.map((subscriptionId) => ({ channel: 'push' as const, subscriptionId })),
];

/** Checks whether an account gets e-mails about reports: it has not switched them off, or has nothing else. */
export const wantsMail = (targets: PhoneTargets): boolean =>
  targets.isMailOn || listDestinations(targets).length === 0;

type QueuedText = {
  /** The ID of its row. */
  id?: string;
  account: { id: string; language: Language };
  destination: Destination;
  name: TextName;
  params?: TextParams;
  topic?: string;
  heldMs?: number;
};

/** Builds the statement that queues a text. It says only that something waits. */
export function enqueueText({
  id = newId(),
  account,
  destination,
  name,
  params = {},
  topic,
  heldMs = 0,
}: QueuedText) {
  const now = Date.now();
  return db()
    .insert(outbox)
    .values({
      id,
      letter: name,
      recipient: '{}',
      facts: JSON.stringify(params),
      language: account.language,
      state: 'queued',
      createdAt: new Date(now),
      nextTryAt: new Date(now + heldMs),
      expiresAt: new Date(now + heldMs + textUsefulHours * hourMs),
      topic: topic ?? null,
      userId: account.id,
      ...destination,
    }) satisfies Statement;
}

/** A notification: its e-mail, and whether it is one of a bounded number. */
export type Notification<Name extends NotificationTemplate> = {
  template: Name;
  params: EmailParams[Name];
  /** The ID of the e-mail. */
  id?: string;
  /** Milliseconds before it may be sent. */
  heldMs?: number;
  bound?: Bound;
};

const noTargets: PhoneTargets = { isMailOn: true, hasSms: false, subscriptionIds: [] };

/**
 * Prepares the statements that notify an account by every channel that it has. They belong in the
 * `atomically` of the change that they report.
 */
export async function notify<Name extends NotificationTemplate>(
  account: Addressee,
  { template, params, id, heldMs, bound }: Notification<Name>,
): Promise<(Statement | undefined)[]> {
  const targets = (await findPhoneTargets([account.id])).get(account.id) ?? noTargets;
  // A reminder that waits for the morning goes with its report.
  const reportId = 'reportId' in params ? params.reportId : undefined;
  const topic = reportId && keyOfTopic('reminder', reportId);
  const { dropEarlier, ...held } = bound
    ? await prepareBound(bound, heldMs)
    : { heldMs, topic, dropEarlier: undefined };
  const name = textOf(template, params);
  return [
    dropEarlier,
    wantsMail(targets)
      ? enqueueEmail({ template, ...toAddressee(account), params, ...(id && { id }), ...held })
      : undefined,
    ...listDestinations(targets).map((destination) => enqueueText({ account, destination, name, ...held })),
  ];
}
