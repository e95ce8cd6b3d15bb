import { eq, inArray } from 'drizzle-orm';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';

/**
 * Finds the e-mails to an address that wait to be sent or may be retried.
 *
 * @param address in lower case.
 * @returns their IDs. E-mails that cannot be decrypted are left out.
 */
export async function waitingEmailsTo(address: string): Promise<string[]> {
  const waitingRows = await db()
    .select({ id: outbox.id })
    .from(outbox)
    .where(inArray(outbox.state, ['waiting', 'given up']));
  const matchingIds: string[] = [];
  for (const { id } of waitingRows) if ((await recipientOf(id)) === address) matchingIds.push(id);
  return matchingIds;
}

/**
 * Reads one recipient at a time: the address is encrypted, and one damaged e-mail must not hide the
 * others.
 */
async function recipientOf(id: string): Promise<string | undefined> {
  try {
    const [row] = await db().select({ recipient: outbox.recipient }).from(outbox).where(eq(outbox.id, id));
    return row && JSON.parse(row.recipient).address;
  } catch (error) {
    logIncident('outbox.open', error);
    return undefined;
  }
}
