import { type SQL, sql } from 'drizzle-orm';
import { isUrgentInQueue } from '~/domain/queue/report-list.server';

/** Maximum number of urgent reports of one account that go before all others. */
const maxPlacesOfAccount = 3;

/**
 * The condition that an urgent report goes before all others: it is among the longest waiting urgent
 * ones of its account, so that no account can keep others behind.
 */
export const hasUrgentPlace: SQL = sql`${isUrgentInQueue} and not exists (
  select 1 from reports as earlier
  where earlier.status = 'Pending' and earlier.waits_for is null and earlier.urgent_at is not null
    and earlier.patient_id = reports.patient_id
    and (earlier.created_at, earlier.id) < (reports.created_at, reports.id)
  limit 1 offset ${sql.raw(String(maxPlacesOfAccount - 1))})`;
