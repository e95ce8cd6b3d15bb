import { hashSignSentences } from '~/domain/clinic/sign-checks.server';
import type { LanguageCode } from '~/i18n/language-codes';
import { checkedSentences } from '~/platform/db/core/tables/next-steps.server';
import { db, execute } from '~/platform/db/db.server';
import { listSignSentences } from '~/web/pipeline/sign-words.server';

/** Records that the danger signs were confirmed, or their translation checked, as worded now. */
export async function confirmSigns(language: LanguageCode = 'en') {
  const wordingHash = hashSignSentences({ listSignSentences }, language);
  const check = { language, wordingHash, by: 'Dr Tara Bose', at: new Date() };
  await execute(db().insert(checkedSentences).values(check).onConflictDoNothing());
}
