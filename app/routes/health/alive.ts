import { serveAlive } from '~/web/http/probes.server';

export const loader = serveAlive;
