import { type ChildProcess, spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { admin, hasPrintedListening } from '../../e2e/support/server.ts';
import { programFolder } from '../../support/program.ts';
import { ask } from './calls.ts';

// Allows for a machine busy with other work. The one test of the start time has its own limit.
const startLimitSeconds = 90;
const readyPath = '/readyz';

/**
 * The built server as a process that can be killed at any moment and restarted on the same folder
 * and port.
 */
export type Server = ReturnType<typeof launch>;

/** Builds the settings of a server with a folder of its own. */
export function settingsOf(dataDir: string, port: number, extraSettings: Record<string, string> = {}) {
  return {
    NODE_ENV: 'production' as const,
    PORT: String(port),
    HOST: '127.0.0.1',
    PUBLIC_URL: `http://127.0.0.1:${port}`,
    DATABASE_URL: `file:${join(dataDir, 'app.db')}`,
    DATA_DIR: dataDir,
    UPLOADS_DIR: join(dataDir, 'uploads'),
    ADMIN_EMAIL: admin.email,
    ADMIN_PASSWORD: admin.password,
    LIMIT_SCALE: '1000',
    UNDO_SECONDS: '0',
    // The tests fill a disk to its last byte.
    MIN_FREE_DISK_MB: '0',
    LOG_LEVEL: 'warn',
    ...extraSettings,
  };
}

/** Starts the built server without waiting until it answers. */
export function launch(dataDir: string, port: number, extraSettings: Record<string, string> = {}) {
  const child = spawn(
    process.execPath,
    ['node_modules/@remix-run/serve/dist/cli.js', 'build/server/index.js'],
    {
      cwd: programFolder(),
      env: { ...machine(), ...settingsOf(dataDir, port, extraSettings) },
      stdio: ['ignore', 'pipe', 'pipe'],
    },
  );
  const startedAt = performance.now();
  let printed = '';
  let listens = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      printed = (printed + text).slice(-100_000);
      listens ||= hasPrintedListening(printed);
    });
  }
  // Kills the server if the test worker exits early.
  const endNow = () => child.kill('SIGKILL');
  process.on('exit', endNow);
  const exited = new Promise<number | null>((resolve) =>
    child.once('exit', (code) => {
      process.off('exit', endNow);
      resolve(code);
    }),
  );
  const url = `http://127.0.0.1:${port}`;
  let readyMs = Number.POSITIVE_INFINITY;
  return {
    url,
    port,
    dataDir,
    pid: child.pid as number,
    /** The last part of its output. */
    log: () => printed,
    hasExited: () => hasEnded(child),
    /** Resolves to its exit code, or null if a signal ended it. */
    exited: exited,
    /** Milliseconds between its start and the first ready answer. */
    readyMs: () => readyMs,
    /** Waits until it is ready. */
    async ready() {
      const deadline = Date.now() + startLimitSeconds * 1000;
      while (Date.now() < deadline) {
        if (hasEnded(child)) break;
        const status = listens ? await statusOf(`${url}${readyPath}`) : 0;
        if (status === 200) {
          readyMs = performance.now() - startedAt;
          return;
        }
        await sleep(20);
      }
      throw new Error(`The server did not start. It printed:\n${printed || '(nothing)'}`);
    },
    /** Kills it at once, as a power cut does. */
    async kill() {
      child.kill('SIGKILL');
      await exited;
    },
    /**
     * Asks it to stop.
     *
     * @returns Its exit code.
     */
    async stop() {
      child.kill('SIGTERM');
      return exited;
    },
  };
}

/** Requests a URL and returns the status, or 0 if nothing answers. */
const statusOf = (url: string) =>
  ask(url).then(
    ({ status }) => status,
    () => 0,
  );

/** Starts the built server and waits until it is ready. */
export async function start(dataDir: string, port: number, more: Record<string, string> = {}) {
  const server = launch(dataDir, port, more);
  await server.ready();
  return server;
}

/** Finds a port that is free at the moment. */
export function freePort(): Promise<number> {
  return new Promise((resolve, reject) => {
    const probe = createServer();
    probe.once('error', reject);
    probe.listen(0, '127.0.0.1', () => {
      const address = probe.address();
      probe.close(() => resolve(typeof address === 'object' && address ? address.port : 0));
    });
  });
}

/** Reads the memory of a process in megabytes; 0 once it has ended. */
function megabytesOf(pid: number) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0) / 1024;
  } catch {
    return 0;
  }
}

/**
 * Watches the memory of a process.
 *
 * @returns A function that stops watching and returns the initial and the highest megabytes.
 */
export function watchMemory(pid: number) {
  const before = megabytesOf(pid);
  let peak = before;
  let isOver = false;
  const watching = (async () => {
    while (!isOver) {
      peak = Math.max(peak, megabytesOf(pid));
      await sleep(20);
    }
  })();
  return async () => {
    isOver = true;
    await watching;
    return { before, peak };
  };
}

function hasEnded(child: ChildProcess) {
  return child.exitCode !== null || child.signalCode !== null;
}

/**
 * Returns the machine's environment variables a process needs, without any product setting a
 * developer may have set.
 */
export function machine() {
  const needed = ['PATH', 'HOME', 'TMPDIR', 'LANG', 'LC_ALL', 'TZ'];
  return Object.fromEntries(needed.flatMap((name) => (process.env[name] ? [[name, process.env[name]]] : [])));
}
