import { and, eq } from 'drizzle-orm';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { atomically, db, requireChange, type Statement } from '~/platform/db/db.server';
import type { plannedKinds } from '~/platform/enums';

/** A planned duty or absence of an expert. `from` is a time in milliseconds, or a day as YYYY-MM-DD. */
type Planned = { expertId: string; kind: (typeof plannedKinds)[number]; from: string };

/** Names a planned time in the audit log. */
const nameOf = ({ expertId, kind, from }: Planned) => `${expertId}_${kind}_${from}`;

/** Prepares the steps that remove a planned time, and say so in the audit log. */
export const removalSteps = (planned: Planned, actorId?: string) => [
  requireChange(removal(planned)),
  auditEntry({ action: 'duty.changed', actorId, objectId: planned.expertId }),
  auditEntry({ action: 'duty.removed', actorId, objectId: nameOf(planned) }),
];

function removal({ expertId, kind, from }: Planned): Statement {
  if (kind === 'duty')
    return db()
      .delete(duty)
      .where(and(eq(duty.userId, expertId), eq(duty.fromAt, new Date(Number(from)))));
  return db()
    .delete(away)
    .where(and(eq(away.userId, expertId), eq(away.fromDay, from)));
}

/**
 * Removes again, in a restored database, a planned time that was removed since the backup. One that
 * was planned anew since then is not in the backup, and has to be planned again.
 *
 * @param name the object of the audit entry.
 */
export async function repeatDutyRemoval(name: string): Promise<void> {
  const [, expertId, kind, from] = /^([A-Za-z0-9]+)_(duty|away)_([0-9-]+)$/.exec(name) ?? [];
  if (expertId && from) await atomically(removalSteps({ expertId, kind: kind as Planned['kind'], from }));
}
