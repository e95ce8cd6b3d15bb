import { serveAlive } from '~/web/server/probes.server';

export const loader = serveAlive;
