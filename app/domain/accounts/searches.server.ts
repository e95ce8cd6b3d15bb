import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { tooManyRefusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { enqueueEmail, listAdminAccounts, toAddressee } from '~/domain/notifications/enqueue-email.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { atomically } from '~/platform/db/db.server';
import { consume, take } from '~/platform/limits/limits.server';

/**
 * Counts a search for a patient, on pages and through the API together.
 *
 * @throws Refusal: `tooMany` after 30 in an hour.
 */
export async function countSearch(viewer: Viewer, points = 1): Promise<void> {
  const wait = await consume('deskSearches', viewer.id, points);
  if (wait > 0) throw tooManyRefusal(wait, 'frontDesk.tooMany');
}

/**
 * Records a search that found nobody, or an answer that was wrong. The tenth of a day is told to
 * every admin, once.
 */
export async function noteMiss(viewer: Viewer): Promise<void> {
  const { remaining, isExceeded } = await take('deskMisses', viewer.id);
  const isLast = remaining === 0 && !isExceeded;
  const name = formatFullName(viewer);
  const admins = isLast ? await listAdminAccounts() : [];
  await atomically([
    auditEntry({ action: 'search.missed', actorId: viewer.id }),
    ...admins.map((admin) =>
      enqueueEmail({ template: 'manyMisses', ...toAddressee(admin), params: { name, personId: viewer.id } }),
    ),
  ]);
  if (isLast) wakeOutbox();
}
