// The built server and the floors, each started as `npm start` does it: remix-serve in its own
// process.
import { spawn } from 'node:child_process';
import { mkdirSync, readFileSync } from 'node:fs';
import { createServer } from 'node:net';
import { join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { root, tools } from '../../scripts/lib/project.mjs';
import { currentRelease, serverBuild } from '../../scripts/lib/releases.mjs';

const startSeconds = 90;
export const floorBuild = 'bench/floors/build/server/index.js';

/** The first admin of every clinic here. */
export const admin = { email: 'admin@clinic.test', password: 'correct horse battery' };

/** Returns the settings of a clinic that keeps everything in one folder. */
export const settingsIn = (folder) => ({
  DATA_DIR: folder,
  DATABASE_URL: `file:${join(folder, 'app.db')}`,
  UPLOADS_DIR: join(folder, 'uploads'),
  ADMIN_EMAIL: admin.email,
  ADMIN_PASSWORD: admin.password,
});

const running = new Set();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/**
 * Starts a built server (the product by default) on a free port and waits for its first answer
 * below 500.
 *
 * @returns its address, its process ID, the milliseconds from its start to that answer, and a
 * function that stops it.
 */
export async function startServer({ build, settings = {}, ready = '/' }) {
  const port = await freePort();
  const url = `http://127.0.0.1:${port}`;
  if (settings.DATA_DIR) mkdirSync(settings.DATA_DIR, { recursive: true });
  const began = performance.now();
  const child = spawn(
    process.execPath,
    [...(process.env.BENCH_NODE_ARGS?.split(' ') ?? []), tools.serve, build ?? serverBuild],
    {
      cwd: build ? root : currentRelease(),
      env: {
        ...machineEnvironment(),
        NODE_ENV: 'production',
        PORT: String(port),
        HOST: '127.0.0.1',
        PUBLIC_URL: url,
        LIMIT_SCALE: '1000000',
        ACCOUNT_QUOTA_MB: '1000000',
        MIN_FREE_DISK_MB: '0',
        LOG_LEVEL: 'silent',
        ...settings,
      },
      stdio: ['ignore', 'ignore', 'inherit'],
    },
  );
  running.add(child);
  child.once('exit', () => running.delete(child));
  while ((await statusOf(`${url}${ready}`)) !== 200) {
    if (child.exitCode !== null)
      throw new Error(`The server ${build ?? serverBuild} ended with code ${child.exitCode}.`);
    if (performance.now() - began > startSeconds * 1000)
      throw new Error(`The server ${build ?? serverBuild} did not answer in ${startSeconds} s.`);
    await wait(3);
  }
  const startedIn = performance.now() - began;
  return { url, pid: child.pid, startedIn, stop: () => stop(child) };
}

/**
 * Returns the resident memory of a process in kilobytes; 0 if it has ended or the system has no
 * /proc.
 */
export function residentOf(pid) {
  try {
    return Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

async function stop(child) {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((resolve) => child.once('exit', resolve));
  // As Ctrl-C does: on SIGTERM it would wait for new requests.
  child.kill('SIGINT');
  const isOver = await Promise.race([ended.then(() => true), wait(3000, false)]);
  if (!isOver) child.kill('SIGKILL');
  await ended;
}

async function statusOf(address) {
  try {
    const answer = await fetch(address, { headers: { connection: 'close' } });
    await answer.arrayBuffer();
    return answer.status;
  } catch {
    return 0;
  }
}

/**
 * Returns the environment without settings of the product, so that results do not depend on this
 * machine's .env.
 */
function machineEnvironment() {
  return Object.fromEntries(
    ['PATH', 'HOME', 'TMPDIR', 'LANG'].flatMap((name) =>
      process.env[name] ? [[name, process.env[name]]] : [],
    ),
  );
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
