import { z } from 'zod';
import { languageCodes } from '~/i18n/language-codes';

const warning = z
  .object({
    code: z
      .enum([
        'doubt_undecided',
        'registration_missing',
        'registration_unchecked',
        'text_names_emergency',
        'not_compared',
      ])
      .describe(
        'Kind of warning. `doubt_undecided`: nobody has said whether the earlier answers of the expert are in doubt. `registration_missing`: the expert has no registration number, and you gave no reason. `registration_unchecked`: the expert has one, and you did not say how you checked it. `text_names_emergency`: the text names an emergency, and the next step does not. `not_compared`: nobody has checked the words of the language of the text, so that nothing found means nothing.',
      ),
    message: z.string().describe('The warning as a sentence, in the language of the response.'),
    language: z
      .enum(languageCodes)
      .optional()
      .describe('Language of the text, if the warning is about a text.'),
    words: z.string().optional().describe('Words of the text that were found.'),
  })
  .meta({
    id: 'Warning',
    description: 'Something to look at, although the call succeeded.',
    example: {
      code: 'text_names_emergency',
      message: 'Your text says “at once”. The patient will first read: you need not do anything.',
      language: 'en',
      words: 'at once',
    },
  });

export type Warning = z.infer<typeof warning>;

/** The warnings of a call that succeeded, beside `data` in the envelope. */
export const warnings = z
  .array(warning)
  .optional()
  .describe('What to look at, although the call succeeded. Missing if there is nothing.');
