import { z } from 'zod';
import { requiredChoice } from '~/domain/kernel/choices';
import { toLatinDigits } from '~/domain/kernel/digits';
import { key, optionalText, requiredText } from '~/domain/kernel/fields';
import { questionKinds } from '~/platform/enums';
import { kindsWithText, maxAnswerLength, maxLiftReasonLength, maxQuestionLength } from './question-constants';
import { reportId, sendAsIs, sendAsIsOnPage, writtenLanguage } from './schemas';

const maxPages = 50;

const wrongPages = key('ask.pagesWrong');
const page = z.int(wrongPages).min(1, wrongPages).max(10_000, wrongPages);

/** Parses page numbers such as "2, 5-6". Returns undefined for any other text. */
function pagesIn(text: string): number[] | undefined {
  const numbers = new Set<number>();
  for (const part of toLatinDigits(text)
    .split(/[\s,;]+/)
    .filter(Boolean)) {
    const [, first, last = first] = /^(\d{1,5})(?:[-\u2013](\d{1,5}))?$/.exec(part) ?? [];
    if (!first || Number(first) < 1 || Number(last) - Number(first) > maxPages) return undefined;
    for (let at = Number(first); at <= Number(last); at += 1) numbers.add(at);
  }
  return numbers.size > maxPages ? undefined : [...numbers].sort((a, b) => a - b);
}

// A form sends them in one line.
const pages = z
  .union(
    [z.array(page).max(maxPages, wrongPages), z.string().max(400, wrongPages).meta({ internal: true })],
    {
      error: wrongPages,
    },
  )
  .optional()
  .transform((value, check) => {
    const numbers = pagesIn(Array.isArray(value) ? value.join() : (value ?? ''));
    if (numbers) return numbers;
    check.addIssue({ code: 'custom', message: wrongPages });
    return z.NEVER;
  })
  .meta({
    description: 'Page numbers you ask about. Numbering continues through added files.',
    example: [1],
  });

type QuestionInput = { kind: string; text?: string };
const hasNeededText = ({ kind, text }: QuestionInput) => text !== undefined || !kindsWithText.includes(kind);

const questionFields = z.object({
  reportId,
  kind: requiredChoice(questionKinds, key('ask.kind')).meta({
    description: 'Kind of question. `olderReport` and `detail` require `text`.',
    example: 'unreadable',
  }),
  pages,
  text: optionalText(maxQuestionLength).meta({
    description: 'Your question, in your own words.',
    example: 'The lower half is in the shade.',
  }),
  language: writtenLanguage,
  sendAsIs,
});
const textMissing = { error: key('ask.text'), path: ['text'] };

/** Input of an expert's question to the patient, by API and on the page. */
export const askCall = questionFields.refine(hasNeededText, textMissing);
export const askForm = questionFields.extend({ sendAsIs: sendAsIsOnPage }).refine(hasNeededText, textMissing);

/** Input of a patient's answer, besides files. */
export const answerForm = z.object({
  reportId,
  answer: optionalText(maxAnswerLength).meta({
    description: 'Your answer, in your own words. Omit it if files are the answer.',
    example: 'I took a new photo by the window.',
  }),
});

/** Input of an admin who opens a report to other experts again. */
export const liftForm = z.object({
  reportId,
  reason: requiredText(key('judge.reason'), maxLiftReasonLength).meta({
    description: 'Short reason why other experts may review the report again.',
    example: 'The patient has confirmed whose report it is.',
  }),
});
