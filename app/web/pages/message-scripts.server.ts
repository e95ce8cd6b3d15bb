import { createHash } from 'node:crypto';
import { promisify } from 'node:util';
import { brotliCompress } from 'node:zlib';
import type { EntryContext } from '@remix-run/node';
import { LRUCache } from 'lru-cache';
import { countriesIn } from '~/i18n/countries';
import { allLanguages, isLanguage, type Language } from '~/i18n/languages';
import { type MessageBundle, messageBundles, messagesOf } from '~/i18n/message-bundles';
import { type Screen, screens } from '~/urls/screens';
import { findBundle } from '~/web/request/bundle-of-screen';
import { acceptsBrotli } from '~/web/request/compress.server';
import { isAskedAsData } from '~/web/request/exchange.server';
import { requestLanguage } from '~/web/request/request-language.server';
import { notFound } from './page-loader.server';
import type { rootLoader } from './root-data.server';

type StaticContext = EntryContext['staticHandlerContext'];
type RootData = Awaited<ReturnType<typeof rootLoader>>['data'];

const screenOfRoute = new Map(
  Object.values<Screen>(screens).map((screen) => [screen.id ?? screen.file.replace(/\.tsx?$/, ''), screen]),
);

type WordsFile = { path: string; body: string; packed?: Promise<Buffer> };

const pack = promisify(brotliCompress);

const files = new LRUCache<string, WordsFile>({
  max: allLanguages.length * messageBundles.length,
  memoMethod(key) {
    const [language, set] = key.split('/') as [Language, MessageBundle];
    const body = `export default ${JSON.stringify(messagesOf(set, language))}`;
    const hash = createHash('sha256').update(body).digest('base64url').slice(0, 10);
    return { path: `/words/${key}.${hash}.js`, body };
  },
});

/** Returns the messages of a bundle as a script, under a path that changes with its content. */
const wordsFile = (language: Language, set: MessageBundle) => files.memo(`${language}/${set}`);

/** Returns the reader's language, and the paths of the messages that this reader's page needs. */
export function languageOfPage({ matches, loaderData }: StaticContext) {
  const locale = requestLanguage();
  const person = (loaderData.root as RootData | undefined)?.person;
  const screen = matches.map(({ route }) => screenOfRoute.get(route.id ?? '')).find(Boolean);
  const set = findBundle(screen, person?.accountType);
  return {
    language: locale,
    words: wordsFile(locale, set).path,
    allWords: wordsFile(locale, 'all').path,
    countries: () => countriesIn(locale),
  };
}

type WordsCall = { params: { language?: string; file?: string }; request: Request };

/**
 * Serves the messages of a language as a script that browsers may cache forever. It is compressed
 * once, at the highest level.
 *
 * @param call.params.file the name of a bundle and its hash.
 */
export async function serveWords({ params, request }: WordsCall): Promise<Response> {
  const [set = '', hash] = params.file?.split('.') ?? [];
  const isSet = (text: string): text is MessageBundle => messageBundles.some((one) => one === text);
  if (isAskedAsData() || !isLanguage(params.language) || !isSet(set)) throw notFound();
  const words = wordsFile(params.language, set);
  const { path, body } = words;
  // A page opened before an upgrade gets the current messages and does not cache them.
  const isCurrent = hash !== undefined && path.endsWith(`.${hash}.js`);
  const cache = isCurrent ? 'public, max-age=31536000, immutable' : 'no-store';
  const headers = {
    'Content-Type': 'text/javascript; charset=utf-8',
    'Cache-Control': cache,
    Vary: 'Accept-Encoding',
  };
  if (!acceptsBrotli(request.headers.get('accept-encoding'))) return new Response(body, { headers });
  words.packed ??= pack(body);
  return new Response(new Uint8Array(await words.packed), {
    headers: { ...headers, 'Content-Encoding': 'br' },
  });
}
