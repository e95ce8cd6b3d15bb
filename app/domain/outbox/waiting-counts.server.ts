import { eq, inArray } from 'drizzle-orm';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';

/**
 * The e-mails that wait to be sent to an address, lower-cased, or may be tried again.
 *
 * @returns their ids. One that cannot be opened is passed over.
 */
export async function waitingEmailsTo(address: string): Promise<string[]> {
  const waiting = await db()
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.state, ['waiting', 'given up']));
  const found: string[] = [];
  for (const { id } of waiting) if ((await recipientOf(id)) === address) found.push(id);
  return found;
}

/** Opened on its own: the address is encrypted, and one damaged e-mail does not hide the others. */
async function recipientOf(id: string): Promise<string | undefined> {
  try {
    const [row] = await db().select({ recipient: outbox.recipient }).from(outbox).where(eq(outbox.id, id));
    return row && JSON.parse(row.recipient).address;
  } catch (error) {
    logIncident('outbox.open', error);
    return undefined;
  }
}
