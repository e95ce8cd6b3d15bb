import { eq } from 'drizzle-orm';
import { languageChoice } from '~/domain/accounts/schemas';
import { emptyOutput } from '~/domain/kernel/fields/fields';
import { openOperation } from '~/domain/kernel/operation';
import type { LanguageCode } from '~/i18n/language-codes';
import { db, execute } from '~/platform/db/db.server';
import { users } from '~/platform/db/tables.server';

/**
 * Choosing the language of pages and e-mails, signed in or not. The account of whoever is signed in
 * keeps it; what keeps it for others is the channel.
 *
 * @throws Refusal: `invalid` beside `language` for one we do not have.
 */
export const chooseLanguage = openOperation({
  name: 'account.chooseLanguage',
  input: languageChoice,
  output: emptyOutput,
  successMessage: 'language.done',
  failureMessage: 'language.failed',
  async run({ viewer, input: { language } }) {
    if (viewer) await rememberLanguage(viewer.id, language);
    return {};
  },
});

/** Keeps the language that somebody reads. Takes the account's id. */
export async function rememberLanguage(userId: string, language: LanguageCode): Promise<void> {
  await execute(db().update(users).set({ language }).where(eq(users.id, userId)));
}
