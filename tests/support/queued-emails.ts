import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';

/** Lists the queued e-mails, sent or not, in the order of their IDs: kind, recipient and values. */
export async function queuedEmails() {
  const rows = await db().select().from(outbox).orderBy(outbox.id);
  return rows.map(({ letter, language, recipient, facts }) => ({
    letter,
    language,
    to: String(JSON.parse(recipient).address),
    params: JSON.parse(facts) as Record<string, unknown>,
  }));
}
