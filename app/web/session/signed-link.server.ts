import { sign } from '~/platform/secrets/secrets.server';
import { sameText } from '~/platform/secrets/tokens.server';
import { getSettings } from '~/platform/settings/env.server';

const linkSeconds = 15 * 60;

const signatureOf = (path: string, viewerId: string, until: string) =>
  sign('file link', [path, viewerId, until].join('\n'));

/**
 * Builds an absolute link to a private file that works without a header for 15 minutes
 * (docs/requirements.md#api). It names the viewer, whose permission is checked again when it is
 * opened.
 */
export function signedLink(path: string, viewerId: string, now = Date.now()): string {
  const until = String(Math.floor(now / 1000) + linkSeconds);
  const signature = signatureOf(path, viewerId, until);
  return `${getSettings().PUBLIC_URL}${path}?viewer=${encodeURIComponent(viewerId)}&until=${until}&signature=${signature}`;
}

/**
 * Reads the viewer from a signed link: their id if the signature is valid and not expired, null if
 * it is not, undefined if the link has no signature.
 */
export function viewerOfLink(url: URL, now = Date.now()): string | null | undefined {
  const signature = url.searchParams.get('signature');
  if (signature === null) return undefined;
  const viewerId = url.searchParams.get('viewer') ?? '';
  const until = url.searchParams.get('until') ?? '';
  if (!sameText(signature, signatureOf(url.pathname, viewerId, until))) return null;
  return Number(until) * 1000 > now ? viewerId : null;
}
