import { createServer, type Server } from 'node:http';
import type { Registry } from 'prom-client';
import type { BackupSettings } from '~/platform/backup/clinic-backups.server';
import type { Build } from '~/platform/observability/build-info.server';
import { logIncident } from '~/platform/observability/log.server';
import {
  type emailOutcomes,
  type loginSteps,
  type Meters,
  makeMeters,
} from '~/platform/observability/meters.server';
import { OperatorError } from '~/platform/operator-error.server';
import { type MakeGauge, type Queues, readBackups, readDisks, readQueues } from './gauges.server';

const servers = new WeakSet<Server>();

/** Whether a server is the one that serves the numbers: it is no part of the product. */
export const isOfMetrics = (server: Server): boolean => servers.has(server);

const holder = globalThis as { secondLookMeters?: Meters };
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Serves what is measured as Prometheus reads it, at `/metrics` on a port of its own. Takes port
 * and host; the settings, which say where data and backups lie and what the server is called: each
 * series has its name; what runs here; and what counts the queues when somebody looks.
 *
 * @returns `close`.
 * @throws an OperatorError where the port is taken. No label says anything of a
 *   person.
 */
export async function openMetrics({
  port,
  host,
  settings,
  build,
  queues,
}: {
  port: number;
  host: string;
  settings: BackupSettings;
  build: Build;
  queues: () => Promise<Queues>;
}): Promise<{ port: number; close(): void }> {
  // A clinic that nobody measures does not carry it.
  const library = await import('prom-client');
  const registry = new library.Registry();
  registry.setDefaultLabels({ server: settings.SERVER_NAME });
  library.collectDefaultMetrics({ register: registry });
  const gauge: MakeGauge = (name, help, ...labelNames) =>
    new library.Gauge({ name: `secondlook_${name}`, help, labelNames, registers: [registry] });
  gauge('build_info', 'What runs here; always 1.', 'version', 'commit', 'node').set({ ...build }, 1);
  const readers = [readQueues(gauge, queues), readBackups(gauge, settings), readDisks(gauge, settings)];
  const meters = makeMeters(library, registry);
  const server = metricsServer(registry, readers);
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

function metricsServer(registry: Registry, readers: (() => void | Promise<void>)[]): Server {
  const read = async () => {
    // A disk that does not answer hides nothing else: what it would say stays as it was.
    const looks = readers.map(async (look) => look());
    await Promise.all(looks.map((look) => look.catch((error: unknown) => logIncident('metrics', error))));
    return registry.metrics();
  };
  return createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    read().then(
      (text) => response.writeHead(200, { 'Content-Type': registry.contentType }).end(text),
      (error: unknown) => {
        logIncident('metrics', error);
        response.writeHead(500).end();
      },
    );
  });
}

type CountRequestOptions = { route: () => string; method: string; status: number; ms: number };

/**
 * Counts a request that was answered. Takes what finds the pattern of its route (never its path),
 * asked only where somebody measures; method, status, and how long it took.
 */
export function countRequest({ route, method, status, ms }: CountRequestOptions): void {
  if (!holder.secondLookMeters) return;
  const labels = { route: route(), method: methods.has(method) ? method : 'other' };
  holder.secondLookMeters.requests.inc({ ...labels, status: String(status) });
  holder.secondLookMeters.seconds.observe(labels, ms / 1000);
}

/**
 * Counts a file that was sent. Takes the name of the operation it was for, and whether that was
 * done.
 */
export function countUpload(operation: string, isDone: boolean): void {
  holder.secondLookMeters?.uploads.inc({ operation, outcome: isDone ? 'done' : 'not done' });
}

/** Counts an e-mail by what came of it. */
export function countEmail(outcome: (typeof emailOutcomes)[number]): void {
  holder.secondLookMeters?.emails.inc({ outcome });
}

/** Counts a wrong password, or a wrong code of the second factor. */
export function countFailedLogin(step: (typeof loginSteps)[number]): void {
  holder.secondLookMeters?.logins.inc({ step });
}

/**
 * Counts a file or page that the decoder could not show. Takes the reason, one of the decoder's
 * own.
 */
export function countDecoderRefusal(reason: string): void {
  holder.secondLookMeters?.refusals.inc({ reason });
}

function listening(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(
        new OperatorError(
          `METRICS_PORT: port ${port} on ${host} is taken or not allowed. Choose another one.`,
        ),
      ),
    );
    server.listen(port, host, () => {
      // A look at the numbers keeps no server alive.
      server.unref();
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
