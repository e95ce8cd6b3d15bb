import { and, eq, type SQL } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { findTypedNumbers, isSeenByHelper } from '~/domain/identity/helper-bonds.server';
import { endMessages } from '~/domain/identity/message-consents.server';
import { findScope } from '~/domain/kernel/abilities';
import { requiredChoice } from '~/domain/kernel/choices';
import { clinicClock } from '~/domain/kernel/days';
import { emptyOutput, key, requiredId } from '~/domain/kernel/fields';
import { isNoEmail } from '~/domain/kernel/no-email';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { Viewer } from '~/domain/kernel/viewer';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { toTell } from '~/platform/db/core/tables/to-tell.server';
import { atomically, db, isDuplicate, requireChange } from '~/platform/db/db.server';
import { tellKinds, tellOutcomes } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { isGoToday, pauseMs } from './list-to-tell.server';

const tellingForm = z.object({
  reportId: requiredId.meta({ description: 'ID of the report.', example: '01k2zq5v7m8n9p0q1r2s3t4v5w' }),
  kind: requiredChoice(tellKinds, key('form.choices')).meta({
    description: 'Whether it is about an answer or a question.',
    example: 'answer',
  }),
  subject: requiredId.meta({ description: '`subject` of the row.', example: '1' }),
  outcome: requiredChoice(tellOutcomes, key('toTell.outcome')).meta({
    description: 'What came of it.',
    example: 'told',
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
});

/**
 * Records what came of telling somebody by hand: told, no answer, or a wrong number, which ends the
 * leave to write to it.
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
  async run({ viewer, input: { toldAt: seen, ...input } }) {
    const patient = await requirePatient(viewer, input.reportId);
    const { outcome } = input;
    const now = new Date();
    const next = {
      outcome,
      toldBy: viewer.id,
      toldAt: now,
      dueAt: new Date(now.getTime() + pauseMs[outcome]),
    };
    const isRow = and(
      eq(toTell.reportId, input.reportId),
      eq(toTell.kind, input.kind),
      eq(toTell.subject, input.subject),
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
              .values({ id: newId(), userId: patient.id, ...input, ...next }),
          ),
      number !== null && endMessages(patient.id, number),
      auditEntry({ action: `tell.${outcome}`, actorId: viewer.id, objectId: input.reportId }),
    ]);
    if (!isRecorded) throw await takenRefusal(isRow);
    return {};
  },
});

async function write(steps: Parameters<typeof atomically>[0]): Promise<boolean> {
  try {
    return await atomically(steps);
  } catch (error) {
    if (isDuplicate(error)) return false;
    throw error;
  }
}

async function requirePatient(viewer: Viewer, reportId: string) {
  const isOfHelper = findScope(viewer, 'people.tell') !== 'all';
  const isOwn = isOfHelper ? isSeenByHelper(viewer.id) : undefined;
  const [patient] = await db()
    .select({ id: users.id, email: users.email, contactNumber: users.contactNumber })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(and(eq(reports.id, reportId), isOwn));
  const isTold = patient && (isNoEmail(patient.email) || (await isGoToday(viewer, reportId)));
  if (!isTold) throw new Refusal('notFound', 'toTell.notFound');
  // A helper tried the number that they typed, whatever the account has by now.
  const typedNumber = isOfHelper && (await findTypedNumbers(viewer.id)).get(patient.id);
  return isOfHelper ? { ...patient, contactNumber: typedNumber || null } : patient;
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
