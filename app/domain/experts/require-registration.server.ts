import { and, eq } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { adminProofFields } from '~/domain/identity/account-schemas';
import { formatFullName } from '~/domain/identity/full-name';
import { requireOwnRow } from '~/domain/identity/own-row.server';
import { findRegistrationLack, selectRegistrations } from '~/domain/identity/registration-rule.server';
import { clinicDay, isRealDay } from '~/domain/kernel/days';
import { requireNoOlderServer } from '~/domain/kernel/every-server.server';
import { emptyOutput, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { changeWithProof } from '~/domain/log-in/admin-proof.server';
import { clinicRules } from '~/platform/db/core/tables/accountability.server';
import { atomically, db, requireChange, type Step } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';

/** Days from today to the first day that the page proposes, and to the last that is allowed. */
const proposedDays = 14;
const maxDays = 365;

const isRule = eq(clinicRules.rule, 'requireRegistration');

const addDays = (day: string, days: number) =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

const expertExample = {
  _id: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  name: 'Meera Nair',
  lack: 'ended' as const,
  lastDay: '2026-03-31',
  from: '2026-04-01',
};

const barredExpert = z.object({
  _id: z.string().describe('ID of the expert.'),
  name: z.string().describe('First and family name.'),
  lack: z
    .enum(['missing', 'ended'])
    .describe('`missing`: neither a number nor a reason why none is needed. `ended`: the last day is over.'),
  lastDay: z.string().nullable().describe('Last day of the registration, as YYYY-MM-DD. `null` if none.'),
  from: z.string().describe('First day without new work, as YYYY-MM-DD, if the rule holds by then.'),
});

const registrationRule = z
  .object({
    fromDay: z
      .string()
      .nullable()
      .describe('First day on which the rule holds, as YYYY-MM-DD. `null` while it is off.'),
    holds: z.boolean().describe('Whether the rule holds today.'),
    experts: z
      .array(barredExpert)
      .describe('Approved experts who get no new work under the rule, by that day; at most a year ahead.'),
  })
  .meta({
    id: 'RegistrationRule',
    description: 'Whether experts need a registration on record, and who would get no new work.',
    example: { fromDay: '2026-04-01', holds: false, experts: [expertExample] },
  });

/** Finds the first day of the rule, as YYYY-MM-DD; null while it is off. */
async function findFirstDay(): Promise<string | null> {
  const [rule] = await db().select({ fromDay: clinicRules.fromDay }).from(clinicRules).where(isRule);
  return rule?.fromDay ?? null;
}

async function readRule(): Promise<z.infer<typeof registrationRule>> {
  const today = clinicDay(Date.now());
  const fromDay = await findFirstDay();
  return {
    fromDay,
    holds: fromDay !== null && fromDay <= today,
    experts: await listBarredFrom(fromDay !== null && fromDay > today ? fromDay : today),
  };
}

/**
 * Lists the approved experts who get no new work under the rule, by their first such day.
 *
 * @param firstDay the first day that counts, as YYYY-MM-DD. Days up to a year after it are listed.
 */
async function listBarredFrom(firstDay: string): Promise<z.infer<typeof barredExpert>[]> {
  const lastDay = addDays(firstDay, maxDays);
  return (await selectRegistrations())
    .flatMap((row) => {
      const lack = findRegistrationLack(row, lastDay);
      if (!lack) return [];
      const after = row.registeredUntil === null ? firstDay : addDays(row.registeredUntil, 1);
      const from = lack === 'missing' || after < firstDay ? firstDay : after;
      return { _id: row.id, name: formatFullName(row), lack, lastDay: row.registeredUntil, from };
    })
    .sort((one, other) => (one.from < other.from ? -1 : Number(one.from > other.from)));
}

/** Reads whether experts need a registration on record, and who would get no new work. */
export const readRegistrationRule = operation({
  name: 'registration.readRule',
  api: {
    summary: 'Read whether a registration is required',
    text: 'For admins. Lists the approved experts without a registration on record, and those whose registration ends within a year, each with the first day on which they get no new work if the rule holds.',
  },
  input: z.object({}),
  output: z.object({ data: registrationRule.describe('The rule.') }),
  allow: 'system.read',
  successMessage: 'registrationRule.fetched',
  failureMessage: 'registrationRule.failed',
  async run() {
    return { data: await readRule() };
  },
});

/** Reads the same for the page, with what its form needs. */
export const readRegistrationsPage = operation({
  ...readRegistrationRule,
  name: 'registration.readPage',
  api: undefined,
  output: undefined,
  async run({ viewer }) {
    const today = clinicDay(Date.now());
    return {
      data: await readRule(),
      today,
      proposedDay: addDays(today, proposedDays),
      asksCode: (await requireOwnRow(viewer)).totpSince !== null,
    };
  },
});

/**
 * Requires a registration on record of every expert from a day on, after the password of the viewer
 * and, if a second factor is in force, its code. Another first day replaces the one before.
 *
 * @throws Refusal: `invalid` beside `fromDay` for a day in the past or more than a year ahead; `conflict`
 *   while an older server is running; as `changeWithProof` does.
 */
export const turnRegistrationRuleOn = operation({
  name: 'registration.require',
  api: {
    summary: 'Require a registration on record',
    text: `For admins. Requires the password and, with two-step login, a code. From \`fromDay\` on, which is today or at most ${maxDays} days ahead, experts without a registration on record get no new work: reports they hold can be finished, new claims, reviews and translations are refused with 403 and \`registration_required\`. Calling it again replaces the day.`,
  },
  input: z.object({
    fromDay: requiredLine(key('registrationRule.day'), 10)
      .refine(isRealDay, key('registrationRule.day'))
      .meta({ description: 'First day on which it is required, at the clinic.', example: '2026-04-01' }),
    ...adminProofFields,
  }),
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'system.read',
  secretFields: ['password', 'otp'],
  successMessage: 'registrationRule.turnedOn',
  failureMessage: 'registrationRule.failed',
  async run({ viewer, input: { fromDay, ...proof }, context }) {
    const today = clinicDay(Date.now());
    if (fromDay < today || fromDay > addDays(today, maxDays))
      throw new Refusal('invalid', 'registrationRule.day', { field: 'fromDay' });
    await requireNoOlderServer('registration');
    await changeWithProof({ viewer, proof, context, steps: requireSteps(fromDay, viewer.id) });
    await listDeletions();
    return {};
  },
});

/**
 * Turns the rule off, after the password of the viewer and, if a second factor is in force, its code.
 * Does nothing if it is off.
 *
 * @throws Refusal: as `changeWithProof` does.
 */
export const turnRegistrationRuleOff = operation({
  name: 'registration.notRequire',
  api: {
    summary: 'Stop requiring a registration on record',
    text: 'For admins. Requires the password and, with two-step login, a code. Changes nothing if it is not required.',
  },
  input: z.object(adminProofFields),
  output: emptyOutput,
  allow: 'system.read',
  secretFields: ['password', 'otp'],
  successMessage: 'registrationRule.turnedOff',
  failureMessage: 'registrationRule.failed',
  async run({ viewer, input: proof, context }) {
    const fromDay = await findFirstDay();
    if (fromDay === null) return {};
    await changeWithProof({ viewer, proof, context, steps: notRequireSteps(fromDay, viewer.id) });
    await listDeletions();
    return {};
  },
});

/** Builds the steps that turn the rule on. `actorId` is missing when a restore repeats it. */
function requireSteps(fromDay: string, actorId?: string): Step[] {
  const row = { fromDay, setAt: new Date(), setBy: actorId ?? '' };
  return [
    db()
      .insert(clinicRules)
      .values({ rule: 'requireRegistration', ...row })
      .onConflictDoUpdate({ target: clinicRules.rule, set: row }),
    auditEntry({ action: 'registration.required', actorId, objectId: fromDay }),
  ];
}

const notRequireSteps = (fromDay: string, actorId?: string): Step[] => [
  requireChange(
    db()
      .delete(clinicRules)
      .where(and(isRule, eq(clinicRules.fromDay, fromDay))),
  ),
  auditEntry({ action: 'registration.notRequired', actorId, objectId: fromDay }),
];

/**
 * Repeats the last change of the rule since the backup in a restored database.
 *
 * @param change its audit entry; `objectId` is the first day.
 */
export async function repeatRegistrationRule({
  action,
  objectId,
}: {
  action: string;
  objectId: string;
}): Promise<void> {
  if (action === 'registration.required') await atomically(requireSteps(objectId));
  else {
    const fromDay = await findFirstDay();
    if (fromDay !== null) await atomically(notRequireSteps(fromDay));
  }
}
