import { ownPath } from './origin.server';

/**
 * Returns the path that a page before log-in leads to in the end, from its `next` parameter;
 * undefined for anything but a path of our own.
 */
export const readNext = (request: Request): string | undefined =>
  ownPath(new URL(request.url).searchParams.get('next'));

/**
 * Adds where the user wants to go in the end to the path of a page before log-in.
 *
 * @param more other parameters of the path.
 */
export function withNext(path: string, next?: string, more: Record<string, string> = {}): string {
  const query = new URLSearchParams({ ...more, ...(next && { next }) });
  return query.size > 0 ? `${path}?${query}` : path;
}
