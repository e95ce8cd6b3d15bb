import { createHash, randomBytes } from 'node:crypto';
import { language } from '~/web/locale/request-language.server';
import { paths } from '~/web/paths';
import { cookieName } from '~/web/session/cookies.server';

/** A page in UTF-8, in pieces: between two of them stands the nonce of each answer. */
type Pieces = Buffer[];

// The page of the API, one for each language, so that this never grows.
const forEverybody = new Map<string, Pieces>();

const livesMs = 60_000;
const maxBytes = 8 * 1024 * 1024;
/** Pages by all that they were drawn of; the one drawn longest ago first. */
const drawn = new Map<string, { pieces: Pieces; bytes: number; at: number }>();
let bytesDrawn = 0;

// Stands for the nonce while a page is drawn. It is made anew with each start, so that nobody can
// write it into a page.
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
  return key !== undefined && forEverybody.has(key);
}

/** All that a page is drawn of, but the nonce. */
type DrawnOf = {
  language: string;
  /** What its loaders found, the frame's among them, as the browser gets it. */
  data: string;
};

/**
 * Answers with a page that was drawn of the very same within the last minute, with a nonce of this
 * answer's own; else draws it. Drawing takes half of what a page costs, and one opened again
 * mostly shows what it showed before. A page with one other byte in its data is another page, so
 * nobody gets what was drawn for somebody else. 8 MB of them are kept.
 *
 * @param draw draws the page with the nonce that it is given.
 * @returns the page in UTF-8.
 */
export function cachedPage(
  request: Request,
  of: DrawnOf,
  { nonce, draw }: { nonce: string; draw(nonce: string): string },
): Buffer<ArrayBuffer> {
  if (import.meta.env.DEV) return Buffer.from(draw(nonce));
  const piecesOf = () =>
    draw(nonceMark)
      .split(nonceMark)
      .map((piece) => Buffer.from(piece));
  const key = cacheKey(request);
  if (key !== undefined) {
    const pieces = forEverybody.get(key) ?? piecesOf();
    forEverybody.set(key, pieces);
    return joined(pieces, nonce);
  }
  forgetOld();
  const name = nameOf(request, of);
  const pieces = drawn.get(name)?.pieces ?? piecesOf();
  if (!drawn.has(name)) {
    const bytes = lengthOf(pieces);
    drawn.set(name, { pieces, bytes, at: Date.now() });
    bytesDrawn += bytes;
  }
  return joined(pieces, nonce);
}

function forgetOld() {
  const now = Date.now();
  for (const [name, { at, bytes }] of drawn) {
    if (Math.abs(now - at) < livesMs && bytesDrawn <= maxBytes) return;
    drawn.delete(name);
    bytesDrawn -= bytes;
  }
}

/** Names a page by a hash of what it is drawn of: what it says is not held a second time. */
const nameOf = (request: Request, { language, data }: DrawnOf) =>
  createHash('sha256')
    .update(JSON.stringify([language, request.url]))
    .update(data)
    .digest('base64');

const lengthOf = (pieces: Pieces) => pieces.reduce((sum, { length }) => sum + length, 0);

function joined(pieces: Pieces, nonce: string): Buffer<ArrayBuffer> {
  const between = Buffer.from(nonce);
  return Buffer.concat(pieces.flatMap((piece, at) => (at === 0 ? [piece] : [between, piece])));
}
