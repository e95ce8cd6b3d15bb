import { and, asc, count, eq, gt, gte } from 'drizzle-orm';
import { z } from 'zod';
import { listOnDuty } from '~/domain/alerts/on-duty.server';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { isApprovedExpert, whereStatus } from '~/domain/identity/expert-status.server';
import { formatFullName } from '~/domain/identity/full-name';
import { findScope } from '~/domain/kernel/abilities';
import { requiredChoice, typedNumber } from '~/domain/kernel/choices';
import { clinicDay, isRealDay, startOfClinicDay } from '~/domain/kernel/days';
import { emptyOutput, idSchema, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { away, duty } from '~/platform/db/core/tables/duty.server';
import { atomically, db } from '~/platform/db/db.server';
import { dayMs, minuteMs } from '~/platform/durations';
import { plannedKinds } from '~/platform/enums';
import { removalSteps } from './repeat-duty.server';

const maxWeeks = 12;
/** Maximum number of coming times of one expert. */
const maxPlanned = 200;

const plannedExample = {
  userId: '01k2zq5v7m8n9p0q1r2s3t4v5x',
  name: 'Meera Nair',
  kind: 'duty' as const,
  from: '2026-03-05T02:30:00.000Z',
  to: '2026-03-05T14:30:00.000Z',
};

const planned = z
  .object({
    userId: z.string().describe('ID of the expert.'),
    name: z.string().describe('First and family name.'),
    kind: z.enum(plannedKinds).describe('On duty, or away.'),
    from: z.string().describe('Begin: a time in UTC of `duty`, a day of `away`.'),
    to: z.string().describe('End: a time in UTC of `duty`, the last day of `away`.'),
  })
  .meta({
    id: 'PlannedDuty',
    description: 'When an expert is on duty or away.',
    example: plannedExample,
  });

export type PlannedDuty = z.infer<typeof planned>;

const plan = z
  .object({
    planned: z.array(planned).describe('What has not ended yet, by its begin.'),
    onDuty: z.array(z.string()).describe('Names of the experts on duty now. Empty if there is none.'),
  })
  .meta({
    id: 'DutyPlan',
    description: 'When experts are on duty and away.',
    example: { planned: [plannedExample], onDuty: ['Meera Nair'] },
  });

/** Lists when experts are on duty and away: of an expert their own, of an admin those of all. */
export const listDuty = operation({
  name: 'duty.list',
  api: {
    summary: 'List duty and absence',
    text: 'For approved experts, who get their own, and admins, who get those of all. If nobody is on duty, all approved experts are told of an urgent report.',
  },
  input: z.object({}),
  output: z.object({ data: plan.describe('The plan.') }),
  allow: 'duty.plan',
  successMessage: 'dutyPlan.title',
  failureMessage: 'dutyPlan.failed',
  async run({ viewer }) {
    return { data: await readPlan(viewer) };
  },
});

/** Lists the same for the page, for admins with the experts to choose from. */
export const readDutyPage = operation({
  ...listDuty,
  name: 'duty.readPage',
  api: undefined,
  output: undefined,
  async run({ viewer }) {
    const isAll = findScope(viewer, 'duty.plan') === 'all';
    const { id, firstName, lastName } = users;
    const experts = isAll
      ? await db()
          .select({ id, firstName, lastName })
          .from(users)
          .where(whereStatus.approved)
          .orderBy(asc(firstName), asc(lastName), asc(id))
      : [];
    return {
      data: await readPlan(viewer),
      experts: experts.map((expert) => ({ id: expert.id, name: formatFullName(expert) })),
    };
  },
});

async function readPlan(viewer: Viewer): Promise<z.infer<typeof plan>> {
  const now = new Date();
  const ownId = findScope(viewer, 'duty.plan') === 'all' ? undefined : viewer.id;
  const names = { firstName: users.firstName, lastName: users.lastName };
  const onDutyRows = await db()
    .select({ ...names, userId: duty.userId, fromAt: duty.fromAt, toAt: duty.toAt })
    .from(duty)
    .innerJoin(users, eq(users.id, duty.userId))
    .where(and(gt(duty.toAt, now), ownId ? eq(duty.userId, ownId) : undefined))
    .orderBy(asc(duty.fromAt), asc(duty.userId));
  const awayRows = await db()
    .select({ ...names, userId: away.userId, fromDay: away.fromDay, toDay: away.toDay })
    .from(away)
    .innerJoin(users, eq(users.id, away.userId))
    .where(and(gte(away.toDay, clinicDay(now.getTime())), ownId ? eq(away.userId, ownId) : undefined))
    .orderBy(asc(away.fromDay), asc(away.userId));
  const { experts, isNobody } = await listOnDuty(now);
  return {
    planned: [
      ...onDutyRows.map(({ userId, fromAt, toAt, ...expert }) => ({
        userId,
        name: formatFullName(expert),
        kind: 'duty' as const,
        from: fromAt.toISOString(),
        to: toAt.toISOString(),
      })),
      ...awayRows.map(({ userId, fromDay, toDay, ...expert }) => ({
        userId,
        name: formatFullName(expert),
        kind: 'away' as const,
        from: fromDay,
        to: toDay,
      })),
    ],
    onDuty: isNobody ? [] : experts.map(formatFullName),
  };
}

const userId = idSchema
  .optional()
  .transform((id) => id || undefined)
  .meta({
    description: 'ID of the expert, for admins. Experts plan for themselves.',
    example: plannedExample.userId,
  });
const day = requiredLine(key('dutyPlan.day'), 10)
  .refine(isRealDay, key('dutyPlan.day'))
  .meta({ description: 'Day at the clinic.', example: '2026-03-05' });
const clock = requiredLine(key('dutyPlan.time'), 5)
  .refine((text) => /^([01]\d|2[0-3]):[0-5]\d$/.test(text), key('dutyPlan.time'))
  .meta({ description: 'Time at the clinic.', example: '08:00' });

/**
 * Plans when an expert is on duty: on one day, or on the same day of several weeks.
 *
 * @throws Refusal: `notFound` if there is no such approved expert; `conflict` if they have 200 coming
 *   times.
 */
export const addDuty = operation({
  name: 'duty.add',
  api: {
    summary: 'Plan a duty',
    text: `For approved experts and admins. Plans a time on duty, of up to 24 hours: if \`to\` is not after \`from\`, it ends on the next day. With \`weeks\` also on the same day of the weeks after it. Allows ${maxPlanned} coming times.`,
  },
  input: z.object({
    userId,
    day,
    from: clock,
    to: clock,
    weeks: typedNumber(
      z.coerce.number(key('dutyPlan.weeks')).int().min(1).max(maxWeeks, key('dutyPlan.weeks')),
    )
      .default(1)
      .meta({ description: 'Number of weeks.', example: 4 }),
  }),
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'duty.plan',
  successMessage: 'dutyPlan.saved',
  failureMessage: 'dutyPlan.failed',
  async run({ viewer, input }) {
    const expertId = await requirePlannable(viewer, input.userId);
    const [from, to] = [toMinutes(input.from), toMinutes(input.to)];
    const lengthMinutes = to > from ? to - from : to + 24 * 60 - from;
    const firstDay = Date.parse(`${input.day}T00:00:00Z`);
    const rows = Array.from({ length: input.weeks }, (_, week) => {
      const ofWeek = new Date(firstDay + week * 7 * dayMs).toISOString().slice(0, 10);
      const fromAt = startOfClinicDay(ofWeek) + from * minuteMs;
      return {
        userId: expertId,
        fromAt: new Date(fromAt),
        toAt: new Date(fromAt + lengthMinutes * minuteMs),
      };
    });
    await atomically([
      ...rows.map((row) =>
        db()
          .insert(duty)
          .values(row)
          .onConflictDoUpdate({ target: [duty.userId, duty.fromAt], set: { toAt: row.toAt } }),
      ),
      auditEntry({ action: 'duty.changed', actorId: viewer.id, objectId: expertId }),
    ]);
    return {};
  },
});

const toMinutes = (text: string) => Number(text.slice(0, 2)) * 60 + Number(text.slice(3));

/**
 * Plans the days on which an expert is away.
 *
 * @throws Refusal: `invalid` beside `toDay` if it is before the first day; otherwise as `addDuty`.
 */
export const addAway = operation({
  name: 'duty.addAway',
  api: {
    summary: 'Plan an absence',
    text: 'For approved experts and admins. On these days the expert is told nothing of urgent reports, also if on duty.',
  },
  input: z.object({ userId, fromDay: day, toDay: day.describe('Last day.') }),
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'duty.plan',
  successMessage: 'dutyPlan.saved',
  failureMessage: 'dutyPlan.failed',
  async run({ viewer, input: { fromDay, toDay, ...input } }) {
    if (toDay < fromDay) throw new Refusal('invalid', 'dutyPlan.order', { field: 'toDay' });
    const expertId = await requirePlannable(viewer, input.userId);
    await atomically([
      db()
        .insert(away)
        .values({ userId: expertId, fromDay, toDay })
        .onConflictDoUpdate({ target: [away.userId, away.fromDay], set: { toDay } }),
      auditEntry({ action: 'duty.changed', actorId: viewer.id, objectId: expertId }),
    ]);
    return {};
  },
});

/**
 * Removes a planned duty or absence.
 *
 * @throws Refusal: `notFound`.
 */
export const removeDuty = operation({
  name: 'duty.remove',
  api: {
    summary: 'Remove a planned duty or absence',
    text: 'For approved experts and admins. Removes what `kind` and `from` of `expert/duty` name.',
  },
  input: z.object({
    userId,
    kind: requiredChoice(plannedKinds, key('form.choices')).meta({
      description: 'On duty, or away.',
      example: 'duty',
    }),
    from: requiredLine(key('dutyPlan.day'), 40).meta({
      description: 'Begin, as listed.',
      example: plannedExample.from,
    }),
  }),
  output: emptyOutput,
  refusals: ['notFound'],
  allow: 'duty.plan',
  successMessage: 'dutyPlan.removed',
  failureMessage: 'dutyPlan.failed',
  async run({ viewer, input: { kind, from, ...input } }) {
    const expertId = toPlanned(viewer, input.userId);
    const fromAt = new Date(from);
    const isDuty = kind === 'duty' && !Number.isNaN(fromAt.getTime());
    const planned = isDuty
      ? { expertId, kind, from: String(fromAt.getTime()) }
      : { expertId, kind: 'away' as const, from };
    if (!(await atomically(removalSteps(planned, viewer.id))))
      throw new Refusal('notFound', 'dutyPlan.notFound');
    await listDeletions();
    return {};
  },
});

/** Returns the ID of the expert to plan for: the viewer, or whom an admin names. */
const toPlanned = (viewer: Viewer, named: string | undefined) =>
  findScope(viewer, 'duty.plan') === 'all' ? (named ?? '') : viewer.id;

async function requirePlannable(viewer: Viewer, named: string | undefined): Promise<string> {
  const expertId = toPlanned(viewer, named);
  if (!(await isApprovedExpert(expertId))) throw new Refusal('notFound', 'expert.notFound');
  const [coming] = await db()
    .select({ total: count() })
    .from(duty)
    .where(and(eq(duty.userId, expertId), gt(duty.toAt, new Date())));
  if (Number(coming?.total) >= maxPlanned) throw new Refusal('conflict', 'dutyPlan.full');
  return expertId;
}
