import { createServer, type Server } from 'node:http';
import type { Counter, Histogram, Registry } from 'prom-client';
import { logIncident } from './log.server';

/** How many things wait, by the name of the queue. */
type Queues = Record<string, number>;

type Meters = {
  registry: Registry;
  requests: Counter<'route' | 'method' | 'status'>;
  seconds: Histogram<'route' | 'method'>;
  uploads: Counter<'operation' | 'outcome'>;
};

const servers = new WeakSet<Server>();

/** Whether a server is the one that serves the numbers: it is no part of the house. */
export const isOfMetrics = (server: Server): boolean => servers.has(server);

const holder = globalThis as { secondLookMeters?: Meters };
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Serves what is measured as Prometheus reads it, at `/metrics` on a port of its own. In: port and host, and what counts the queues when
 * somebody looks. Out: `close`. Rejects with an Error with a sentence where the port is taken. No label says anything of a person.
 */
export async function openMetrics({
  port,
  host,
  queues,
}: {
  port: number;
  host: string;
  queues: () => Promise<Queues>;
}): Promise<{ port: number; close(): void }> {
  // A clinic that nobody measures does not carry it.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  new Gauge({
    name: 'secondlook_queue_length',
    help: 'How many wait: reports for a review, files for the decoder, letters to be sent or given up.',
    labelNames: ['queue'],
    registers,
    async collect() {
      for (const [queue, length] of Object.entries(await queues())) this.set({ queue }, length);
    },
  });
  const meters: Meters = {
    registry,
    requests: new Counter({
      name: 'secondlook_requests_total',
      help: 'Requests answered.',
      labelNames: ['route', 'method', 'status'],
      registers,
    }),
    seconds: new Histogram({
      name: 'secondlook_request_seconds',
      help: 'Seconds from the first line of a request to the end of its answer.',
      labelNames: ['route', 'method'],
      buckets: [0.01, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10, 30, 120],
      registers,
    }),
    uploads: new Counter({
      name: 'secondlook_uploads_total',
      help: 'Files that were sent, by what came of them.',
      labelNames: ['operation', 'outcome'],
      registers,
    }),
  };
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    registry.metrics().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        logIncident('metrics', error);
        response.writeHead(500).end();
      },
    );
  });
  servers.add(server);
  const bound = await listening(server, port, host);
  holder.secondLookMeters = meters;
  return {
    port: bound,
    close() {
      holder.secondLookMeters = undefined;
      registry.clear();
      server.close();
      server.closeAllConnections();
    },
  };
}

/**
 * Counts a request that was answered. In: what finds the pattern of its route (never its path), asked only where somebody measures; method,
 * status, and how long it took.
 */
export function countRequest({
  route,
  method,
  status,
  ms,
}: {
  route: () => string;
  method: string;
  status: number;
  ms: number;
}): void {
  if (!holder.secondLookMeters) return;
  const labels = { route: route(), method: methods.has(method) ? method : 'other' };
  holder.secondLookMeters.requests.inc({ ...labels, status: String(status) });
  holder.secondLookMeters.seconds.observe(labels, ms / 1000);
}

/** Counts a file that was sent. In: the name of the operation it was for, and whether that was done. */
export function countUpload(operation: string, isDone: boolean): void {
  holder.secondLookMeters?.uploads.inc({ operation, outcome: isDone ? 'done' : 'not done' });
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(new Error(`METRICS_PORT: port ${port} on ${host} is taken or not allowed. Choose another one.`)),
    );
    server.listen(port, host, () => {
      // A look at the numbers keeps no server alive.
      server.unref();
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
