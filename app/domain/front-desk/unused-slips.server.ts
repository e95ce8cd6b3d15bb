import { and, asc, eq, inArray, isNotNull, max, sql } from 'drizzle-orm';
import { z } from 'zod';
import { listAuditEntry } from '~/domain/audit/audit-entry.server';
import { endOfSlip, slipIssues } from '~/domain/identity/slip-end.server';
import { formatClinicNumber } from '~/domain/kernel/clinic-number';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import type { AuditAction } from '~/platform/enums';

import { listRemovals } from './dispute-address.server';

const maxListed = 50;
/** Accounts with a one-time password that are looked at, the longest waiting first. */
const maxRead = 500;

const slipExample = {
  userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  firstName: 'Lakshmi',
  numberStart: 'K7QM',
  issuedAt: '2026-03-05T09:10:00.000Z',
  endsAt: '2026-03-19T09:10:00.000Z',
  isOver: false,
};

const unusedSlip = z
  .object({
    userId: z.string().describe('ID of the account.'),
    firstName: z.string().describe('First name of the owner.'),
    numberStart: z.string().describe('First half of the clinic number.'),
    issuedAt: publicMoment.describe('Time the slip was given out, in UTC.'),
    endsAt: publicMoment.describe('Time its one-time password ends, in UTC.'),
    isOver: z.boolean().describe('Whether it has ended, so that the owner needs a new slip.'),
  })
  .meta({ id: 'UnusedSlip', description: 'A slip with which nobody has logged in.', example: slipExample });

/** Lists the slips with which nobody has logged in, the oldest first. */
export const listUnusedSlips = operation({
  name: 'frontDesk.listUnusedSlips',
  api: {
    summary: 'List slips that were never used',
    text: 'For admins and the front desk. Lists up to 50 accounts whose owner has not logged in with the last slip, the oldest slip first. A one-time password ends after 14 days.',
  },
  input: z.object({}),
  output: z.object({
    data: z.array(unusedSlip).meta({ description: 'Slips that were never used.', example: [slipExample] }),
  }),
  allow: 'frontDesk.search',
  successMessage: 'unusedSlips.title',
  failureMessage: 'frontDesk.failed',
  async run({ viewer }) {
    const rows = await findUnusedSlips();
    const now = new Date();
    const data = rows.map(({ id, firstName, loginName, issuedAt }) => ({
      userId: id,
      firstName,
      numberStart: formatClinicNumber(loginName ?? '').slice(0, 4),
      issuedAt: issuedAt.toISOString(),
      endsAt: endOfSlip(issuedAt).toISOString(),
      isOver: endOfSlip(issuedAt) <= now,
    }));
    if (data.length > 0)
      await execute(
        listAuditEntry(
          viewer.id,
          data.map(({ userId }) => userId),
          'patient.listed',
        ),
      );
    return { data };
  },
});

/** Reads the slips that were never used and the addresses to take off, for the page. */
export const readDeskLists = operation({
  name: 'frontDesk.readLists',
  input: z.object({}),
  allow: 'account.issueSlip',
  successMessage: 'deskLists.title',
  failureMessage: 'frontDesk.failed',
  async run(call) {
    const { data: slips } = await listUnusedSlips.run(call);
    const { data: removals } = await listRemovals.run(call);
    return { slips, removals };
  },
});

/** Finds the accounts whose last slip is newer than their last log-in. */
async function findUnusedSlips() {
  const { id, firstName, loginName, mustChangePassword, updatedAt } = users;
  const waiting = await db()
    .select({ id, firstName, loginName })
    .from(users)
    .where(and(isNotNull(loginName), sql`${mustChangePassword}`, eq(users.accountType, 'Patient')))
    .orderBy(asc(updatedAt), asc(id))
    .limit(maxRead);
  const ids = waiting.map((row) => row.id);
  const lastOf = async (actions: AuditAction[]) => {
    if (ids.length === 0) return new Map<string | null, { entry: number | null; at: unknown }>();
    const rows = await db()
      .select({ objectId: audit.objectId, entry: max(audit.id), at: max(audit.at) })
      .from(audit)
      .where(and(inArray(audit.objectId, ids), inArray(audit.action, actions)))
      .groupBy(audit.objectId);
    return new Map(rows.map((row) => [row.objectId, row]));
  };
  const [issues, logIns] = [await lastOf(slipIssues), await lastOf(['session.opened'])];
  return waiting
    .flatMap((row) => {
      const issue = issues.get(row.id);
      const isUnused = issue && Number(issue.entry) > Number(logIns.get(row.id)?.entry ?? 0);
      return isUnused ? [{ ...row, issuedAt: new Date(issue.at as Date | number) }] : [];
    })
    .slice(0, maxListed);
}
