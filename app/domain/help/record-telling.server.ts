import { and, eq, isNull, type SQL, sql } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { listDeletions } from '~/domain/audit/deletion-list.server';
import { findTypedNumbers } from '~/domain/identity/helper-bonds.server';
import { endMessages } from '~/domain/identity/message-consents.server';
import { findScope, hasAbility } from '~/domain/kernel/abilities';
import { requiredChoice } from '~/domain/kernel/choices';
import { clinicClock } from '~/domain/kernel/days';
import { emptyOutput, key, optionalLine, requiredId } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { maxWhomLength } from '~/domain/report/step-constants';
import { users } from '~/platform/db/core/tables/accounts.server';
import { followUps } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { toTell } from '~/platform/db/core/tables/to-tell.server';
import { atomically, db, isDuplicate, requireChange } from '~/platform/db/db.server';
import { hourMs } from '~/platform/durations';
import { reachOutcomes, tellKinds, tellOutcomes } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { isGoToday } from './list-to-tell.server';
import { hasStepToCall, isToldBy, pauseMs } from './select-to-call.server';

const tellingForm = z
  .object({
    reportId: requiredId.meta({ description: 'ID of the report.', example: '01k2zq5v7m8n9p0q1r2s3t4v5w' }),
    kind: requiredChoice(tellKinds, key('form.choices')).meta({
      description: 'Whether it is about an answer or a question.',
      example: 'answer',
    }),
    subject: requiredId.meta({ description: '`subject` of the row.', example: '1' }),
    outcome: requiredChoice([...tellOutcomes, ...reachOutcomes], key('toTell.outcome')).meta({
      description:
        'What came of it. `reached` and `notReached` are for people who go before all others, and not for helpers; `reached` ends the follow-up of `goToday`.',
      example: 'told',
    }),
    whom: optionalLine(maxWhomLength).meta({
      description: 'With `reached`: the person who was reached.',
      example: 'her son',
    }),
    // The form of somebody whom nobody has told yet sends it empty.
    toldAt: z
      .preprocess(
        (typed) => (typed === '' ? null : typed),
        z.iso.datetime({ error: key('form.moment') }).nullable(),
      )
      .optional()
      .transform((at) => (at ? new Date(at) : null))
      .meta({
        description:
          '`toldAt` of the row as you read it. Returns 409 if somebody else has recorded an outcome since.',
        example: null,
      }),
  })
  .superRefine(({ outcome, whom }, context) => {
    if (outcome === 'reached' && !whom)
      context.addIssue({ code: 'custom', path: ['whom'], message: key('goToday.whomMissing') });
  });

/** Time after which somebody who goes before all others and was not reached is due again. */
const againAfterMs = 2 * hourMs;

/**
 * Records what came of calling somebody. A wrong number ends the leave to write to it. `reached` ends
 * the follow-up of somebody who had to go to a doctor today, and `notReached` makes them due again in
 * two hours.
 *
 * @throws Refusal: `notFound`, also for somebody whom a helper does not help; `conflict` with name
 *   and time if somebody else was faster.
 */
export const recordTelling = operation({
  name: 'people.recordTelling',
  api: {
    summary: 'Record that somebody was told',
    text: 'For admins, the front desk and helpers. Records the outcome of telling a patient by hand. Returns 409 if somebody else has recorded one since you read the list. A wrong number ends the leave to write to it.',
  },
  input: tellingForm,
  output: emptyOutput,
  refusals: ['notFound', 'conflict'],
  allow: 'people.tell',
  successMessage: 'toTell.recorded',
  failureMessage: 'toTell.failed',
  async run({ viewer, input: { toldAt: seen, outcome, whom, ...subject } }) {
    const { patient, isFirst, isGoToday } = await requirePatient(viewer, subject);
    const isReach = outcome === 'reached' || outcome === 'notReached';
    if (isReach && !(isFirst && hasAbility(viewer, 'followUp.work')))
      throw new Refusal('notFound', 'toTell.notFound');
    const now = new Date();
    // An older server knows neither of the two outcomes of a call.
    const stored = isReach ? (outcome === 'reached' ? 'told' : 'noAnswer') : outcome;
    const dueAt = new Date(now.getTime() + (isFirst && stored !== 'told' ? againAfterMs : pauseMs[stored]));
    const next = {
      outcome: stored,
      toldBy: viewer.id,
      toldAt: now,
      dueAt,
      whom: outcome === 'reached' ? (whom ?? null) : null,
    };
    const isRow = and(
      eq(toTell.reportId, subject.reportId),
      eq(toTell.kind, subject.kind),
      eq(toTell.subject, subject.subject),
    );
    const number = outcome === 'wrongNumber' ? patient.contactNumber : null;
    const isRecorded = await write([
      seen
        ? requireChange(
            db()
              .update(toTell)
              .set(next)
              .where(and(isRow, eq(toTell.toldAt, seen))),
          )
        : requireChange(
            db()
              .insert(toTell)
              .values({ id: newId(), userId: patient.id, ...subject, ...next }),
          ),
      isReach && isGoToday && noteCall(subject.reportId, { outcome, whom: next.whom, now, dueAt }),
      number !== null && endMessages(patient.id, number),
      auditEntry({
        action: isReach ? `followUp.${outcome}` : `tell.${outcome}`,
        actorId: viewer.id,
        objectId: subject.reportId,
      }),
    ]);
    if (!isRecorded) throw await takenRefusal(isRow);
    if (outcome === 'reached') await listDeletions();
    return {};
  },
});

type Call = { outcome: 'reached' | 'notReached'; whom: string | null; now: Date; dueAt: Date };

/** Builds the statement that notes a call in the follow-up of somebody who had to go to a doctor today. */
const noteCall = (reportId: string, { outcome, whom, now, dueAt }: Call) =>
  requireChange(
    db()
      .update(followUps)
      .set({
        attempts: sql`${followUps.attempts} + 1`,
        ...(outcome === 'reached' ? { reachedAt: now, whom, endedAt: now } : { dueAt, toldAt: null }),
      })
      .where(and(eq(followUps.reportId, reportId), isNull(followUps.endedAt))),
  );

async function write(steps: Parameters<typeof atomically>[0]): Promise<boolean> {
  try {
    return await atomically(steps);
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

type Subject = Pick<z.output<typeof tellingForm>, 'reportId' | 'kind' | 'subject'>;

/**
 * Reads the patient of a row, and whether the row goes before all others.
 *
 * @throws Refusal: `notFound` if the viewer has no such row.
 */
async function requirePatient(viewer: Viewer, { reportId, kind, subject }: Subject) {
  const isOfHelper = findScope(viewer, 'people.tell') !== 'all';
  const [row] = await db()
    .select({
      id: users.id,
      email: users.email,
      contactNumber: users.contactNumber,
      isUrgent: sql<number>`case when ${reports.status} = 'Pending' and ${reports.urgentAt} is not null then 1 else 0 end`,
    })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(eq(reports.id, reportId), isToldBy(viewer)));
  if (!row) throw new Refusal('notFound', 'toTell.notFound');
  const isOnTop = kind === 'answer' && (await isGoToday(viewer, reportId));
  const isUrgent = Number(row.isUrgent) === 1 && (kind === 'urgent' || kind === 'question');
  const isStep = kind === 'call' || kind === 'reminder';
  const isCalled = isStep && (await hasStepToCall(viewer, { reportId, version: Number(subject) }));
  const isWithoutEmail = !isStep && kind !== 'urgent' && isNoEmail(row.email);
  if (!(isOnTop || isUrgent || isCalled || isWithoutEmail)) throw new Refusal('notFound', 'toTell.notFound');
  // A helper tried the number that they typed, whatever the account has by now.
  const typedNumber = isOfHelper && (await findTypedNumbers(viewer.id)).get(row.id);
  const contactNumber = isOfHelper ? typedNumber || null : row.contactNumber;
  return { patient: { id: row.id, contactNumber }, isFirst: isOnTop || isUrgent, isGoToday: isOnTop };
}

async function takenRefusal(isRow: SQL | undefined) {
  const [row] = await db()
    .select({ at: toTell.toldAt, firstName: users.firstName, lastName: users.lastName })
    .from(toTell)
    .leftJoin(users, eq(users.id, toTell.toldBy))
    .where(isRow);
  const values = {
    name: `${row?.firstName ?? '—'} ${row?.lastName ?? ''}`.trim(),
    time: row ? clinicClock(row.at) : '',
  };
  return new Refusal('conflict', 'toTell.taken', { values });
}
