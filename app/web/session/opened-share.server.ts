import { readSharePass, shareOfHolder } from '~/domain/shares/share-pass.server';
import { readCookie } from '~/web/request/cookies.server';
import { viewerOfLink } from './signed-link.server';

/**
 * Reads the share that a request may read: from a signed link, otherwise from the cookie of a browser
 * that has opened one. Empty if there is none.
 */
export async function readOpenedShare({ request }: { request: Request }): Promise<{ openedId: string }> {
  const holder = viewerOfLink(new URL(request.url));
  if (holder !== undefined) return { openedId: shareOfHolder(holder ?? '') ?? '' };
  return { openedId: readSharePass((await readCookie(request, 'share')) ?? '') ?? '' };
}
