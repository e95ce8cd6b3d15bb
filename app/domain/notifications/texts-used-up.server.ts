import { clinicDay } from '~/domain/kernel/days';
import { atomically } from '~/platform/db/db.server';
import { note } from '~/platform/observability/log.server';
import { enqueueEmail, listAdminAccounts, toAddressee } from './enqueue-email.server';
import { wakeOutbox } from './rounds.server';
import { countUpTo } from './text-limits.server';

/**
 * E-mails every admin that the texts of the day are used up: once a clinic day, however many servers
 * find that out.
 *
 * @param max the clinic's limit of a day.
 */
export async function reportTextsUsedUp(max: number): Promise<void> {
  const isFirst = await atomically([
    countUpTo(clinicDay(Date.now()), 'told', 1),
    ...(await listAdminAccounts()).map((admin) =>
      enqueueEmail({ template: 'textsUsedUp', ...toAddressee(admin), params: { max } }),
    ),
  ]);
  if (!isFirst) return;
  note('text.dailyMax', { max });
  wakeOutbox();
}
