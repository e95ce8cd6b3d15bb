import { desc } from 'drizzle-orm';
import { z } from 'zod';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { requiredChoice } from '~/domain/kernel/choices';
import { emptyOutput, idSchema, key, requiredLine } from '~/domain/kernel/fields';
import { operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import { listSources } from '~/domain/report/danger-signs';
import { maxCheckerLength } from '~/domain/report/step-constants';
import { hashStepSentences } from '~/domain/report-view/present-next-steps.server';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { atomically, db } from '~/platform/db/db.server';
import { hashSignSentences } from './sign-checks.server';

/** The languages whose sentences are checked. English is the original. */
const translatedLanguages = languageCodes.filter(
  (code): code is Exclude<LanguageCode, 'en'> => code !== 'en',
);

type CheckRow = typeof checkedSentences.$inferSelect;

const findCheck = (rows: CheckRow[], language: LanguageCode, wordingHash: string) => {
  const row = rows.find((check) => check.language === language && check.wordingHash === wordingHash);
  return { language, wordingHash, check: row ? { by: row.by, at: row.at.toISOString() } : null };
};

/**
 * Reads the danger signs of the upload and the sentences of next steps in each language, and who has
 * checked them. The English signs stand beside their sources.
 */
export const readSentences = operation({
  name: 'sentences.read',
  input: z.object({}),
  allow: 'system.read',
  successMessage: 'report.fetched',
  failureMessage: 'report.fetchFailed',
  async run({ context }) {
    const checks = await db().select().from(checkedSentences).orderBy(desc(checkedSentences.at));
    const originals = context.listStepSentences('en');
    const signs = context.listSignSentences('en');
    return {
      signs: languageCodes.map((language) => {
        const beside = language === 'en' ? listSources(signs.length) : context.listSignSentences(language);
        return {
          ...findCheck(checks, language, hashSignSentences(context, language)),
          sentences: signs.map((original, at) => ({ original, sentence: beside[at] ?? '' })),
        };
      }),
      languages: translatedLanguages.map((language) => {
        const sentences = context.listStepSentences(language);
        return {
          ...findCheck(checks, language, hashStepSentences(context, language)),
          sentences: originals.map((original, at) => ({ original, sentence: sentences[at] ?? '' })),
        };
      }),
    };
  },
});

const checkForm = z.object({
  language: requiredChoice(languageCodes, key('form.choices')),
  wordingHash: idSchema,
  by: requiredLine(key('sentences.nameMissing'), maxCheckerLength),
});

/**
 * Records who has checked the sentences in a language, as they are worded now, or which doctor has
 * confirmed the danger signs. The hash says which of the two lists it is.
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
    const isSteps = language !== 'en' && wordingHash === hashStepSentences(context, language);
    if (!isSteps && wordingHash !== hashSignSentences(context, language))
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
