import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Balancer } from '../../support/balancers.ts';
import { openBeside, takeUnmigrated } from '../../support/test-database.ts';
import { makeBucket } from '../../support/test-storage.ts';
import { startPostgres } from '../../tools/programs/postgres.mjs';
import { startSwift } from '../../tools/programs/swift.mjs';
import { setUpClinic } from '../support/clinic.ts';
import { freePort, launch, type Server } from '../support/server.ts';
import { createMailServer } from '../support/smtp-server.ts';

/** Two servers of one clinic behind a balancer, with people who use them. */
export type Several = Awaited<ReturnType<typeof openSeveral<Balancer>>>;

export const bucket = 'clinic';

/**
 * Starts PostgreSQL, an object store and a mail server, founds a clinic there, and starts two of
 * its servers behind the balancer that `balance` starts. Keeps the e-mails in `mailDir`, if set.
 * `close` ends everything, as does the end of this process.
 */
export async function openSeveral<Kind extends Balancer>({
  balance,
  mailDir,
  settings: extraSettings = {},
}: {
  balance: (ports: number[]) => Promise<Kind>;
  mailDir?: string;
  settings?: Record<string, string>;
}) {
  const folder = await mkdtemp(join(tmpdir(), 'several-'));
  const [postgres, store] = await Promise.all([startPostgres(), startSwift()]);
  const office = createMailServer(await freePort(), mailDir);
  const ports = [await freePort(), await freePort()];
  const [databaseUrl, balancer] = await Promise.all([
    takeUnmigrated(postgres.url),
    balance(ports),
    office.open(),
    makeBucket(store.settings, bucket),
  ]);
  const settings: Record<string, string> = {
    ...store.settings,
    STORAGE_URL: `s3://${bucket}/clinic`,
    DATABASE_URL: databaseUrl,
    FILE_KEY: randomBytes(32).toString('hex'),
    SESSION_SECRET: randomBytes(32).toString('hex'),
    TRUST_PROXY: '127.0.0.1',
    ...extraSettings,
  };
  // People sign up while one server runs, which writes its e-mails into a folder.
  const clinic = await setUpClinic(join(folder, 'founded'), settings);
  Object.assign(settings, { SMTP_URL: office.url, PUBLIC_URL: balancer.url });
  const launched = ports.map((port, at) => launch(join(folder, `server-${at}`), port, named(settings, at)));
  await Promise.all(launched.map((server) => server.ready()));
  await sleep(balancer.noticeMs);
  return {
    balancer,
    /** Both servers. A restarted server replaces its predecessor. */
    servers: launched,
    clinic,
    office,
    settings,
    store,
    database: openBeside(databaseUrl),
    /** Kills a server at once, as a power cut does. */
    kill: (at: number) => (launched[at] as Server).kill(),
    /** Restarts a server and waits until the balancer sends it requests. */
    async startAgain(at: number) {
      const port = ports[at] as number;
      const server = launch(join(folder, `server-${at}`), port, named(settings, at));
      launched[at] = server;
      await server.ready();
      await sleep(balancer.noticeMs);
    },
    async close() {
      await Promise.all(launched.map((server) => server.kill()));
      await Promise.all([balancer.stop(), office.close()]);
      await this.database.close();
      await Promise.all([postgres.stop(), store.stop()]);
      await rm(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

const named = (settings: Record<string, string>, at: number) => ({
  ...settings,
  SERVER_NAME: `server-${at}`,
});
