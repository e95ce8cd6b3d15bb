import { and, asc, eq, inArray } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { expertIdOnly } from '~/domain/identity/expert-schemas';
import { requireExpert } from '~/domain/identity/expert-status.server';
import { formatFullName } from '~/domain/identity/full-name';
import { publicMoment } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { type AuditAction, registrationMethods } from '~/platform/enums';
import { expertExample, presentExpert, publicExpert } from './present-expert.server';
import { findRegistrationRecords, listRegistrationChecks } from './registration-checks.server';

/** The audit entries about an expert's standing and registration. */
const registerActions = [
  'expert.approved',
  'expert.rejected',
  'expert.suspended',
  'expert.restored',
  'expert.answersDoubted',
  'expert.answersKept',
  'registration.checked',
  'registration.extended',
  'credentials.changed',
] as const satisfies AuditAction[];

const person = z
  .object({
    _id: z.string().describe('ID of the account.'),
    name: z.string().nullable().describe('First and family name. `null` if the account is deleted.'),
  })
  .nullable();

const adminExample = { _id: '01k2zq5v7m8n9p0q1r2s3t4v5x', name: 'Lakshmi Rao' };

const checkExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5z',
  checkedAt: '2026-03-05T09:30:00.000Z',
  checkedBy: adminExample,
  registrationNumber: 'MMC/2011/04217',
  council: 'Maharashtra Medical Council',
  qualification: 'MD (Radiology)',
  method: 'register' as const,
  noNumberReason: null,
  validUntil: '2027-03-31',
  extendedUntil: null,
  extensionReason: null,
  endToldAt: null,
};

const checkOfRegister = z
  .object({
    _id: z.string().describe('ID of the check.'),
    checkedAt: publicMoment.describe('Time of the check, in UTC.'),
    checkedBy: person.describe('Admin who checked.'),
    registrationNumber: z.string().nullable().describe('Number that was checked. `null` if there was none.'),
    council: z.string().nullable().describe('Medical council. `null` if none was given.'),
    qualification: z.string().nullable().describe('Degrees and specialty. `null` if none were given.'),
    method: z
      .enum(registrationMethods)
      .nullable()
      .describe('How the number was checked. `null` if there was none, or nobody said.'),
    noNumberReason: z.string().nullable().describe("Why no number is needed, in the admin's words."),
    validUntil: z.string().nullable().describe('Last day of the registration. `null` without an end.'),
    extendedUntil: z.string().nullable().describe('Last day with added days. `null` if none were added.'),
    extensionReason: z.string().nullable().describe("Why days were added, in the admin's words."),
    endToldAt: publicMoment
      .nullable()
      .describe('Time at which the expert and the admins were told that it ends, in UTC.'),
  })
  .meta({
    id: 'RegistrationCheck',
    description: "A check of an expert's registration.",
    example: checkExample,
  });

const doctor = z
  .object({
    expert: publicExpert.describe('The expert, with their standing.'),
    checks: z.array(checkOfRegister).describe('Checks of the registration, newest first.'),
    events: z
      .array(
        z.object({
          action: z.enum(registerActions).describe('What was done, as in the audit log.'),
          at: publicMoment.describe('Time, in UTC.'),
          by: person.describe('Who did it. `null` if a restore repeated it.'),
        }),
      )
      .describe('Decisions about the expert, and changes of the registration, newest first.'),
  })
  .meta({
    id: 'RegisterEntry',
    description: 'Who an expert is, and how it was checked.',
    example: {
      expert: expertExample,
      checks: [checkExample],
      events: [{ action: 'expert.approved' as const, at: checkExample.checkedAt, by: adminExample }],
    },
  });

export type RegisterEntry = z.infer<typeof doctor>;

/**
 * Reads who a doctor is: their standing, who decided it and when, and each check of the registration
 * with its proof. The audit log records the reading.
 *
 * @throws Refusal: `notFound`.
 */
export const readDoctor = operation({
  name: 'expert.readDoctor',
  api: {
    summary: 'Read who an expert is',
    text: 'For admins. Returns who approved the expert, on what proof, until when the registration is valid, and every later decision.',
  },
  input: expertIdOnly,
  output: z.object({ data: doctor.describe('The entry of the register.') }),
  allow: 'expert.judge',
  refusals: ['notFound'],
  successMessage: 'expert.approvedFetched',
  failureMessage: 'expert.approvedFailed',
  async run({ viewer, input: { expertId }, context }) {
    const expert = await requireExpert(expertId);
    await execute(auditEntry({ action: 'expert.listed', actorId: viewer.id, objectId: expertId }));
    const record = (await findRegistrationRecords([expertId])).get(expertId);
    const checks = (await listRegistrationChecks([expertId])).reverse();
    const lines = (await listRegisterLines(expertId)).reverse();
    const nameOf = await readNames([
      ...checks.map(({ checkedBy }) => checkedBy),
      ...lines.flatMap(({ actorId }) => actorId ?? []),
    ]);
    const toPerson = (id: string | null) => (id ? { _id: id, name: nameOf.get(id) ?? null } : null);
    return {
      data: {
        expert: presentExpert(expert, { viewer, context, record }),
        checks: checks.map(({ id, userId: _userId, checkedAt, checkedBy, endToldAt, ...check }) => ({
          _id: id,
          checkedAt: checkedAt.toISOString(),
          checkedBy: toPerson(checkedBy),
          ...check,
          endToldAt: endToldAt?.toISOString() ?? null,
        })),
        events: lines.map(({ action, at, actorId }) => ({
          action: action as (typeof registerActions)[number],
          at: at.toISOString(),
          by: toPerson(actorId),
        })),
      } satisfies RegisterEntry,
    };
  },
});

const listRegisterLines = (expertId: string) =>
  db()
    .select({ action: audit.action, at: audit.at, actorId: audit.actorId })
    .from(audit)
    .where(and(eq(audit.objectId, expertId), inArray(audit.action, [...registerActions])))
    .orderBy(asc(audit.id));

/** Reads the names of accounts, by ID; those that are deleted are left out. */
async function readNames(ids: string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map();
  const rows = await db()
    .select({ id: users.id, firstName: users.firstName, lastName: users.lastName })
    .from(users)
    .where(inArray(users.id, [...new Set(ids)]))
    .orderBy(asc(users.id));
  return new Map(rows.map((row) => [row.id, formatFullName(row)]));
}
