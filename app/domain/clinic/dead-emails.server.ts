import { eq, inArray } from 'drizzle-orm';
import { secretEmails } from '~/domain/outbox/constants';
import { outbox, reports } from '~/platform/db/core/tables.server';
import { db, execute } from '~/platform/db/db.server';
import { logIncident } from '~/platform/observability/log.server';

/** Tells an ID of a report from that of an account, of which the topic `standing` has one. */
const reportInTopic = /^(?!standing )\S+ (\S+)$/;

/**
 * Drops the e-mails of a restored database that lead nowhere any more: with a code or a link that
 * the restore has ended, or about a report that is gone. Every other one that waited in the backup
 * is sent, perhaps a second time, as the same e-mail.
 */
export async function dropDeadEmails(): Promise<void> {
  const isUnsent = inArray(outbox.state, ['waiting', 'given up']);
  const unsent = await db()
    .select({ id: outbox.id, template: outbox.letter, topic: outbox.topic })
    .from(outbox)
    .where(isUnsent);
  const dead: string[] = [];
  for (const { id, template, topic } of unsent) {
    if (secretEmails.includes(template)) dead.push(id);
    else {
      const reportId = reportInTopic.exec(topic ?? '')?.[1] ?? (await findReportIn(id));
      const isGone = reportId !== undefined && (await db().$count(reports, eq(reports.id, reportId))) === 0;
      if (isGone) dead.push(id);
    }
  }
  for (const id of dead) await execute(db().delete(outbox).where(eq(outbox.id, id)));
}

/** Reads the report that an e-mail leads to. One that cannot be opened stays, and leads nowhere. */
async function findReportIn(id: string): Promise<string | undefined> {
  try {
    const [row] = await db().select({ params: outbox.facts }).from(outbox).where(eq(outbox.id, id));
    const { reportId } = JSON.parse(row?.params ?? '{}');
    return typeof reportId === 'string' ? reportId : undefined;
  } catch (error) {
    logIncident('outbox.open', error);
    return undefined;
  }
}
