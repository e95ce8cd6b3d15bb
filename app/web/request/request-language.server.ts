import Negotiator from 'negotiator';
import { rememberLanguage } from '~/domain/accounts/account-language.server';
import { findViewer } from '~/domain/identity/sessions.server';
import { defaultLanguage, isLanguage, type Language } from '~/i18n/languages';
import { currentRequest } from '~/platform/observability/request-context.server';
import { clinicWords } from '~/platform/settings/env.server';
import { findRawCookie, languageCookie } from './cookies.server';
import { pathOf } from './request-line.server';

/**
 * Returns the language of the current response: the reader's choice, otherwise the first supported
 * one of `Accept-Language`, otherwise English. The API uses no cookies, so only `Accept-Language`
 * counts there.
 */
export function requestLanguage(): Language {
  const request = currentRequest()?.exchange?.request;
  if (!request) return defaultLanguage;
  const cachedLanguage = chosen.get(request);
  if (cachedLanguage) return cachedLanguage;
  const isCall = pathOf(request).startsWith('/api/');
  const detectedLanguage =
    (!isCall && readLanguageChoice(request.headers.cookie)?.language) || guess(request.headers);
  chosen.set(request, detectedLanguage);
  return detectedLanguage;
}

const chosen = new WeakMap<object, Language>();

function guess(headers: { 'accept-language'?: string }): Language {
  const { languages } = clinicWords();
  const [first] = headers['accept-language'] ? new Negotiator({ headers }).languages(languages) : [];
  return isLanguage(first) ? first : defaultLanguage;
}

/**
 * Reads the choice of the language switch, and whether it is the language of the signed-in account.
 * A choice that no account has made ends once the clinic no longer offers that language.
 */
export function readLanguageChoice(cookies: string | null | undefined) {
  const [code, mark] = findRawCookie(cookies, 'language')?.split('.') ?? [];
  const isAccounts = mark === 'account';
  if (!isLanguage(code) || !(isAccounts || clinicWords().languages.includes(code))) return undefined;
  return { language: code, isAccounts };
}

/**
 * Builds the `Set-Cookie` header that stores a language for a year. A language chosen before a
 * log-in is adopted by the next account that logs in.
 *
 * @param options.isAccounts true if the language is saved in the signed-in account.
 */
export function keepLanguage(language: Language, { isAccounts = false } = {}): [string, string] {
  return ['Set-Cookie', languageCookie(isAccounts ? `${language}.account` : language)];
}

/**
 * Determines the language at a log-in. A language just chosen on this device is saved in the
 * account. Otherwise the account's own language applies from now on.
 *
 * @param request the request that logs in.
 * @param token the token of the new session.
 * @returns the language of the pages from now on.
 */
export async function languageAfterLogIn(request: Request, token: string): Promise<Language> {
  const choice = readLanguageChoice(request.headers.get('cookie'));
  const viewer = await findViewer(token, 'web');
  const chosen = choice?.isAccounts ? undefined : choice?.language;
  if (viewer && chosen) await rememberLanguage(viewer.id, chosen);
  return chosen ?? viewer?.language ?? requestLanguage();
}
