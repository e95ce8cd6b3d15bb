import { createHash } from 'node:crypto';
import { and, eq } from 'drizzle-orm';
import { clinicDay } from '~/domain/kernel/days';
import type { CallContext } from '~/domain/kernel/operation';
import {
  type CurrentStep,
  findCurrentStep,
  type PublicNextStep,
  type StepRow,
} from '~/domain/report/next-step';
import type { VersionRow } from '~/domain/report/present-version';
import type { PresentedRow } from '~/domain/report/report-fields';
import type { LanguageCode } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { db } from '~/platform/db/db.server';
import { dayMs } from '~/platform/durations';
import { type BarredAuthors, isInDoubt } from './barred-authors.server';

/** The part of a call's context that gives steps and doubts their words. */
export type StepContext = Pick<
  CallContext,
  'language' | 'describeStep' | 'describeDoubt' | 'listStepSentences'
>;

/** The columns from which a step is presented. */
type SteppedRow = Pick<
  PresentedRow,
  'id' | 'status' | 'version' | 'expertId' | 'expertFirstName' | 'expertLastName'
>;

/**
 * Presents the steps in force of some reports, by report ID. An answer in doubt does not say that
 * there is nothing to do.
 *
 * @param rows the reports as the viewer may see them.
 * @param beside the stored steps and versions, by report ID, and the authors who are barred.
 */
export async function presentNextSteps(
  rows: SteppedRow[],
  {
    steps,
    versions,
    barred,
  }: { steps: Map<string, StepRow[]>; versions: Map<string, VersionRow[]>; barred: BarredAuthors },
  context: StepContext,
): Promise<Map<string, PublicNextStep>> {
  const found = rows.flatMap((row) => {
    const current = findCurrentStep(row, steps.get(row.id), versions.get(row.id));
    const isWithheld = current?.step === 'none' && isInDoubt(barred, row.expertId);
    return current && !isWithheld ? [{ row, current }] : [];
  });
  if (found.length === 0) return new Map();
  const isChecked = await hasCheckedSentences(context);
  return new Map(
    found.map(({ row, current }) => [row.id, presentStep(current, row, { context, isChecked })]),
  );
}

function presentStep(
  current: CurrentStep,
  { expertFirstName, expertLastName }: SteppedRow,
  { context, isChecked }: { context: StepContext; isChecked: boolean },
): PublicNextStep {
  const { step, withinDays, specialist, chosenAt, isUncertain } = current;
  const by = withinDays === null ? null : clinicDay(chosenAt.getTime() + withinDays * dayMs);
  const doctor = `${expertFirstName ?? ''} ${expertLastName ?? ''}`.trim();
  const { uncheckedNote, ...words } = context.describeStep({ ...current, by, doctor });
  return {
    step,
    withinDays,
    by,
    specialist,
    isUncertain,
    ...words,
    uncheckedNote: isChecked ? null : uncheckedNote,
  };
}

/** Hashes the sentences of steps in a language. Another wording has another hash. */
export const hashStepSentences = (context: Pick<StepContext, 'listStepSentences'>, language: LanguageCode) =>
  createHash('sha256')
    .update(JSON.stringify(context.listStepSentences(language)))
    .digest('base64url');

/** Checks whether the sentences in the caller's language were checked. English is the original. */
async function hasCheckedSentences(context: StepContext): Promise<boolean> {
  const { language } = context;
  if (language === 'en') return true;
  const isThisWording = and(
    eq(checkedSentences.language, language),
    eq(checkedSentences.wordingHash, hashStepSentences(context, language)),
  );
  return (await db().$count(checkedSentences, isThisWording)) > 0;
}
