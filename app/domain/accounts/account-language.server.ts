import { eq } from 'drizzle-orm';
import { languageChoice } from '~/domain/identity/account-schemas';
import { emptyOutput } from '~/domain/kernel/fields';
import { openOperation, operation } from '~/domain/kernel/operation';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';

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

/** Changing the language of one's account, in which its e-mails are written, by another program. */
export const updateLanguage = operation({
  name: 'account.updateLanguage',
  api: {
    summary: 'Change the language of your account',
    text: 'Your pages and e-mails are in this language. Answers of the API are in that of `Accept-Language`.',
  },
  input: languageChoice,
  output: emptyOutput,
  allow: 'account.own',
  successMessage: 'language.done',
  failureMessage: 'language.failed',
  async run({ viewer, input: { language } }) {
    await rememberLanguage(viewer.id, language);
    return {};
  },
});

/** Keeps the language that somebody reads. Takes the account's id. */
export async function rememberLanguage(userId: string, language: LanguageCode): Promise<void> {
  await execute(db().update(users).set({ language }).where(eq(users.id, userId)));
}
