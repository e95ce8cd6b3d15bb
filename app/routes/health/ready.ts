import { serveReady } from '~/web/http/probes.server';

export const loader = serveReady;
