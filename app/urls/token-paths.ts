/**
 * Starts of the paths whose last part is a token that opens something. Logs show only the start, and
 * no other site learns the path. The proxies in `deploy/` mask the same starts.
 */
export const tokenPaths = [
  '/r/',
  '/s/',
  '/check/',
  '/api/v1/review/check/',
  '/update-password/',
  '/not-me/',
] as const;

/** The words before a token: the last part of each start. */
const wordsBeforeToken = new Set(tokenPaths.map((start) => start.split('/').at(-2)));

/**
 * Masks a path in which a token may follow, in whatever spelling: also one that no route accepts,
 * such as with a parameter (`/r;x=1/…`).
 *
 * @returns the path up to the token; undefined if there is none.
 */
function findMasked(path: string): string | undefined {
  const parts = decode(path)
    .replace(/\.data$/, '')
    .toLowerCase()
    .split(/[/\\]+/)
    .filter(Boolean);
  const words = parts.map((part) => /^[a-z\d-]*/.exec(part.trim())?.[0] ?? '');
  const at = words.findIndex((word) => wordsBeforeToken.has(word));
  const isFollowed = at >= 0 && (at < parts.length - 1 || parts[at] !== words[at]);
  return isFollowed ? `/${[...parts.slice(0, at), words[at]].join('/')}/…` : undefined;
}

const maxDecodings = 4;

/** Decodes a path as often as it is encoded. */
function decode(path: string): string {
  let text = path;
  for (let time = 0; time < maxDecodings && text.includes('%'); time += 1)
    text = text.replace(/%[\da-f]{2}/gi, (code) => String.fromCharCode(Number.parseInt(code.slice(1), 16)));
  return text;
}

/** Checks whether a path contains a token. */
export const hasToken = (path: string): boolean => findMasked(path) !== undefined;

/** Replaces the token in a path. */
export const maskToken = (path: string): string => findMasked(path) ?? path;
