import { Refusal } from '~/domain/kernel/refusal';
import type { users } from '~/platform/db/core/tables/accounts.server';
import { findPasswordWeakness, type PasswordWeakness } from '~/platform/secrets/password-rule.server';
import { getSettings } from '~/platform/settings/env.server';

type Person = Partial<Pick<typeof users.$inferSelect, 'firstName' | 'lastName' | 'email'>>;

/** Returns the names of the clinic, by which its passwords are guessed first. */
function clinicNames(): string[] {
  const { PRODUCT_NAME, PUBLIC_URL } = getSettings();
  const [host = ''] = new URL(PUBLIC_URL).hostname.replace(/^www\./, '').split('.');
  return [PRODUCT_NAME, host];
}

/** Finds why a password that a person wants to have is refused. */
export const findWeakness = (
  password: string,
  { firstName, lastName, email }: Person,
): Promise<PasswordWeakness | undefined> =>
  findPasswordWeakness(password, [
    ...clinicNames(),
    firstName,
    lastName,
    `${firstName ?? ''}${lastName ?? ''}`,
    email?.split('@')[0],
  ]);

/**
 * Requires that a new password is not easy to guess: blanks, one character again and again, a very
 * common word, or the names of the product, the clinic or the person, also with years and signs.
 * Asked when a password is set, and never at a log-in.
 *
 * @param field the form field it was typed in.
 * @throws Refusal: `invalid` beside the field.
 */
export async function requireGoodPassword(password: string, person: Person, field: string): Promise<void> {
  const weakness = await findWeakness(password, person);
  if (weakness)
    throw new Refusal('invalid', `password.${weakness === 'example' ? 'common' : weakness}`, { field });
}
