import { asc, eq } from 'drizzle-orm';
import { isNoEmail } from '~/domain/kernel/no-email';
import type { Language } from '~/i18n/languages';
import type { EmailParams, EmailTemplate } from '~/i18n/notifications/compose-email';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { emailRetryHours } from './outbox-constants';

const dayInMinutes = emailRetryHours * 60;

/** `isVerified`: the account has proved that the address is its own, so the e-mail may greet it by name. */
export type Recipient = { name: string; address: string; isVerified?: boolean };

/** The columns of an account needed to send it an e-mail. */
export const addresseeColumns = {
  id: users.id,
  firstName: users.firstName,
  email: users.email,
  language: users.language,
  accountType: users.accountType,
};

export type Addressee = Pick<typeof users.$inferSelect, keyof typeof addresseeColumns>;

/**
 * Addresses an e-mail to an account, in its language. A sign-up proves the address; an admin's is
 * what the clinic has typed.
 */
export const toAddressee = ({ firstName, email, language, accountType }: Omit<Addressee, 'id'>) => ({
  to: { name: firstName, address: email, isVerified: accountType !== 'Admin' },
  language,
});

/** Lists the accounts of all admins, for an e-mail to each. */
export const listAdminAccounts = () =>
  db().select(addresseeColumns).from(users).where(eq(users.accountType, 'Admin')).orderBy(asc(users.id));

/** An e-mail to send: its template, recipient, values, and the recipient's language. */
export type QueuedEmail<Name extends EmailTemplate> = {
  /** The ID of its row. */
  id?: string;
  template: Name;
  to: Recipient;
  params: EmailParams[Name];
  language: Language;
  /** Minutes for which it is worth sending. */
  usefulMinutes?: number;
  /** Stored but never sent, so that the work is the same if there is no recipient. */
  isForNobody?: boolean;
  /** Milliseconds before it may be sent. */
  heldMs?: number;
  /** The topic, if e-mails about it are counted. */
  topic?: string;
};

/**
 * Builds the statement that puts an e-mail in the outbox. Belongs in the same `atomically` as the
 * change it reports, so that both are written or neither.
 *
 * @returns undefined if the recipient has no e-mail.
 */
export function enqueueEmail<Name extends EmailTemplate>({
  id = newId(),
  template,
  to,
  params,
  language,
  usefulMinutes = dayInMinutes,
  isForNobody = false,
  heldMs = 0,
  topic,
}: QueuedEmail<Name>): Statement | undefined {
  if (isNoEmail(to.address)) return undefined;
  const now = Date.now();
  return db()
    .insert(outbox)
    .values({
      id,
      letter: template,
      recipient: JSON.stringify(to),
      facts: JSON.stringify(params),
      language,
      state: isForNobody ? 'given up' : 'waiting',
      createdAt: new Date(now),
      nextTryAt: new Date(now + heldMs),
      expiresAt: new Date(now + heldMs + usefulMinutes * 60_000),
      topic: topic ?? null,
    });
}
