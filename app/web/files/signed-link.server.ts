import { getSettings } from '~/platform/env.server';
import { keepLatest } from '~/platform/keep-latest';
import { keyFor, sameText, sign } from '~/platform/secrets/secrets.server';

const linkMinutes = 15;

const signatureOf = (path: string, viewerId: string, until: string) =>
  sign('file link', [path, viewerId, until].join('\n'));

/**
 * An absolute link to a private file that works without a header, for 15 minutes or up to one less
 * (docs/requirements.md#api). It names the viewer, and the viewer's right is asked again when it is
 * opened.
 */
export function signedLink(path: string, viewerId: string, now = Date.now()): string {
  const { until, signature } = signedLately(path, viewerId, now);
  return `${getSettings().PUBLIC_URL}${path}?viewer=${encodeURIComponent(viewerId)}&until=${until}&signature=${signature}`;
}

type Signed = { key: Buffer; at: number; until: string; signature: string };

const signatures = new Map<string, Signed>();
const maxSigned = 2000;
const againWithinMs = 60_000;

/**
 * A list that is asked for again and again carries the same links for a minute: each signature
 * costs more than its row.
 */
function signedLately(path: string, viewerId: string, now: number): Signed {
  const key = keyFor('file link');
  const name = `${viewerId} ${path}`;
  const known = signatures.get(name);
  if (known && known.key === key && now >= known.at && now - known.at < againWithinMs) return known;
  const until = String(Math.floor(now / 1000) + linkMinutes * 60);
  const made = { key, at: now, until, signature: signatureOf(path, viewerId, until) };
  keepLatest(signatures, name, made, maxSigned);
  return made;
}

/**
 * The viewer a link names: their id when the signature is right and in time, null when it is not,
 * undefined when there is none.
 */
export function viewerOfLink(url: URL, now = Date.now()): string | null | undefined {
  const signature = url.searchParams.get('signature');
  if (signature === null) return undefined;
  const viewerId = url.searchParams.get('viewer') ?? '';
  const until = url.searchParams.get('until') ?? '';
  if (!sameText(signature, signatureOf(url.pathname, viewerId, until))) return null;
  return Number(until) * 1000 > now ? viewerId : null;
}
