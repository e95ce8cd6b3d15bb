import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import morgan from 'morgan';
import { makeFirstAdmin } from '~/domain/accounts/first-admin.server';
import { keepDeletions, pruneDeletions } from '~/domain/audit/deletion-list.server';
import { findLongestWait } from '~/domain/clinic/dashboard.server';
import { countQueues, findOldestWaitingAt } from '~/domain/clinic/outbox-lists.server';
import { refreshTypedWords } from '~/domain/clinic/typed-words.server';
import { countReports } from '~/domain/desk/read-report-page.server';
import { reviewedReports } from '~/domain/queue/report-list.server';
import { checkDrawings, stopCheckingDrawings } from '~/domain/report-view/check-drawings.server';
import { drawMissingThumbnails, untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { requireRecipient } from '~/platform/backup/archive.server';
import { openBackups } from '~/platform/backup/backup-schedule.server';
import { retryWhileOccupied } from '~/platform/db/cluster/entrance.server';
import { requireHere } from '~/platform/db/cluster/moved-away.server';
import { openServerPresence, type ServerPresence } from '~/platform/db/cluster/presence.server';
import type { DatabaseState } from '~/platform/db/core/database-state';
import { hasDatabase, isPostgres } from '~/platform/db/core/database-url.server';
import type { Entrance } from '~/platform/db/core/engine';
import { lockName, takeLock } from '~/platform/db/core/folder-lock.server';
import { holdRelease } from '~/platform/db/core/hold-release.server';
import { fileKeys, fileKeysIn, requireSameKey } from '~/platform/db/core/keyring.server';
import {
  migrationsFolder,
  type OnApplied,
  requireKnownSchema,
} from '~/platform/db/core/migration-files.server';
import { databaseState } from '~/platform/db/database-state.server';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { OperatorError } from '~/platform/errors.server';
import { startJobs } from '~/platform/health/jobs.server';
import { countDecoderRefusal, openMetrics } from '~/platform/health/metrics.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { type Build, readBuild } from '~/platform/observability/build-info.server';
import { endOnUncaughtErrors, logIncident, note, openLog } from '~/platform/observability/log.server';
import { loadHashing } from '~/platform/secrets/passwords.server';
import { makeSecrets, readSecrets, setSessionSecret } from '~/platform/secrets/secrets.server';
import { getSettings, type Settings } from '~/platform/settings/env.server';
import type { ObjectStore } from '~/platform/storage/core/object-store';
import { decoder, setStorage } from '~/platform/storage/current-storage.server';
import { openDecoder } from '~/platform/storage/decoder/decoder.server';
import { canLimitMemory } from '~/platform/storage/decoder/programs/program.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { openStorage } from '~/platform/storage/storage.server';
import { findCall } from '~/web/api/serve-calls.server';
import { watchServer } from '~/web/server/listener.server';
import { toErrorSentence } from './error-sentence.server';
import { requireFreePorts } from './free-ports.server';
import { listJobs } from './jobs.server';
import { clearStages } from './leftovers.server';
import { requireFirstPassword, requireSetSecrets } from './set-secrets.server';
import { startSenders } from './start-senders.server';
import { showStart } from './start-summary.server';
import { warnAtStart } from './start-warnings.server';
import { stopOnSignals } from './stop.server';
import { sweepAtStart } from './sweep.server';
import { requireUsablePlaces } from './usable-places.server';

/**
 * Delay in milliseconds after startup, and so after the first answers, of work that no answer
 * needs.
 */
const afterwardsMs = 1000;
/** Milliseconds that a stop waits for regular work, which goes on at the next start. */
const jobsMs = 2000;

const holder = globalThis as { secondLookStarted?: Promise<void> };
let presence: ServerPresence | undefined;

/**
 * Opens everything the server needs, once for the process. An error is printed as a sentence, and
 * the process ends.
 */
export function start(): Promise<void> {
  holder.secondLookStarted ??= startServer().catch(endWith);
  return holder.secondLookStarted;
}

async function endWith(error: unknown) {
  sayAtTheEnd(error);
  await presence?.end().catch(() => undefined);
  process.exit(1);
}

function sayAtTheEnd(error: unknown) {
  process.stderr.write(`\n${toErrorSentence(error)}\n\n`);
}

async function startServer() {
  const since = performance.now();
  // Files written here are readable by this account of the machine only.
  process.umask(0o077);
  const settings = getSettings();
  openLog({ level: settings.LOG_LEVEL, format: settings.logFormat });
  await requireRecipient(settings.BACKUP_RECIPIENT);
  keepQueriesOutOfTheLog();
  if (!import.meta.env.DEV) endOnUncaughtErrors();
  // In development Remix reloads the operations after each change.
  watchServer(import.meta.env.PROD ? findCall : undefined);
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir, DATABASE_URL: databaseUrl } = settings;
  requireUsablePlaces(settings);
  // The development server listens already.
  if (!import.meta.env.DEV) await requireFreePorts(settings);
  // A first start that is refused leaves nothing behind, not even the file of its lock.
  if (!existsSync(join(dataDir, lockName))) {
    await requireOpenable(settings, { isServer: true });
    await requireFirstPassword(settings);
  }
  const lock = takeLock(settings);
  holdRelease();
  const build = readBuild();
  presence = openServerPresence(settings, { place: lock.place, build });
  const { entrance } = presence;
  let migrationCount = 0;
  const onApplied: OnApplied = (migration) => {
    migrationCount += 1;
    note('migration.applied', migration);
  };
  await retryWhileOccupied(() => openStores(settings, { onApplied, entrance }));
  if (migrationCount > 0 && settings.logFormat === 'text')
    process.stdout.write(`Database prepared: ${migrationCount} migrations\n`);
  // Checked again: the clinic may have been moved between the first look and the entrance.
  requireHere(await databaseState(databaseUrl));
  await presence.begin(endAtOnce);
  if (!import.meta.env.DEV && !settings.isDemo) await warnAtStart();
  await refreshTypedWords();
  await sweepAtStart();
  clearStages(uploadsDir);
  await openLimits({ path: join(dataDir, 'limits.db'), scale: settings.LIMIT_SCALE });
  const { ADMIN_EMAIL: email, ADMIN_PASSWORD: password } = settings;
  showStart(settings, await makeFirstAdmin({ email, password }));
  // Opened before anything that is counted.
  const metrics = await openMetricsIn(settings, build);
  const senders = await startSenders(settings);
  await keepDeletions(settings.BACKUP_DIR);
  const backups = openBackups(settings, pruneDeletions);
  const jobs = startJobs(listJobs(backups.makeDue));
  note('server.started', {
    server: settings.SERVER_NAME,
    ...build,
    ms: Math.round(performance.now() - since),
  });
  const startedAt = new Date();
  setTimeout(() => workAfterwards(startedAt), afterwardsMs).unref();
  // The development server ends by itself.
  if (import.meta.env.DEV) return;
  stopOnSignals({
    delaySeconds: settings.STOP_DELAY,
    stopEmails() {
      void jobs.stop();
      backups.stop();
      void senders.stop();
    },
    async close(isLate) {
      await Promise.race([
        Promise.all([
          Promise.race([jobs.stop(), wait(jobsMs)]),
          senders.stop(),
          untilThumbnailsStored(),
          stopCheckingDrawings(),
        ]),
        isLate,
      ]);
      senders.close();
      metrics?.close();
      closeLimits();
      await presence?.end();
      await closeDatabase();
      lock.release();
    },
  });
}

/** Does what no answer needs. */
function workAfterwards(startedAt: Date) {
  // If nobody can log in, the server must not run.
  loadHashing().catch(endWith);
  void warnOfUnlimitedDecoder();
  drawMissingThumbnails(startedAt)
    .catch((error: unknown) => logIncident('report.thumbnail', error))
    .then(checkDrawings)
    .catch((error: unknown) => logIncident('report.drawing', error));
}

async function warnOfUnlimitedDecoder() {
  if (await canLimitMemory()) return;
  const message =
    'prlimit does not work here, so the kernel does not limit the memory of the programs that decode files. On Linux, install util-linux.';
  note('decoder.unlimited', { message });
}

/**
 * Ends the process if another server or a command has come to its database while it was unnoticed:
 * any further write would be wrong. A supervisor restarts it, and the start reports the reason if
 * it may not run.
 */
function endAtOnce(error: OperatorError) {
  note('server.displaced');
  sayAtTheEnd(error);
  process.exit(1);
}

async function openMetricsIn(settings: Settings, build: Build) {
  if (!settings.METRICS_PORT) return undefined;
  return openMetrics({
    port: settings.METRICS_PORT,
    host: settings.METRICS_HOST,
    settings,
    build,
    queues: async () => ({
      lengths: { ...(await countQueues()), decoder: decoder().waiting() },
      oldestEmailAt: await findOldestWaitingAt(),
      longestReportWaitSeconds: await findLongestWait(),
      answeredReports: await countReports(reviewedReports({})),
    }),
  });
}

/**
 * Opens secrets, storage and database, which the scripts need too.
 *
 * @throws an OperatorError.
 */
export async function openStores(
  settings: Settings,
  { onApplied, entrance }: { onApplied?: OnApplied; entrance?: Entrance } = {},
) {
  // Checked before anything is made or migrated: a refused start changes nothing.
  const { objects, storedSecrets } = await requireOpenable(settings, { isServer: Boolean(entrance) });
  const { fileKey, sessionSecret } = makeSecrets(settings.DATA_DIR, storedSecrets);
  setSessionSecret(sessionSecret);
  await openDatabase({
    url: settings.DATABASE_URL,
    fileKey,
    copies: join(settings.DATA_DIR, 'migrations'),
    onApplied,
    pool: settings.DATABASE_POOL,
    namesPlans: settings.namesPlans,
    entrance,
  });
  const files = openStorage({ directory: settings.UPLOADS_DIR, keys: fileKeys(fileKey), objects });
  setStorage({ storage: files, decoder: openDecoder({ onRefusal: countDecoderRefusal }) });
}

/**
 * Checks every reason for which secrets, storage and database may refuse to open. Changes nothing.
 *
 * @returns the store of files, and the existing secrets.
 * @throws an OperatorError.
 */
async function requireOpenable(settings: Settings, { isServer }: { isServer: boolean }) {
  requireSetSecrets(settings);
  const objects = await openObjects(settings);
  const hasEncryptedData = hasDatabase(settings.DATABASE_URL) || (await hasFiles(objects));
  const storedSecrets = readSecrets(settings, { hasEncryptedData });
  const state = await databaseState(settings.DATABASE_URL);
  if (isServer) requireHere(state);
  if (storedSecrets.fileKey)
    await requireOwnKey(settings, { state, objects, fileKey: storedSecrets.fileKey });
  return { objects, storedSecrets };
}

async function requireOwnKey(
  settings: Settings,
  { state, objects, fileKey }: { state: DatabaseState; objects: ObjectStore; fileKey: Buffer },
) {
  const { DATABASE_URL, UPLOADS_DIR: directory, STORAGE_URL } = settings;
  requireSameKey(state, fileKey);
  requireKnownSchema(state, migrationsFolder(isPostgres(DATABASE_URL) ? 'postgres' : 'sqlite'));
  const files = openStorage({ directory, keys: fileKeysIn(state, fileKey), objects });
  if (!(await files.hasForeignKey())) return;
  throw new OperatorError(
    `Files in ${STORAGE_URL ?? directory} were written with a different FILE_KEY, or with a database other than ${state.name}. Start with the original key and database. Nothing was changed.`,
  );
}

/** Checks whether a file was ever stored. */
async function hasFiles(objects: ObjectStore) {
  for await (const _ of objects.list()) return true;
  return false;
}

/**
 * Silences the access log of `remix-serve`: it would write query strings, and `watchServer` logs
 * each answer.
 */
function keepQueriesOutOfTheLog() {
  morgan.format('tiny', () => undefined);
}
