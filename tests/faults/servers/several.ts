import { randomBytes } from 'node:crypto';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { startPostgres } from '../../../scripts/lib/postgres.mjs';
import { startSwift } from '../../../scripts/lib/swift.mjs';
import { type Balancer, startHaproxy } from '../../support/balancers.ts';
import { openBeside, takeUnmigrated } from '../../support/test-database.ts';
import { makeBucket } from '../../support/test-storage.ts';
import { ask } from '../support/calls.ts';
import { type Clinic, foundClinic } from '../support/clinic.ts';
import { freePort, launch, type Server } from '../support/server.ts';
import { postOffice } from '../support/smtp-server.ts';

/** Two servers behind a balancer that are one clinic, with people who use it. */
export type Several = Awaited<ReturnType<typeof openSeveral>>;

export const bucket = 'clinic';

/**
 * Starts PostgreSQL, an object store and a mail server, founds a clinic there, and puts two servers
 * of it behind HAProxy with the file of `deploy/several/`. Everything ends with `close`, or with
 * this process.
 */
export async function openSeveral() {
  const folder = await mkdtemp(join(tmpdir(), 'several-'));
  const [postgres, store] = await Promise.all([startPostgres(), startSwift()]);
  const office = postOffice(await freePort());
  const ports = [await freePort(), await freePort()];
  const [databaseUrl, balancer] = await Promise.all([
    takeUnmigrated(postgres.url),
    startHaproxy(ports),
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
  };
  // People join while one server runs: it writes the e-mails it sends into its folder.
  const clinic = await foundClinic(join(folder, 'founded'), settings);
  Object.assign(settings, { SMTP_URL: office.url, PUBLIC_URL: balancer.url });
  const launched = ports.map((port, at) => launch(join(folder, `server-${at}`), port, named(settings, at)));
  await Promise.all(launched.map((server) => server.ready()));
  await untilTaken(balancer, 2);
  return {
    balancer,
    /** Both servers; one that is started again takes the place of the one before. */
    servers: launched,
    clinic,
    office,
    settings,
    store,
    database: openBeside(databaseUrl),
    /** Ends a server at once, as a power cut does. */
    kill: (at: number) => (launched[at] as Server).kill(),
    /** Starts it again, and waits until the balancer sends requests there. */
    async startAgain(at: number, more: Record<string, string> = {}) {
      const port = ports[at] as number;
      const server = launch(join(folder, `server-${at}`), port, { ...named(settings, at), ...more });
      launched[at] = server;
      await server.ready();
      await untilTaken(balancer, 2);
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

/** Longer than the balancer takes to see that a server is ready again: it asks every second. */
const noticeMs = 2500;

async function untilTaken(balancer: Balancer, servers: number) {
  await sleep(noticeMs);
  for (let time = 0; time < servers; time += 1) await ask(`${balancer.url}/readyz`);
}

export type { Clinic };
