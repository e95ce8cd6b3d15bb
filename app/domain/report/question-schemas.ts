import { z } from 'zod';
import { choiceOf } from '~/domain/kernel/choices';
import { toLatinDigits } from '~/domain/kernel/digits';
import { key, optionalText, requiredText } from '~/domain/kernel/fields';
import { questionKinds } from '~/platform/enums';
import { kindsWithText, maxAnswerLength, maxLiftReasonLength, maxQuestionLength } from './question-constants';
import { reportId, writtenLanguage } from './schemas';

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
  })
  .meta({
    description: 'The numbers of the pages you ask about, counted on through added files.',
    example: [1],
  });

type Written = { kind: string; text?: string };
const isSaid = ({ kind, text }: Written) => text !== undefined || !kindsWithText.includes(kind);

/** What an expert asks the patient of a report. */
export const askForm = z
  .object({
    reportId,
    kind: choiceOf(questionKinds, key('ask.kind')).meta({
      description: 'What you ask for; `olderReport` and `detail` need a `text`.',
      example: 'unreadable',
    }),
    pages,
    text: optionalText(maxQuestionLength).meta({
      description: 'What you ask, in your own words.',
      example: 'The lower half is in the shade.',
    }),
    language: writtenLanguage,
  })
  .refine(isSaid, { error: key('ask.text'), path: ['text'] });

/** What a patient answers, beside files. */
export const answerForm = z.object({
  reportId,
  answer: optionalText(maxAnswerLength).meta({
    description: 'What you answer, in your own words; left out where files are the answer.',
    example: 'I took a new photo by the window.',
  }),
});

/** What an admin says on opening a report to other experts again. */
export const liftForm = z.object({
  reportId,
  reason: requiredText(key('judge.reason'), maxLiftReasonLength).meta({
    description: 'Why other experts may review the report again, in a few words.',
    example: 'The patient has confirmed whose report it is.',
  }),
});
