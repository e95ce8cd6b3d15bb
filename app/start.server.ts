import { existsSync, readdirSync } from 'node:fs';
import { join } from 'node:path';
import morgan from 'morgan';
import { clearStages } from './backup.server';
import { lettersOf } from './copy/letters';
import { makeFirstAdmin } from './domain/accounts/firstAdmin';
import { countQueues, oldestWaitingAt } from './domain/notices/lists';
import { startPostman } from './domain/notices/postman';
import { purgeHourly } from './domain/notices/purge';
import { knownFiles } from './domain/reports/files';
import { drawMissingThumbnails, thumbnailsKept } from './domain/reports/thumbnails';
import { keepDeletions, pruneDeletions } from './domain/system/deletions';
import { requireRecipient } from './platform/backup/archive.server';
import { startBackups } from './platform/backup/schedule.server';
import { readBuild } from './platform/build.server';
import {
  closeDatabase,
  databasePath,
  hasDatabase,
  openDatabase,
  requireSameKey,
} from './platform/db/db.server';
import { takeLock } from './platform/db/lock.server';
import { type OnApplied, requireKnownSchema } from './platform/db/migrate.server';
import { type Settings, settings } from './platform/env.server';
import { beginStopping, isStopping } from './platform/health.server';
import { closeLimits, openLimits } from './platform/limits.server';
import { logIncident, note, setLogLevel } from './platform/log.server';
import { openMail } from './platform/mail/mail.server';
import { countDecoderRefusal, openMetrics } from './platform/metrics.server';
import { makeSecrets, readSecrets, setSessionSecret } from './platform/secrets.server';
import { decoder, setStorage, storage } from './platform/storage/current.server';
import { openDecoder } from './platform/storage/decoder.server';
import { openStorage } from './platform/storage/storage.server';
import { countOpenRequests, endRequests, watchServer } from './web/client.server';

const finishSeconds = 20;

const holder = globalThis as { secondLookStarted?: Promise<void> };

/** Opens everything the server stands on, once for the process. What is wrong is said in a sentence, and the process ends. */
export function start(): Promise<void> {
  holder.secondLookStarted ??= openHouse().catch((error: unknown) => {
    process.stderr.write(`\n${sentenceOf(error)}\n\n`);
    process.exit(1);
  });
  return holder.secondLookStarted;
}

/** What to tell the operator: our own sentences whole, of anything else its name alone, for its message may quote data. */
export function sentenceOf(error: unknown): string {
  const isOurs = error instanceof Error && error.constructor === Error;
  return isOurs ? error.message : `It could not be started (incident ${logIncident('start', error)}).`;
}

async function openHouse() {
  const since = performance.now();
  // What is written here is for this account of the machine alone.
  process.umask(0o077);
  const house = settings();
  setLogLevel(house.LOG_LEVEL);
  await requireRecipient(house.BACKUP_RECIPIENT);
  keepQueriesOutOfTheLog();
  watchServer();
  const { DATA_DIR: dataDir, UPLOADS_DIR: uploadsDir, DATABASE_URL: databaseUrl } = house;
  const lock = takeLock({ dataDir, uploadsDir, databaseUrl });
  await openPrivateThings(house, { onApplied: (migration) => note('migration.applied', migration) });
  await sweep();
  clearStages(uploadsDir);
  await openLimits({ path: join(dataDir, 'limits.db'), scale: house.LIMIT_SCALE });
  await purgeHourly();
  await sayWhoIsAdmin(house);
  const build = readBuild();
  // Before anything is done that is counted.
  const metrics = house.METRICS_PORT
    ? await openMetrics({
        port: house.METRICS_PORT,
        host: house.METRICS_HOST,
        folders: house,
        build,
        queues: async () => ({
          lengths: { ...(await countQueues()), decoder: decoder().waiting() },
          oldestEmailAt: await oldestWaitingAt(),
        }),
      })
    : undefined;
  const mail = openMail({
    smtpUrl: house.SMTP_URL,
    from: { name: house.PRODUCT_NAME, address: house.mailFrom },
    dataDir: house.DATA_DIR,
  });
  const postman = startPostman(
    mail,
    lettersOf({ productName: house.PRODUCT_NAME, publicUrl: house.PUBLIC_URL }),
  );
  await keepDeletions(house.BACKUP_DIR);
  const backups = startBackups(house, pruneDeletions);
  drawMissingThumbnails().catch((error: unknown) => logIncident('report.thumbnail', error));
  note('server.started', { ...build, ms: Math.round(performance.now() - since) });
  // The development server ends by itself.
  if (import.meta.env.DEV) return;
  stopOnSignals(
    async (isLate) => {
      await Promise.race([Promise.all([postman.stop(), thumbnailsKept()]), isLate]);
      mail.close();
      metrics?.close();
      closeLimits();
      closeDatabase();
      lock.release();
    },
    () => {
      backups.stop();
      void postman.stop();
    },
  );
}

/**
 * Ends the process as it should: not ready any more, no new letter, requests that run are answered within 20 s, then everything is
 * closed. In: what closes everything, and what stops the letters.
 */
function stopOnSignals(close: (isLate: Promise<void>) => Promise<void>, stopLetters: () => void) {
  const stop = async (signal: string) => {
    if (isStopping()) return;
    const since = performance.now();
    beginStopping();
    note('server.stopping', { signal, openRequests: countOpenRequests() });
    stopLetters();
    const isLate = new Promise<void>((resolve) => {
      setTimeout(resolve, finishSeconds * 1000).unref();
    });
    // A turn later, when `remix-serve` has closed its server by the same signal.
    await new Promise(setImmediate);
    const cutOff = await endRequests(finishSeconds);
    await close(isLate);
    note('server.stopped', { signal, ms: Math.round(performance.now() - since), cutOff });
    process.exit(0);
  };
  for (const signal of ['SIGTERM', 'SIGINT'] as const) {
    process.on(signal, () => {
      stop(signal).catch((error: unknown) => {
        logIncident('stop', error);
        process.exit(1);
      });
    });
  }
}

/** Opens secrets, storage and database, which the scripts stand on too. In: whom to tell of each migration. Throws with a sentence for the operator. */
export async function openPrivateThings(house: Settings, { onApplied }: { onApplied?: OnApplied } = {}) {
  const hasEncryptedData = hasDatabase(house.DATABASE_URL) || hasUploads(house.UPLOADS_DIR);
  const kept = readSecrets({
    dataDir: house.DATA_DIR,
    sessionSecret: house.SESSION_SECRET,
    fileKey: house.FILE_KEY,
    hasEncryptedData,
  });
  // Asked before anything is made or migrated: a start that refuses changes nothing.
  if (kept.fileKey) await requireOwnKey(house, kept.fileKey);
  const { fileKey, sessionSecret } = makeSecrets(house.DATA_DIR, kept);
  setSessionSecret(sessionSecret);
  const files = openStorage({ directory: house.UPLOADS_DIR, fileKey });
  openDatabase({ url: house.DATABASE_URL, fileKey, copies: join(house.DATA_DIR, 'migrations'), onApplied });
  setStorage({ storage: files, decoder: openDecoder({ onRefusal: countDecoderRefusal }) });
}

async function requireOwnKey({ DATABASE_URL, UPLOADS_DIR }: Settings, fileKey: Buffer) {
  requireSameKey({ url: DATABASE_URL, fileKey });
  if (hasDatabase(DATABASE_URL)) requireKnownSchema(databasePath(DATABASE_URL));
  if (!(await openStorage({ directory: UPLOADS_DIR, fileKey }).hasForeignKey())) return;
  throw new Error(
    `Files in ${UPLOADS_DIR} were written under another FILE_KEY. Start with the key they were written with. Nothing was changed.`,
  );
}

/** Removes what an interrupted upload left. Only the server does it, before it takes requests: a draft it finds is nobody's. */
async function sweep() {
  const swept = await storage().sweep({ isKnown: knownFiles });
  if (swept.temps + swept.orphans > 0) note('storage.swept', swept);
}

function hasUploads(directory: string) {
  return existsSync(directory) && readdirSync(directory).some((name) => /^[\w-]{2}$/.test(name));
}

async function sayWhoIsAdmin({ ADMIN_EMAIL, ADMIN_PASSWORD }: Settings) {
  const made = await makeFirstAdmin({ email: ADMIN_EMAIL, password: ADMIN_PASSWORD });
  if (!made?.randomPassword) return;
  process.stdout.write(
    `\nThe first admin is ${made.email} with the password ${made.randomPassword}\nIt is shown this once. Keep it.\n\n`,
  );
}

/** The access log of `remix-serve` is silent: it would write queries, and `watchServer` notes each answer. */
function keepQueriesOutOfTheLog() {
  morgan.format('tiny', () => undefined);
}
