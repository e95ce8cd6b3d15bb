import { clinicDay } from '~/domain/kernel/days';
import { findCurrentStep, type StepRow } from '~/domain/report/next-step';
import type { VersionRow } from '~/domain/report/present-version';
import type { PresentedRow } from '~/domain/report/report-fields';
import { selectStepChecks } from '~/domain/report/rows-of-reports.server';
import { isAskedOn, isFollowed, type PublicStepCheck, presentStepCheck } from '~/domain/report/step-check';
import { dayMs } from '~/platform/durations';

type Beside = { steps: Map<string, StepRow[]>; versions: Map<string, VersionRow[]> };

/**
 * Presents, by report ID, whether the patients of some reports have taken the step in force: once
 * they are asked, or have answered.
 *
 * @param rows the reports as the viewer may see them.
 */
export async function presentStepChecks(
  rows: Pick<PresentedRow, 'id' | 'status' | 'version'>[],
  { steps, versions }: Beside,
  now: number,
): Promise<Map<string, PublicStepCheck>> {
  const followed = rows.flatMap((row) => {
    const current = findCurrentStep(row, steps.get(row.id), versions.get(row.id));
    if (!current || !isFollowed(current)) return [];
    const lastDay = clinicDay(current.chosenAt.getTime() + (current.withinDays ?? 0) * dayMs);
    return lastDay < clinicDay(now) ? [{ id: row.id, version: current.version, lastDay }] : [];
  });
  const checks = await selectStepChecks(followed.map(({ id }) => id));
  return new Map(
    followed.flatMap(({ id, version, lastDay }) => {
      const row = checks.get(id)?.find((check) => check.version === version);
      const isShown = isAskedOn(clinicDay(now), lastDay) || Boolean(row?.answeredAt);
      return isShown ? [[id, presentStepCheck(version, row)] as const] : [];
    }),
  );
}
