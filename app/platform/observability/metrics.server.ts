import { createServer, type Server } from 'node:http';
import type { Counter, Gauge, Histogram, Registry } from 'prom-client';
import { diskOf, isOnSameDisk, readBackupStatus } from '~/platform/backup/backup-folder.server';
import type { Settings } from '~/platform/env.server';
import { OperatorError } from '~/platform/operator-error.server';
import type { Build } from './build-info.server';
import { logIncident } from './log.server';

/** What is counted in the database when somebody looks. */
export type Queues = {
  /** How many wait, by the name of the queue. */
  lengths: Record<string, number>;
  /**
   * When the e-mail that has waited longest was written, milliseconds since 1970; null where none
   * waits.
   */
  oldestEmailAt: number | null;
};

type Meters = {
  registry: Registry;
  requests: Counter<'route' | 'method' | 'status'>;
  seconds: Histogram<'route' | 'method'>;
  uploads: Counter<'operation' | 'outcome'>;
  emails: Counter<'outcome'>;
  logins: Counter<'step'>;
  refusals: Counter<'reason'>;
};

const emailOutcomes = ['sent', 'delayed', 'given up', 'too late'] as const;
const loginSteps = ['password', 'second factor'] as const;

const servers = new WeakSet<Server>();

/** Whether a server is the one that serves the numbers: it is no part of the product. */
export const isOfMetrics = (server: Server): boolean => servers.has(server);

const holder = globalThis as { secondLookMeters?: Meters };
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Serves what is measured as Prometheus reads it, at `/metrics` on a port of its own. Takes port
 * and host; the settings, which say where data and backups lie; what runs here; and what counts the
 * queues when somebody looks.
 *
 * @returns `close`.
 * @throws with an Error with a sentence where the port is taken. No label says anything of a
 *   person.
 */
export async function openMetrics({
  port,
  host,
  folders,
  build,
  queues,
}: {
  port: number;
  host: string;
  folders: Folders;
  build: Build;
  queues: () => Promise<Queues>;
}): Promise<{ port: number; close(): void }> {
  // A clinic that nobody measures does not carry it.
  const { Counter, collectDefaultMetrics, Gauge, Histogram, Registry } = await import('prom-client');
  const registry = new Registry();
  collectDefaultMetrics({ register: registry });
  const registers = [registry];
  const gauge = (name: string, help: string, ...labelNames: string[]) =>
    new Gauge({ name: `secondlook_${name}`, help, labelNames, registers });
  gauge('build_info', 'What runs here; always 1.', 'version', 'commit', 'node').set({ ...build }, 1);
  const readers = [readQueues(gauge, queues), readBackups(gauge, folders), readDisks(gauge, folders)];
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
    emails: new Counter({
      name: 'secondlook_emails_total',
      help: 'E-mails, by what came of them: sent, delayed (each try in vain), given up, too late to be worth sending.',
      labelNames: ['outcome'],
      registers,
    }),
    logins: new Counter({
      name: 'secondlook_failed_logins_total',
      help: 'Wrong passwords and wrong codes of the second factor.',
      labelNames: ['step'],
      registers,
    }),
    refusals: new Counter({
      name: 'secondlook_decoder_refusals_total',
      help: 'Files and pages that the decoder could not show, by the reason.',
      labelNames: ['reason'],
      registers,
    }),
  };
  // A rate needs to see the zero before the first one.
  for (const outcome of emailOutcomes) meters.emails.inc({ outcome }, 0);
  for (const step of loginSteps) meters.logins.inc({ step }, 0);
  meters.refusals.inc({ reason: 'tooSlow' }, 0);
  const server = createServer((request, response) => {
    if (request.method !== 'GET' || request.url !== '/metrics') {
      response.writeHead(404).end();
      return;
    }
    const read = async () => {
      // A disk that does not answer hides nothing else: what it would say stays as it was.
      const looks = readers.map(async (look) => look());
      await Promise.all(looks.map((look) => look.catch((error: unknown) => logIncident('metrics', error))));
      return registry.metrics();
    };
    read().then(
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
 * Counts a request that was answered. Takes what finds the pattern of its route (never its path),
 * asked only where somebody measures; method, status, and how long it took.
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

type Folders = Pick<Settings, 'DATA_DIR' | 'UPLOADS_DIR' | 'BACKUP_DIR' | 'backupEveryHours'>;
type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

// What is read when somebody looks. Each makes its gauges and gives what sets them.

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

function readBackups(gauge: MakeGauge, folders: Folders) {
  const interval = gauge('backup_interval_seconds', 'How often a backup is made by itself; 0 where none is.');
  const success = gauge(
    'backup_last_success_timestamp_seconds',
    'When the last backup was made that was verified; 0 where there is none.',
  );
  const size = gauge('backup_last_success_size_bytes', 'How large the last verified backup is.');
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
  return () => {
    const { good, failed } = readBackupStatus(folders.DATA_DIR);
    const isFailed = (failed?.at ?? 0) > (good?.at ?? 0);
    interval.set((folders.backupEveryHours ?? 0) * 3600);
    success.set((good?.at ?? 0) / 1000);
    size.set(good?.bytes ?? 0);
    failure.set((failed?.at ?? 0) / 1000);
    succeeded.set(isFailed ? 0 : 1);
    onDataDisk.set(isOnSameDisk(folders) ? 1 : 0);
  };
}

function readDisks(gauge: MakeGauge, { DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: Folders) {
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
