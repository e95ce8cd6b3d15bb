import { hashSignSentences } from '~/domain/clinic/sign-checks.server';
import { dangerSigns } from '~/domain/report/danger-signs';
import { type LanguageCode, languageCodes } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { db, execute } from '~/platform/db/db.server';
import { listSignSentences, toSignWords } from '~/web/pipeline/sign-words.server';

/** Records that the danger signs were confirmed, or their translation checked, as worded now. */
export async function confirmSigns(language: LanguageCode = 'en') {
  const wordingHash = hashSignSentences({ listSignSentences }, language);
  const check = { language, wordingHash, by: 'Dr Tara Bose', at: new Date() };
  await execute(db().insert(checkedSentences).values(check).onConflictDoNothing());
}

/** Every way in which a sign could be written: its key, and its words in each language. */
const traces = [
  ...dangerSigns.map((sign) => `"${sign}"`),
  ...dangerSigns.map((sign) => `\\"${sign}\\"`),
  ...languageCodes.flatMap((language) => dangerSigns.map((sign) => toSignWords(language, sign))),
];

/** Lists the danger signs that a text has, as keys or in words of any language. */
export const signTracesIn = (text: string): string[] => traces.filter((trace) => text.includes(trace));
