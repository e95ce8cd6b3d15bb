import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput, idSchema, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { maxCheckerLength } from '~/domain/report/step-constants';
import { hashStepSentences } from '~/domain/report-view/present-next-steps.server';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { atomically, db } from '~/platform/db/db.server';

/** The languages whose sentences are checked. English is the original. */
const translatedLanguages = languageCodes.filter(
  (code): code is Exclude<LanguageCode, 'en'> => code !== 'en',
);

/** Reads the sentences of next steps in each language, and who has checked them. */
export const readSentences = operation({
  name: 'sentences.read',
  input: z.object({}),
  allow: 'system.read',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ context }) {
    const checks = await db().select().from(checkedSentences).orderBy(desc(checkedSentences.at));
    const originals = context.listStepSentences('en');
    return {
      languages: translatedLanguages.map((language) => {
        const wordingHash = hashStepSentences(context, language);
        const check = checks.find((row) => row.language === language && row.wordingHash === wordingHash);
        const sentences = context.listStepSentences(language);
        return {
          language,
          wordingHash,
          check: check ? { by: check.by, at: check.at.toISOString() } : null,
          sentences: originals.map((original, at) => ({ original, sentence: sentences[at] ?? '' })),
        };
      }),
    };
  },
});

const checkForm = z.object({
  language: requiredChoice(translatedLanguages, key('form.choices')),
  wordingHash: idSchema,
  by: requiredLine(key('sentences.nameMissing'), maxCheckerLength),
});

/**
 * Records who has checked the sentences in a language, as they are worded now.
 *
 * @throws Refusal: `conflict` if the wording is another one than the admin has read.
 */
export const recordCheck = operation({
  name: 'sentences.recordCheck',
  input: checkForm,
  output: emptyOutput,
  refusals: ['conflict'],
  allow: 'system.read',
  successMessage: 'sentences.done',
  failureMessage: 'sentences.failed',
  async run({ viewer, input: { language, wordingHash, by }, context }) {
    if (wordingHash !== hashStepSentences(context, language))
      throw new Refusal('conflict', 'sentences.changed');
    const columns = { by, at: new Date() };
    await atomically([
      db()
        .insert(checkedSentences)
        .values({ language, wordingHash, ...columns })
        .onConflictDoUpdate({
          target: [checkedSentences.language, checkedSentences.wordingHash],
          set: columns,
        }),
      auditEntry({ action: 'sentences.checked', actorId: viewer.id }),
    ]);
    return {};
  },
});
