import type { EmailParams, EmailTemplate } from '~/i18n/emails/compose-email';
import type { Language } from '~/i18n/messages/en';
import { db, type Statement } from '~/platform/db/db.server';
import { outbox } from '~/platform/db/tables.server';
import { newId } from '~/platform/ids.server';
import { triedForHours } from './constants';

const dayInMinutes = triedForHours * 60;

type Recipient = { name: string; address: string };

/**
 * The statement that puts an e-mail in the outbox. It belongs in the same `atomically` as what it
 * tells of, so that neither is there without the other. Takes which e-mail, to whom, what fills it
 * in, the reader's language, for how many minutes it is worth sending, and the id of its row.
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
}: {
  id?: string;
  template: Name;
  to: Recipient;
  params: EmailParams[Name];
  language: Language;
  usefulMinutes?: number;
  /** Written and never sent: the same work where there is nobody to tell. */
  isForNobody?: boolean;
  /** For how long it is not sent yet. */
  heldMs?: number;
}): Statement {
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
      expiresAt: new Date(now + usefulMinutes * 60_000),
    });
}
