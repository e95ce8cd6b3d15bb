import { siteManifest } from '~/web/pages/site-manifest.server';

export const loader = siteManifest;
