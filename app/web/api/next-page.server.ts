import { listMeta } from '~/domain/kernel/fields';
import type { Outcome } from '~/domain/kernel/operation';
import { getSettings } from '~/platform/settings/env.server';

/**
 * The `Link` of a page of a list that another page follows (RFC 8288): the same call with `page`
 * and `limit` of the next one. Takes the request and what it was answered with.
 *
 * @returns undefined where nothing follows.
 */
export function linkToNextPage(request: Request, { meta }: Outcome): string | undefined {
  const { data: found } = listMeta.safeParse(meta);
  if (!found || found.page * found.limit >= found.total) return undefined;
  const { pathname, searchParams } = new URL(request.url);
  searchParams.set('page', String(found.page + 1));
  searchParams.set('limit', String(found.limit));
  return `<${getSettings().PUBLIC_URL}${pathname}?${searchParams}>; rel="next"`;
}
