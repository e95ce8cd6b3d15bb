import Negotiator from 'negotiator';
import { rememberLanguage } from '~/domain/accounts/account-language.server';
import { findViewer } from '~/domain/identity/sessions.server';
import { defaultLanguage, isLanguage, type Language, languageCodes } from '~/i18n/languages';
import { currentRequest } from '~/platform/observability/request-context.server';
import { findRawCookie, languageCookie } from './cookies.server';
import { pathOf } from './request-line.server';

/**
 * The language of the answer that is being given: what the reader chose, else the first of theirs
 * (`Accept-Language`) that we have, else English. The API has no cookies, so there it is what the
 * call says.
 */
export function language(): Language {
  const request = currentRequest()?.exchange?.request;
  if (!request) return defaultLanguage;
  const kept = chosen.get(request);
  if (kept) return kept;
  const isCall = pathOf(request).startsWith('/api/');
  const found = (!isCall && choiceIn(request.headers.cookie)?.language) || guess(request.headers);
  chosen.set(request, found);
  return found;
}

const chosen = new WeakMap<object, Language>();

function guess(headers: { 'accept-language'?: string }): Language {
  const [first] = headers['accept-language'] ? new Negotiator({ headers }).languages([...languageCodes]) : [];
  return isLanguage(first) ? first : defaultLanguage;
}

/**
 * What somebody chose with the switch: which language, and whether it is that of the account that
 * is signed in.
 */
export function choiceIn(cookies: string | null | undefined) {
  const [code, mark] = findRawCookie(cookies, 'language')?.split('.') ?? [];
  return isLanguage(code) ? { language: code, isAccounts: mark === 'account' } : undefined;
}

/**
 * The `Set-Cookie` header that keeps a language for a year. Takes which, and whether it stands in
 * the account that is signed in; one chosen before a log-in is taken over by the account that logs
 * in next.
 */
export function keepLanguage(language: Language, { isAccounts = false } = {}): [string, string] {
  return ['Set-Cookie', languageCookie(isAccounts ? `${language}.account` : language)];
}

/**
 * The language at a log-in: what was chosen on this device just before goes into the account, else
 * the account's own holds from now on. Takes the log-in's request, and the token of the session
 * that it opened.
 *
 * @returns the `Set-Cookie` header for it.
 */
export async function languageAfterLogIn(request: Request, token: string): Promise<[string, string]> {
  const choice = choiceIn(request.headers.get('cookie'));
  const viewer = await findViewer(token, 'web');
  const chosen = choice?.isAccounts ? undefined : choice?.language;
  if (viewer && chosen) await rememberLanguage(viewer.id, chosen);
  return keepLanguage(chosen ?? viewer?.language ?? language(), { isAccounts: true });
}
