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

/** Finds the start of a path with a token, in any spelling that Remix accepts. */
const findStart = (path: string) => {
  const spelling = decode(path)
    .replace(/\/{2,}/g, '/')
    .toLowerCase();
  return tokenPaths.find((start) => spelling.startsWith(start));
};

function decode(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    return path;
  }
}

/** Checks whether a path contains a token. */
export const hasToken = (path: string): boolean => findStart(path) !== undefined;

/** Replaces the token in a path. */
export function maskToken(path: string): string {
  const start = findStart(path);
  return start ? `${start}…` : path;
}
