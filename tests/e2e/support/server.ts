import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { programFolder } from '../../support/program.ts';
import { databaseSettings } from '../../support/test-database.ts';
import { takeStorage } from '../../support/test-storage.ts';
import { type Email, readEmails } from './emails.ts';

const startLimitSeconds = 30 * Number(process.env.CPU_THROTTLE ?? 1);
const stopLimitSeconds = 2;
const portTries = 3;

/** The first admin of every server started here. */
export const admin = { email: 'admin@clinic.test', password: 'correct horse battery' };

export interface Server {
  url: string;
  dataDir: string;
  /** Its DATABASE_URL. */
  databaseUrl: string;
  uploadsDir: string;
  /** Settings of its object store; empty if its files are on disk. */
  storage: Record<string, string>;
  mailDir: string;
  pid: number;
  /** Everything the server has printed so far. */
  log(): string;
  /**
   * The e-mails that the server has not delivered, oldest first; with an address, only those to it.
   */
  emails(to?: string): Promise<Email[]>;
  /** Ends the server and removes its folder. */
  stop(): Promise<void>;
}

/**
 * Starts the built server on a free port with a new folder, and waits until it answers. `overrides`
 * are settings of the product (SMTP_URL, MAX_UPLOAD_MB …). A DATA_DIR among them belongs to the
 * caller: it may hold an earlier server's data, and stop() leaves it in place.
 */
export async function startServer(overrides: Record<string, string> = {}): Promise<Server> {
  const ownFolder = overrides.DATA_DIR ? null : await mkdtemp(join(tmpdir(), 'journey-'));
  const removeFolder = async () => {
    if (ownFolder) await rm(ownFolder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
  };
  try {
    return await startIn(ownFolder ?? String(overrides.DATA_DIR), overrides, removeFolder);
  } catch (error) {
    await removeFolder();
    throw error;
  }
}

async function startIn(
  dataDir: string,
  overrides: Record<string, string>,
  removeFolder: () => Promise<void>,
): Promise<Server> {
  const [database, storage] = [await databaseSettings(dataDir), await takeStorage()];
  for (let round = 1; ; round++) {
    const port = overrides.PORT ?? String(await freePort());
    const settings = {
      PORT: port,
      HOST: '127.0.0.1',
      PUBLIC_URL: `http://127.0.0.1:${port}`,
      ...database,
      DATA_DIR: dataDir,
      UPLOADS_DIR: join(dataDir, 'uploads'),
      ADMIN_EMAIL: admin.email,
      ADMIN_PASSWORD: admin.password,
      LIMIT_SCALE: '1000',
      UNDO_SECONDS: '0',
      // The disk of this machine may be full.
      MIN_FREE_DISK_MB: '0',
      SMTP_URL: '',
      ...storage,
      ...overrides,
    };
    const child = spawn(
      process.execPath,
      ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
      {
        cwd: programFolder(),
        env: { ...machineEnvironment(), NODE_ENV: 'production', ...settings },
        stdio: ['ignore', 'pipe', 'pipe'],
      },
    );
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream.setEncoding('utf8').on('data', (text: string) => {
        printed += text;
      });
    }
    // A worker that exits early takes its server with it.
    const endNow = () => child.kill('SIGKILL');
    process.on('exit', endNow);

    const trouble = await untilReady(child, `http://127.0.0.1:${port}/`, () => hasPrintedListening(printed));
    if (!trouble) {
      const mailDir = join(dataDir, 'mail');
      return {
        url: settings.PUBLIC_URL,
        dataDir,
        databaseUrl: String({ ...database, ...overrides }.DATABASE_URL),
        uploadsDir: settings.UPLOADS_DIR,
        storage,
        mailDir,
        pid: child.pid as number,
        log: () => printed,
        emails: (to) => readEmails(mailDir, to),
        stop: async () => {
          await end(child);
          process.off('exit', endNow);
          await removeFolder();
        },
      };
    }
    await end(child);
    process.off('exit', endNow);
    // Another program may take the free port just before the server does.
    if (printed.includes('EADDRINUSE') && !overrides.PORT && round < portTries) continue;
    throw new Error(`The server did not start: ${trouble}. It printed:\n${printed || '(nothing)'}`);
  }
}

/**
 * Checks whether a server has printed that it listens. Until then, another server of the tests may
 * answer at its port because it took the port first.
 */
export const hasPrintedListening = (printed: string) => printed.includes('[remix-serve] http');

/**
 * Waits for the server.
 *
 * @returns null once it listens and the home page answers 200; otherwise the reason for the
 * failure.
 */
async function untilReady(child: ChildProcess, url: string, listens: () => boolean): Promise<string | null> {
  const deadline = Date.now() + startLimitSeconds * 1000;
  let last = 'no answer';
  while (Date.now() < deadline) {
    if (hasEnded(child)) return `it ended with ${child.signalCode ?? `code ${child.exitCode}`}`;
    if (!listens()) {
      await sleep(20);
      continue;
    }
    try {
      const response = await fetch(url, { signal: AbortSignal.timeout(5000) });
      await response.arrayBuffer();
      if (response.status === 200) return null;
      last = `GET / answered ${response.status}`;
    } catch (error) {
      last = String(error);
    }
    await sleep(50);
  }
  return `${last} within ${startLimitSeconds} s`;
}

async function end(child: ChildProcess) {
  if (hasEnded(child)) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // Like Ctrl-C: SIGTERM would make it wait for new requests.
  child.kill('SIGINT');
  const killer = setTimeout(() => child.kill('SIGKILL'), stopLimitSeconds * 1000);
  await ended;
  clearTimeout(killer);
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null;
}

export async function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/**
 * Returns the environment that a process needs from the machine, without settings of the product
 * that a developer may have set.
 */
function machineEnvironment() {
  const needed = [
    'PATH',
    'HOME',
    'TMPDIR',
    'TEMP',
    'TMP',
    'LANG',
    'LC_ALL',
    'TZ',
    'SystemRoot',
    'USERPROFILE',
  ];
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
