import type { EmailParams, EmailTemplate } from '~/i18n/emails/compose-email';
import type { Language } from '~/i18n/languages';
import { users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db, type Statement } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { triedForHours } from './constants';

const dayInMinutes = triedForHours * 60;

type Recipient = { name: string; address: string };

/** The columns of an account that an e-mail to it needs. */
export const addresseeColumns = { firstName: users.firstName, email: users.email, language: users.language };

type Addressee = Pick<typeof users.$inferSelect, keyof typeof addresseeColumns>;

/** Addresses an e-mail to an account, in its language. */
export const addressedTo = ({ firstName, email, language }: Addressee) => ({
  to: { name: firstName, address: email },
  language,
});

/** An e-mail to be sent: which one, to whom, what fills it in, and the reader's language. */
export type Email<Name extends EmailTemplate> = {
  /** The ID of its row. */
  id?: string;
  template: Name;
  to: Recipient;
  params: EmailParams[Name];
  language: Language;
  /** For how many minutes it is worth sending. */
  usefulMinutes?: number;
  /** Written and never sent: the same work where there is nobody to tell. */
  isForNobody?: boolean;
  /** For how long it is not sent yet. */
  heldMs?: number;
  /** Names the matter, if e-mails about it are counted. */
  topic?: string;
};

/**
 * The statement that puts an e-mail in the outbox. It belongs in the same `atomically` as what it
 * tells of, so that neither is there without the other.
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
}: Email<Name>): Statement {
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
