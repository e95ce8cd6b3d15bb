import { and, asc, count, desc, eq, isNotNull, isNull } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { formatFullName } from '~/domain/identity/full-name';
import { clinicDay } from '~/domain/kernel/days';
import { listMeta } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { paginate } from '~/domain/kernel/paginate.server';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { complaints } from '~/platform/db/core/tables/accountability.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import {
  complaintIdOnly,
  complaintList,
  type OwnComplaint,
  ownComplaint,
  type PublicComplaint,
  publicComplaint,
} from './complaint-schemas';
import { isReadableBy } from './complaint-subjects.server';
import { complaintStates, formatComplaintNumber } from './constants';

const columns = {
  complaint: complaints,
  answeredBy: { firstName: users.firstName, lastName: users.lastName },
};

/**
 * Lists complaints that do not name the admin who reads: open ones by the day they are due, answered
 * ones with the newest answer first. The total leaves the others out too.
 */
export const listComplaints = operation({
  name: 'message.complaints',
  api: {
    summary: 'List complaints',
    text: 'For admins. Lists open complaints by the day they are due; use `state` for answered ones. A complaint is left out for an admin whom it names. The call is recorded in the audit log.',
  },
  input: complaintList,
  output: z.object({
    data: z.array(publicComplaint).describe('Complaints of this page.'),
    meta: listMeta,
    state: z.enum(complaintStates).meta({
      description: 'Whether the complaints are open or answered.',
      example: 'open',
    }),
  }),
  allow: 'complaint.list',
  successMessage: 'complaints.fetched',
  failureMessage: 'complaints.failed',
  async run({ viewer, input: { state, ...query }, context }) {
    const isOpen = state === 'open';
    const where = and(
      isOpen ? isNull(complaints.answeredAt) : isNotNull(complaints.answeredAt),
      isReadableBy(viewer.id),
    );
    const { rows, meta } = await paginate(query, context, {
      count: (queries) => queries.select({ total: count() }).from(complaints).where(where),
      read: ({ rows: limit, offset }, queries) =>
        queries
          .select(columns)
          .from(complaints)
          .leftJoin(users, eq(users.id, complaints.answeredBy))
          .where(where)
          .orderBy(isOpen ? asc(complaints.dueDay) : desc(complaints.answeredAt), asc(complaints.id))
          .limit(limit)
          .offset(offset),
    });
    await execute(auditEntry({ action: 'complaint.listed', actorId: viewer.id }));
    return { data: rows.map(presentComplaint), meta, state };
  },
});

/**
 * Reads a complaint for an admin, which counts as reading the list.
 *
 * @throws Refusal: `notFound`, also if it names the admin.
 */
export const readComplaint = operation({
  name: 'message.readComplaint',
  input: complaintIdOnly,
  allow: 'complaint.list',
  successMessage: 'complaints.fetched',
  failureMessage: 'complaints.failed',
  async run({ viewer, input: { complaintId } }) {
    const complaint = await requireReadableComplaint(viewer, complaintId);
    await execute(auditEntry({ action: 'complaint.listed', actorId: viewer.id, objectId: complaintId }));
    return { data: complaint };
  },
});

/**
 * Reads a complaint that does not name an admin.
 *
 * @throws Refusal: `notFound`.
 */
export async function requireReadableComplaint(viewer: Viewer, complaintId: string) {
  const [row] = await db()
    .select(columns)
    .from(complaints)
    .leftJoin(users, eq(users.id, complaints.answeredBy))
    .where(and(eq(complaints.id, complaintId), isReadableBy(viewer.id)));
  if (!row) throw new Refusal('notFound', 'complaint.notFound');
  return presentComplaint(row);
}

/** Lists the complaints that the user sent from this account, newest first. */
export const listOwnComplaints = operation({
  name: 'message.ownComplaints',
  api: {
    summary: 'List your complaints',
    text: 'Lists the complaints that you sent while signed in, newest first, with their answers.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(ownComplaint).describe('Your complaints, newest first.') }),
  allow: 'account.own',
  successMessage: 'complaints.fetched',
  failureMessage: 'complaints.failed',
  async run({ viewer }) {
    const rows = await db()
      .select()
      .from(complaints)
      .where(eq(complaints.userId, viewer.id))
      .orderBy(desc(complaints.createdAt), desc(complaints.id));
    return { data: rows.map(presentOwn) };
  },
});

type Row = typeof complaints.$inferSelect;

const presentContent = (row: Row) => ({
  number: formatComplaintNumber(row.number),
  topic: row.topic,
  about: row.about,
  text: row.text,
  createdAt: row.createdAt.toISOString(),
  dueDay: row.dueDay,
  answer: row.answer,
  answeredAt: row.answeredAt?.toISOString() ?? null,
});

const presentOwn = (row: Row): OwnComplaint => ({
  ...presentContent(row),
  state: row.answeredAt ? 'answered' : 'open',
});

type AdminName = { firstName: string; lastName: string } | null;

function presentComplaint({
  complaint,
  answeredBy,
}: {
  complaint: Row;
  answeredBy: AdminName;
}): PublicComplaint {
  return {
    _id: complaint.id,
    ...presentContent(complaint),
    name: complaint.name,
    email: complaint.email,
    phone: complaint.phone,
    hasAccount: complaint.userId !== null,
    isOverdue: !complaint.answeredAt && complaint.dueDay < clinicDay(Date.now()),
    answeredBy: answeredBy && formatFullName(answeredBy),
  };
}
