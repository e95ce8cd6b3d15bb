import { and, asc, eq, isNotNull, isNull, or } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { formatFullName } from '~/domain/identity/full-name';
import { formatClinicNumber, toLoginName } from '~/domain/kernel/clinic-number';
import { toPlainAddress } from '~/domain/kernel/email';
import { emptyOutput, publicMoment } from '~/domain/kernel/fields';
import { isNoEmail, toVisibleAddress } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import type { Duty } from '~/platform/enums';
import { dutyChange, dutyForm } from './schemas';

const columnsOf = {
  helper: {
    since: users.helperSince,
    set: (at: Date | null, by: string | null) => ({ helperSince: at, helperBy: by }),
  },
  frontDesk: {
    since: users.frontDeskSince,
    set: (at: Date | null, by: string | null) => ({ frontDeskSince: at, frontDeskBy: by }),
  },
} satisfies Record<Duty, object>;

/** A patient with a duty, as admins see them. */
const publicDutyHolder = z
  .object({
    userId: z.string().describe('ID of the account.'),
    name: z.string().describe('First and family name.'),
    email: z.string().describe('E-mail address. Empty for an account without e-mail.'),
    clinicNumber: z.string().nullable().describe('Clinic number. `null` for an account with none.'),
    helperSince: publicMoment.nullable().describe('Since when they are a helper, in UTC. `null` if not.'),
    frontDeskSince: publicMoment
      .nullable()
      .describe('Since when they work at the front desk, in UTC. `null` if not.'),
  })
  .meta({
    id: 'DutyHolder',
    description: 'A patient who helps others or works at the front desk.',
    example: {
      userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
      name: 'Asha Devi',
      email: 'asha@example.com',
      clinicNumber: null,
      helperSince: '2026-03-05T09:10:00.000Z',
      frontDeskSince: null,
    },
  });

/** Lists the patients who have a duty, by name. */
export const listDutyHolders = operation({
  name: 'duties.list',
  api: {
    summary: 'List helpers and the front desk',
    text: 'For admins. Lists the patients who send reports for others or work at the front desk.',
  },
  input: z.object({}),
  output: z.object({ data: z.array(publicDutyHolder).describe('Patients with a duty, by name.') }),
  allow: 'duties.grant',
  successMessage: 'duties.title',
  failureMessage: 'duties.failed',
  async run() {
    const rows = await db()
      .select()
      .from(users)
      .where(or(isNotNull(users.helperSince), isNotNull(users.frontDeskSince)))
      .orderBy(asc(users.firstName), asc(users.lastName), asc(users.id));
    return { data: rows.map(presentDutyHolder) };
  },
});

const presentDutyHolder = (row: typeof users.$inferSelect): z.infer<typeof publicDutyHolder> => ({
  userId: row.id,
  name: formatFullName(row),
  email: toVisibleAddress(row.email),
  clinicNumber: row.loginName && formatClinicNumber(row.loginName),
  helperSince: row.helperSince?.toISOString() ?? null,
  frontDeskSince: row.frontDeskSince?.toISOString() ?? null,
});

const texts = {
  helper: {
    grant: 'Make a patient a helper',
    withdraw: 'Withdraw the duty of a helper',
  },
  frontDesk: {
    grant: 'Give a patient the front desk',
    withdraw: 'Withdraw the front desk',
  },
} as const;

/** Declares the operation that gives a patient a duty. */
const grantOf = (duty: Duty) =>
  operation({
    name: `duties.grant.${duty}`,
    api: {
      summary: texts[duty].grant,
      text: 'For admins. Names a Patient account by e-mail address or clinic number. Returns 404 for any other account, and 409 if the patient has the duty already.',
    },
    input: dutyForm,
    output: emptyOutput,
    refusals: ['notFound', 'conflict'],
    allow: 'duties.grant',
    successMessage: `duties.granted.${duty}`,
    failureMessage: 'duties.failed',
    async run({ viewer, input }) {
      const name = toLoginName(input.name, toPlainAddress);
      const isNamed = name.includes('@') ? eq(users.email, name) : eq(users.loginName, name);
      const [row] = isNoEmail(name)
        ? []
        : await db()
            .select({ id: users.id })
            .from(users)
            .where(and(isNamed, eq(users.accountType, 'Patient')));
      if (!row) throw new Refusal('notFound', 'duties.notFound', { field: 'name' });
      const { since, set } = columnsOf[duty];
      const isGranted = await atomically([
        requireChange(
          db()
            .update(users)
            .set(set(new Date(), viewer.id))
            .where(and(eq(users.id, row.id), isNull(since))),
        ),
        auditEntry({ action: `${duty}.granted`, actorId: viewer.id, objectId: row.id }),
      ]);
      if (!isGranted) throw new Refusal('conflict', 'duties.already', { field: 'name' });
      await listDeletions();
      return {};
    },
  });

/** Declares the operation that takes a duty away. Its holder keeps nothing of the accounts they opened. */
const withdrawalOf = (duty: Duty) =>
  operation({
    name: `duties.withdraw.${duty}`,
    api: {
      summary: texts[duty].withdraw,
      text: 'For admins. Takes effect with the next request of the patient. Returns 404 if the patient does not have the duty.',
    },
    input: dutyChange,
    output: emptyOutput,
    refusals: ['notFound'],
    allow: 'duties.grant',
    successMessage: `duties.withdrawn.${duty}`,
    failureMessage: 'duties.failed',
    async run({ viewer, input: { userId } }) {
      if (!(await withdrawDuty(duty, userId, viewer))) throw new Refusal('notFound', 'duties.notFound');
      await listDeletions();
      return {};
    },
  });

/**
 * Takes a duty away and writes an audit entry.
 *
 * @param viewer the admin; undefined for a restore that repeats it.
 * @returns false if the account does not have the duty.
 */
export function withdrawDuty(duty: Duty, userId: string, viewer?: Viewer): Promise<boolean> {
  const { since, set } = columnsOf[duty];
  return atomically([
    requireChange(
      db()
        .update(users)
        .set(set(null, null))
        .where(and(eq(users.id, userId), isNotNull(since))),
    ),
    auditEntry({ action: `${duty}.withdrawn`, actorId: viewer?.id, objectId: userId }),
  ]);
}

export const grantHelper = grantOf('helper');
export const grantFrontDesk = grantOf('frontDesk');
export const withdrawHelper = withdrawalOf('helper');
export const withdrawFrontDesk = withdrawalOf('frontDesk');
