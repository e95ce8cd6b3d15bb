import { randomBytes } from 'node:crypto';
import { language } from '~/web/locale/request-language.server';
import { paths } from '~/web/paths';
import { cookieName } from '~/web/session/cookies.server';

// One page for each language, so that this never grows.
const pages = new Map<string, string>();

// Stands for the nonce in a page that is kept; each answer puts its own in its place.
const nonceMark = randomBytes(24).toString('base64');

/**
 * Names the page that a request may be answered with from memory: that of the API, as it is for
 * everybody who is not logged in.
 *
 * @returns undefined where the page has something of its visitor or of the address in it.
 */
function cacheKey(request: Request): string | undefined {
  if (import.meta.env.DEV) return undefined;
  const { pathname, search } = new URL(request.url);
  if (pathname !== paths.apiDocs || search !== '') return undefined;
  const names = (request.headers.get('cookie') ?? '').split(/;\s*/).map((cookie) => cookie.split('=')[0]);
  const isPersonal = names.some((name) => name === cookieName('session') || name === cookieName('toast'));
  return isPersonal ? undefined : language();
}

/**
 * Whether a request will be answered with a page that is kept, so that its loader needs to find
 * nothing.
 */
export function isPageCached(request: Request): boolean {
  const key = cacheKey(request);
  return key !== undefined && pages.has(key);
}

/**
 * Answers with the page that is kept, with a nonce of this answer's own; else draws it, and keeps
 * it where it is the same for others.
 *
 * @param draw draws the page with the nonce that it is given.
 */
export async function cachedPage(
  request: Request,
  { nonce, isKept, draw }: { nonce: string; isKept: boolean; draw(nonce: string): Promise<string> },
): Promise<string> {
  const key = isKept ? cacheKey(request) : undefined;
  if (key === undefined) return draw(nonce);
  const page = pages.get(key) ?? (await draw(nonceMark));
  pages.set(key, page);
  return page.replaceAll(nonceMark, nonce);
}
