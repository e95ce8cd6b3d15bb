import { eq } from 'drizzle-orm';
import { languageChoice } from '~/domain/identity/account-schemas';
import { emptyOutput } from '~/domain/kernel/fields';
import { openOperation, operation } from '~/domain/kernel/operation';
import { Refusal } from '~/domain/kernel/refusal';
import type { LanguageCode } from '~/i18n/language-codes';
import { users } from '~/platform/db/core/tables/accounts.server';
import { db, execute } from '~/platform/db/db.server';
import { clinicWords } from '~/platform/settings/env.server';

/**
 * Requires that the clinic offers a language, or that an account has it already. What a text is
 * written in is no choice of this kind: doctors name any language.
 *
 * @param own the language of the account.
 * @throws Refusal: `invalid` beside `language`.
 */
export function requireOfferedLanguage(language: LanguageCode, own?: LanguageCode): void {
  if (language === own || clinicWords().languages.includes(language)) return;
  throw new Refusal('invalid', 'language.notOffered', { field: 'language' });
}

/**
 * Sets the language of pages and e-mails, for guests too. The account of a signed-in user stores
 * it; for guests the channel does.
 *
 * @throws Refusal: `invalid` beside `language` if the clinic does not offer it.
 */
export const chooseLanguage = openOperation({
  name: 'account.chooseLanguage',
  input: languageChoice,
  output: emptyOutput,
  successMessage: 'language.done',
  failureMessage: 'language.failed',
  async run({ viewer, input: { language } }) {
    requireOfferedLanguage(language, viewer?.language);
    if (viewer) await rememberLanguage(viewer.id, language);
    return {};
  },
});

/** Sets the language of an API client's account, in which its e-mails are written. */
export const updateLanguage = operation({
  name: 'account.updateLanguage',
  api: {
    summary: 'Change the language of your account',
    text: 'Sets the language of your pages and e-mails. API responses use the language in `Accept-Language`.',
  },
  input: languageChoice,
  output: emptyOutput,
  allow: 'account.own',
  successMessage: 'language.done',
  failureMessage: 'language.failed',
  async run({ viewer, input: { language } }) {
    requireOfferedLanguage(language, viewer.language);
    await rememberLanguage(viewer.id, language);
    return {};
  },
});

/**
 * Stores the language that a user reads.
 *
 * @param userId the account's ID.
 */
export async function rememberLanguage(userId: string, language: LanguageCode): Promise<void> {
  await execute(db().update(users).set({ language }).where(eq(users.id, userId)));
}
