import { createServer, type Server } from 'node:http';
import type { Gauge, Registry } from 'prom-client';
import { diskOf } from '~/platform/backup/backup-folder.server';
import { type BackupSettings, readClinicBackups } from '~/platform/backup/clinic-backups.server';
import { OperatorError } from '~/platform/errors.server';
import type { Build } from '~/platform/observability/build-info.server';
import { logIncident } from '~/platform/observability/log.server';
import {
  type emailOutcomes,
  type loginSteps,
  type Meters,
  makeMeters,
} from '~/platform/observability/meters.server';

/** What is counted in the database when somebody looks. */
type Queues = {
  /** How many wait, by the name of the queue. */
  lengths: Record<string, number>;
  /**
   * When the e-mail that has waited longest was written, milliseconds since 1970; null where none
   * waits.
   */
  oldestEmailAt: number | null;
};

/** Makes a gauge. Takes its name, what it says, and its labels. */
type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

// What is read when somebody looks. Each makes its gauges and gives what sets them.

/** What waits, and for how long. */
function readQueues(gauge: MakeGauge, queues: () => Promise<Queues>) {
  const waiting = gauge(
    'queue_length',
    'How many wait: reports for a review, files for the decoder, e-mails to be sent or given up.',
    'queue',
  );
  const oldest = gauge(
    'oldest_waiting_email_seconds',
    'How long the e-mail has waited that has waited longest; 0 where none waits.',
  );
  return async () => {
    const { lengths, oldestEmailAt } = await queues();
    for (const [queue, length] of Object.entries(lengths)) waiting.set({ queue }, length);
    oldest.set(oldestEmailAt === null ? 0 : Math.max(0, Date.now() - oldestEmailAt) / 1000);
  };
}

/** How the backups of the clinic stand, whichever of its servers makes them. */
function readBackups(gauge: MakeGauge, settings: BackupSettings) {
  const interval = gauge('backup_interval_seconds', 'How often a backup is made by itself; 0 where none is.');
  const success = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made that was verified; 0 where there is none.',
  );
  const size = gauge('backup_last_success_size_bytes', 'How large the last verified backup is.');
  const free = gauge('backup_free_bytes', 'What is free of the disk that the backups are made on.');
  const failure = gauge(
    'backup_last_failure_timestamp_seconds',
    'When a backup last came to nothing; 0 where none did.',
  );
  const succeeded = gauge(
    'backup_last_succeeded',
    'Whether the last try to make a backup gave one: 1 or 0; 1 before the first.',
  );
  const onDataDisk = gauge(
    'backup_on_data_disk',
    'Whether backups lie on the disk that holds the data too: 1 or 0.',
  );
  return async () => {
    const { good, failed, plan } = await readClinicBackups(settings);
    const isFailed = (failed?.at ?? 0) > (good?.at ?? 0);
    interval.set((plan.everyHours ?? 0) * 3600);
    success.set((good?.at ?? 0) / 1000);
    size.set(good?.bytes ?? 0);
    free.set(plan.freeBytes);
    failure.set((failed?.at ?? 0) / 1000);
    succeeded.set(isFailed ? 0 : 1);
    onDataDisk.set(plan.isOnDataDisk ? 1 : 0);
  };
}

/** How full the disks are. */
function readDisks(gauge: MakeGauge, { DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: BackupSettings) {
  const free = gauge('disk_free_bytes', 'What is free of the disk of a folder.', 'folder');
  const size = gauge('disk_size_bytes', 'How large the disk of a folder is.', 'folder');
  return async () => {
    const all = { data: DATA_DIR, uploads: UPLOADS_DIR, backups: BACKUP_DIR };
    for (const [folder, path] of Object.entries(all)) {
      const { freeBytes, totalBytes } = await diskOf(path);
      free.set({ folder }, freeBytes);
      size.set({ folder }, totalBytes);
    }
  };
}

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
