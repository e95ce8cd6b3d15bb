import { createServer, type Server } from 'node:http';
import type { Gauge, Registry } from 'prom-client';
import { diskOf } from '~/platform/backup/backup-folder.server';
import { type BackupSettings, readClinicBackups } from '~/platform/backup/clinic-backups.server';
import type { PhoneChannel } from '~/platform/enums';
import { OperatorError } from '~/platform/errors.server';
import type { Build } from '~/platform/observability/build-info.server';
import { logIncident } from '~/platform/observability/log.server';
import {
  type emailOutcomes,
  type loginSteps,
  type Meters,
  makeMeters,
  type textOutcomes,
} from '~/platform/observability/meters.server';
import { listJobStates } from './jobs.server';

/** Counts read from the database on each scrape. */
type Queues = {
  /** The number of waiting items by queue. */
  lengths: Record<string, number>;
  /** When the longest-waiting e-mail was written, milliseconds since 1970; null if none waits. */
  oldestEmailAt: number | null;
  /** The seconds that the first report in the queue has waited; 0 if none waits. */
  longestReportWaitSeconds: number;
  /** The number of reports with a review. */
  answeredReports: number;
};

/** Creates a gauge from its name, its help text and its labels. */
type MakeGauge = (name: string, help: string, ...labelNames: string[]) => Gauge;

// The following are read on each scrape. Each creates its gauges and returns the function that sets
// them.

/** Measures the queues, the longest waits and the answered reports. */
function readQueues(gauge: MakeGauge, queues: () => Promise<Queues>) {
  const waiting = gauge(
    'queue_length',
    'Number of waiting items: reports to review, files to decode, e-mails to send, e-mails given up.',
    'queue',
  );
  const oldest = gauge(
    'oldest_waiting_email_seconds',
    'Seconds that the oldest waiting e-mail has waited; 0 if none waits.',
  );
  const oldestReport = gauge(
    'oldest_waiting_report_seconds',
    'Seconds that the first report in the queue has waited for a doctor; 0 if none waits.',
  );
  const answered = gauge('answered_reports', 'Number of reports with a review.');
  return async () => {
    const { lengths, oldestEmailAt, longestReportWaitSeconds, answeredReports } = await queues();
    oldestReport.set(longestReportWaitSeconds);
    answered.set(answeredReports);
    for (const [queue, length] of Object.entries(lengths)) waiting.set({ queue }, length);
    oldest.set(oldestEmailAt === null ? 0 : Math.max(0, Date.now() - oldestEmailAt) / 1000);
  };
}

/** Measures the state of the clinic's backups, whichever server makes them. */
function readBackups(gauge: MakeGauge, settings: BackupSettings) {
  const interval = gauge(
    'backup_interval_seconds',
    'Seconds between scheduled backups; 0 if none are scheduled.',
  );
  const success = gauge(
    'backup_last_success_timestamp_seconds',
    'Time of the last verified backup; 0 if there is none.',
  );
  const size = gauge('backup_last_success_size_bytes', 'Size of the last verified backup.');
  const free = gauge('backup_free_bytes', 'Free space on the disk of the backups.');
  const failure = gauge(
    'backup_last_failure_timestamp_seconds',
    'Time of the last failed backup; 0 if none failed.',
  );
  const succeeded = gauge(
    'backup_last_succeeded',
    '1 if the last backup attempt succeeded or none was made yet, otherwise 0.',
  );
  const onDataDisk = gauge(
    'backup_on_data_disk',
    '1 if the backups are on the disk of the data, otherwise 0.',
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

/** Measures the free space of the disks. */
function readDisks(gauge: MakeGauge, { DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: BackupSettings) {
  const free = gauge('disk_free_bytes', 'Free space on the disk of the folder.', 'folder');
  const size = gauge('disk_size_bytes', 'Size of the disk of the folder.', 'folder');
  return async () => {
    const all = { data: DATA_DIR, uploads: UPLOADS_DIR, backups: BACKUP_DIR };
    for (const [folder, path] of Object.entries(all)) {
      const { freeBytes, totalBytes } = await diskOf(path);
      free.set({ folder }, freeBytes);
      size.set({ folder }, totalBytes);
    }
  };
}

/** Measures what this server does regularly. */
function readJobs(gauge: MakeGauge) {
  const interval = gauge('job_interval_seconds', 'Seconds between two runs of regular work.', 'work');
  const success = gauge(
    'job_last_success_timestamp_seconds',
    'Time of the last run of regular work that did not fail; before the first, the start.',
    'work',
  );
  const failure = gauge(
    'job_last_failure_timestamp_seconds',
    'Time of the last failed run of regular work; 0 if none failed.',
    'work',
  );
  return () => {
    for (const { name: work, everyMs, lastRunAt, lastFailureAt } of listJobStates()) {
      interval.set({ work }, everyMs / 1000);
      success.set({ work }, lastRunAt / 1000);
      failure.set({ work }, (lastFailureAt ?? 0) / 1000);
    }
  };
}

const servers = new WeakSet<Server>();

/** Checks whether a server is the one that serves the metrics, which is not part of the product. */
export const isOfMetrics = (server: Server): boolean => servers.has(server);

const holder = globalThis as { secondLookMeters?: Meters };
const methods = new Set(['GET', 'HEAD', 'POST', 'PUT', 'DELETE', 'OPTIONS']);

/**
 * Serves the metrics for Prometheus at `/metrics` on a port of its own. No label reveals anything
 * about a person.
 *
 * @param options.settings locate the data and the backups, and name the server, which each series
 *   has as a label.
 * @param options.queues counts the queues on each scrape.
 * @returns the port and `close`.
 * @throws an OperatorError if the port is taken.
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
  // Loaded only here, so that a clinic without metrics does not carry it.
  const library = await import('prom-client');
  const registry = new library.Registry();
  registry.setDefaultLabels({ server: settings.SERVER_NAME });
  library.collectDefaultMetrics({ register: registry });
  const gauge: MakeGauge = (name, help, ...labelNames) =>
    new library.Gauge({ name: `secondlook_${name}`, help, labelNames, registers: [registry] });
  gauge(
    'build_info',
    'Version, commit and Node version of this server; always 1.',
    'version',
    'commit',
    'node',
  ).set({ ...build }, 1);
  const readers = [
    readQueues(gauge, queues),
    readBackups(gauge, settings),
    readDisks(gauge, settings),
    readJobs(gauge),
  ];
  const meters = makeMeters(library, registry);
  const server = metricsServer(registry, readers);
  servers.add(server);
  const boundPort = await listen(server, port, host);
  holder.secondLookMeters = meters;
  return {
    port: boundPort,
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
    // A disk that does not answer hides nothing else: its gauges keep their last values.
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
 * Counts an answered request.
 *
 * @param options.route returns the pattern of the route (never its path); called only if metrics
 *   are served.
 * @param options.ms the milliseconds that the request took.
 */
export function countRequest({ route, method, status, ms }: CountRequestOptions): void {
  if (!holder.secondLookMeters) return;
  const labels = { route: route(), method: methods.has(method) ? method : 'other' };
  holder.secondLookMeters.requests.inc({ ...labels, status: String(status) });
  holder.secondLookMeters.seconds.observe(labels, ms / 1000);
}

/**
 * Counts a received file.
 *
 * @param operation the name of the operation the file was for.
 * @param isDone whether the operation succeeded.
 */
export function countUpload(operation: string, isDone: boolean): void {
  holder.secondLookMeters?.uploads.inc({ operation, outcome: isDone ? 'done' : 'not done' });
}

/** Counts an e-mail by its outcome. */
export function countEmail(outcome: (typeof emailOutcomes)[number]): void {
  holder.secondLookMeters?.emails.inc({ outcome });
}

/** Counts a text to a phone by its outcome. */
export function countTextToPhone(channel: PhoneChannel, outcome: (typeof textOutcomes)[number]): void {
  holder.secondLookMeters?.texts.inc({ channel, outcome });
}

/** Counts a wrong password, or a wrong code of the second factor. */
export function countFailedLogin(step: (typeof loginSteps)[number]): void {
  holder.secondLookMeters?.logins.inc({ step });
}

/** Counts a file or page that the decoder could not show, by the decoder's reason. */
export function countDecoderRefusal(reason: string): void {
  holder.secondLookMeters?.refusals.inc({ reason });
}

function listen(server: Server, port: number, host: string): Promise<number> {
  return new Promise((resolve, reject) => {
    server.once('error', () =>
      reject(
        new OperatorError(
          `METRICS_PORT: port ${port} on ${host} is in use or not allowed. Choose another port.`,
        ),
      ),
    );
    server.listen(port, host, () => {
      // The metrics server keeps no process alive.
      server.unref();
      const address = server.address();
      resolve(typeof address === 'object' && address ? address.port : port);
    });
  });
}
