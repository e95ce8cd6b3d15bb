import { serveReady } from '~/web/server/probes.server';

export const loader = serveReady;
