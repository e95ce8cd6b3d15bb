import { clinicWords } from '~/platform/settings/env.server';
import { paths } from '~/urls/paths';
import { isAskedAsData } from '~/web/request/exchange.server';

const daySeconds = 86_400;

const toIcon = (size: number, purpose: 'any' | 'maskable') => ({
  src: `/icon-${purpose === 'maskable' ? 'maskable-' : ''}${size}.png`,
  sizes: `${size}x${size}`,
  type: 'image/png',
  purpose,
});

/**
 * Describes the product to a browser that puts it on the home screen of a phone. It is the same for
 * everyone, and has the name that messages have: a phone may be seen by others.
 */
export function siteManifest(): Response {
  if (isAskedAsData()) return new Response(null, { status: 404 });
  const { senderName } = clinicWords();
  const manifest = {
    id: paths.dashboardStart,
    name: senderName,
    short_name: senderName,
    start_url: paths.dashboardStart,
    scope: paths.home,
    display: 'standalone',
    background_color: '#ffffff',
    theme_color: '#0b5a70',
    icons: [toIcon(192, 'any'), toIcon(512, 'any'), toIcon(512, 'maskable')],
  };
  return Response.json(manifest, {
    headers: {
      'Content-Type': 'application/manifest+json',
      'Cache-Control': `public, max-age=${daySeconds}`,
    },
  });
}
