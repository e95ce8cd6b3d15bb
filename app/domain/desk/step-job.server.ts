import { and, asc, eq, gte, isNotNull, isNull, lte } from 'drizzle-orm';
import { clinicDay } from '~/domain/kernel/days';
import { isNoEmail } from '~/domain/kernel/no-email';
import { addresseeColumns } from '~/domain/notifications/enqueue-email.server';
import { notify } from '~/domain/notifications/notify.server';
import { wakeOutbox } from '~/domain/notifications/rounds.server';
import { isAnswered } from '~/domain/queue/report-list.server';
import { toPersonInEmail } from '~/domain/report/about';
import { toChosenStep } from '~/domain/report/next-step';
import { toCaseNumber } from '~/domain/report/report-constants';
import { selectSteps } from '~/domain/report/rows-of-reports.server';
import { addDays, isFollowed, remindDaysBefore } from '~/domain/report/step-check';
import { users } from '~/platform/db/core/tables/accounts.server';
import { stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, db, requireChange } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { isOfCurrentStep } from './step-checks.server';

/** Number of steps whose last day is worked out in one transaction, and of patients reminded at once. */
const batchSize = 200;
const maxBatches = 50;

/**
 * Works out the last days of new steps, and reminds the patients of steps whose last day is near. A
 * run under the lease does both; each reminder goes with a conditional statement.
 */
export async function followSteps(): Promise<void> {
  for (let batch = 0; batch < maxBatches; batch += 1) if ((await planSteps()) < batchSize) break;
  for (let batch = 0; batch < maxBatches; batch += 1) if ((await remindOfSteps()) < batchSize) break;
}

/**
 * Stores the last day of steps that no server has looked at, whichever server wrote them.
 *
 * @returns the number of steps.
 */
async function planSteps(): Promise<number> {
  const unplanned = await db()
    .select({ reportId: stepChecks.reportId, version: stepChecks.version })
    .from(stepChecks)
    .where(isNull(stepChecks.plannedAt))
    .orderBy(asc(stepChecks.reportId), asc(stepChecks.version))
    .limit(batchSize);
  if (unplanned.length === 0) return 0;
  const steps = await selectSteps([...new Set(unplanned.map(({ reportId }) => reportId))]);
  const plannedAt = new Date();
  await atomically(
    unplanned.map(({ reportId, version }) => {
      const row = steps.get(reportId)?.find((step) => step.version === version);
      const chosen = row && toChosenStep(row);
      const lastDay =
        row && chosen && isFollowed(chosen)
          ? clinicDay(row.chosenAt.getTime() + Number(chosen.withinDays) * dayMs)
          : null;
      return db()
        .update(stepChecks)
        .set({ plannedAt, lastDay })
        .where(
          and(
            eq(stepChecks.reportId, reportId),
            eq(stepChecks.version, version),
            isNull(stepChecks.plannedAt),
          ),
        );
    }),
  );
  return unplanned.length;
}

/**
 * Reminds the patients whose step ends within two days, each once: by e-mail, or among the people to
 * call.
 *
 * @returns the number of patients.
 */
async function remindOfSteps(): Promise<number> {
  const now = new Date();
  const today = clinicDay(now.getTime());
  const due = await db()
    .select({
      reportId: stepChecks.reportId,
      version: stepChecks.version,
      patientId: reports.patientId,
      aboutName: reports.aboutName,
      aboutRelation: reports.aboutRelation,
      patient: addresseeColumns,
    })
    .from(stepChecks)
    // SQLite would begin with all reviewed reports otherwise.
    .crossJoin(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(
      and(
        eq(reports.id, stepChecks.reportId),
        isNotNull(stepChecks.lastDay),
        gte(stepChecks.lastDay, today),
        lte(stepChecks.lastDay, addDays(today, remindDaysBefore)),
        isNull(stepChecks.remindedAt),
        isAnswered(),
        isOfCurrentStep,
      ),
    )
    .orderBy(asc(stepChecks.lastDay), asc(stepChecks.reportId))
    .limit(batchSize);
  for (const { reportId, version, patientId, patient, ...about } of due) {
    const callSince = isNoEmail(patient.email) ? now : null;
    const isStep = and(eq(stepChecks.reportId, reportId), eq(stepChecks.version, version));
    const toPatient = await notify(patient, {
      template: 'lookAgain',
      params: { patientId, reportId, caseNumber: toCaseNumber(reportId), ...toPersonInEmail(about) },
    });
    await atomically([
      requireChange(
        db()
          .update(stepChecks)
          .set({ remindedAt: now, callSince })
          .where(and(isStep, isNull(stepChecks.remindedAt))),
      ),
      ...toPatient,
    ]);
  }
  if (due.length > 0) wakeOutbox();
  return due.length;
}
