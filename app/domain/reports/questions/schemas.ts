import { z } from 'zod';
import { choiceOf } from '~/domain/kernel/fields/choices';
import { toLatinDigits } from '~/domain/kernel/fields/digits';
import { idSchema, key, optionalText, requiredText } from '~/domain/kernel/fields/fields';
import { languageCodes } from '~/i18n/language-codes';
import { questionKinds } from '~/platform/enums';
import { kindsWithText, maxAnswerLength, maxLiftReasonLength, maxQuestionLength } from './constants';

const mostPages = 50;

const wrong = key('ask.pagesWrong');
const page = z.int(wrong).min(1, wrong).max(10_000, wrong);

/** "2, 5-6" as the numbers of the pages; undefined where that is not what it says. */
function pagesIn(text: string): number[] | undefined {
  const found = new Set<number>();
  for (const part of toLatinDigits(text)
    .split(/[\s,;]+/)
    .filter(Boolean)) {
    const [, first, last = first] = /^(\d{1,5})(?:[-\u2013](\d{1,5}))?$/.exec(part) ?? [];
    if (!first || Number(first) < 1 || Number(last) - Number(first) > mostPages) return undefined;
    for (let at = Number(first); at <= Number(last); at += 1) found.add(at);
  }
  return found.size > mostPages ? undefined : [...found].sort((a, b) => a - b);
}

// A form has them in one line.
const pages = z
  .union([z.array(page).max(mostPages, wrong), z.string().max(400, wrong).meta({ internal: true })], {
    error: wrong,
  })
  .optional()
  .transform((value, check) => {
    const numbers = pagesIn(Array.isArray(value) ? value.join() : (value ?? ''));
    if (numbers) return numbers;
    check.addIssue({ code: 'custom', message: wrong });
    return z.NEVER;
  });

type Written = { kind: string; text?: string };
const isSaid = ({ kind, text }: Written) => text !== undefined || !kindsWithText.includes(kind);

/** What an expert asks the patient of a report. */
export const askForm = z
  .object({
    reportId: idSchema,
    kind: choiceOf(questionKinds, key('ask.kind')),
    pages,
    text: optionalText(maxQuestionLength),
    // Where it is not said, it is the language of the page, or of the API.
    language: choiceOf(languageCodes, key('review.language')).optional(),
  })
  .refine(isSaid, { error: key('ask.text'), path: ['text'] });

/** What a patient answers, beside files. */
export const answerForm = z.object({ reportId: idSchema, answer: optionalText(maxAnswerLength) });

/** What an admin says on opening a report to other experts again. */
export const liftForm = z.object({
  reportId: idSchema,
  reason: requiredText(key('judge.reason'), maxLiftReasonLength),
});
