import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';

/** Lists the queued e-mails, sent or not: kind, recipient and values. */
export async function queuedEmails() {
  const rows = await db().select().from(outbox);
  return rows.map(({ letter, language, recipient, facts }) => ({
    letter,
    language,
    to: String(JSON.parse(recipient).address),
    params: JSON.parse(facts) as Record<string, unknown>,
  }));
}
