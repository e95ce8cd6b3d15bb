import { z } from 'zod';
import { publicMoment } from '~/domain/kernel/fields';
import type { stepChecks } from '~/platform/db/core/tables/next-steps.server';
import { type StepAnswer, stepAnswers } from '~/platform/enums';
import type { CurrentStep } from './next-step';

/** Minimum number of days of a step whose patient is reminded and asked. */
const minAskedDays = 4;
/** Number of days before the last one on which the patient is reminded. */
export const remindDaysBefore = 2;
/** Number of days after the last one for which the patient is asked. */
const askedForDays = 60;

const dayMs = 86_400_000;

/** Moves a day by some days. */
export const addDays = (day: string, days: number): string =>
  new Date(Date.parse(`${day}T00:00:00Z`) + days * dayMs).toISOString().slice(0, 10);

/** Checks whether the patient of a step is asked if they have taken it: its last day has passed lately. */
export const isAskedOn = (today: string, lastDay: string | null): boolean =>
  lastDay !== null && lastDay < today && today <= addDays(lastDay, askedForDays);

/** The first last day of a step about which the patient is still asked. */
export const firstAskedDay = (today: string): string => addDays(today, -askedForDays);

/** Returns true if a step is long enough for a reminder and a question. */
export const isFollowed = ({ withinDays }: Pick<CurrentStep, 'withinDays'>): boolean =>
  withinDays !== null && withinDays >= minAskedDays;

/** Says if a patient has taken the step of an answer, once they are asked. */
export const publicStepCheck = z
  .object({
    version: z.int().describe('Version of the review to which the step belongs. Send it with the answer.'),
    answer: z
      .enum(stepAnswers)
      .nullable()
      .describe('What the patient has answered: `done`, `notYet` or `cannot`. `null` without an answer.'),
    answeredAt: publicMoment.nullable().describe('Time of the answer, in UTC. `null` without one.'),
  })
  .meta({
    id: 'StepCheck',
    description: 'Whether the patient has taken the next step.',
    example: { version: 1, answer: 'done', answeredAt: '2026-03-20T08:30:00.000Z' },
  });

export type PublicStepCheck = z.infer<typeof publicStepCheck>;

type CheckRow = Pick<typeof stepChecks.$inferSelect, 'answer' | 'answeredAt'>;

/** Presents the answer about a step; a step that is not asked about, and was not, has none. */
export function presentStepCheck(version: number, row: CheckRow | undefined): PublicStepCheck {
  // A newer server may know more answers.
  const answer = stepAnswers.find((known) => known === row?.answer) ?? null;
  return {
    version,
    answer: answer satisfies StepAnswer | null,
    answeredAt: row?.answeredAt?.toISOString() ?? null,
  };
}
