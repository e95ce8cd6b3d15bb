// Finds the PostgreSQL that tests start for themselves, or installs one.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, existsSync, mkdirSync, mkdtempSync, readdirSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { Stop, say } from '../../../scripts/lib/project.mjs';
import { installWithApt, withoutService } from './apt.mjs';

const oldest = 15;
const debian = '/usr/lib/postgresql';
const startLimitMs = 60_000;

/** Settings that make a test server fast. Its data need not survive a crash of the machine. */
const settings = [
  'fsync=off',
  'synchronous_commit=off',
  'full_page_writes=off',
  'max_connections=300',
  'listen_addresses=127.0.0.1',
  'unix_socket_directories=',
  'log_min_messages=log',
];

/**
 * Returns the folder with the programs of PostgreSQL 15 or later, or null. Prefers the one that
 * POSTGRES_BIN names.
 */
export function findPostgres() {
  const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
  const places = [
    process.env.POSTGRES_BIN,
    ...versions.map((version) => join(debian, version, 'bin')),
    ...(process.env.PATH ?? '').split(delimiter),
  ];
  return places.find((folder) => folder && existsSync(join(folder, 'initdb')) && isNewEnough(folder)) ?? null;
}

function isNewEnough(folder) {
  const said = spawnSync(join(folder, 'postgres'), ['--version'], { encoding: 'utf8' }).stdout ?? '';
  return Number(/(\d+)/.exec(said)?.[1]) >= oldest;
}

/**
 * Finds PostgreSQL, or installs it.
 *
 * @throws {Stop} If that fails, with instructions.
 */
export async function requirePostgres() {
  const postgres = findPostgres();
  if (postgres) return postgres;
  say('Installing PostgreSQL for the tests…');
  const installed = (await withoutService(() => installWithApt('postgresql'))) && findPostgres();
  if (installed) return installed;
  throw new Stop(
    `The tests on PostgreSQL did not run: they need PostgreSQL ${oldest} or later, and it could not be installed. Install it (on Debian: apt-get install -y postgresql), or name its folder of programs in POSTGRES_BIN, then run npm test again.`,
  );
}

/**
 * Starts a private PostgreSQL on a free port of this machine, with all its files in a temporary
 * folder. It ends with this process.
 *
 * @param extraSettings Server settings such as `synchronous_commit=on`.
 * @returns `url` of its database `postgres`, `folder`, `process`, and `stop`.
 */
export async function startPostgres(extraSettings = []) {
  const bin = await requirePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const owner = serverUser();
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid);
  const initialized = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '--no-sync', '-A', 'trust', '-U', 'tests', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (initialized.status !== 0) throw new Stop(`PostgreSQL could not be set up: ${initialized.stderr}`);
  const port = await freePort();
  const options = [...settings, ...extraSettings, `port=${port}`].flatMap((setting) => ['-c', setting]);
  const launch = () =>
    spawn(join(bin, 'postgres'), ['-D', data, ...options], {
      ...owner,
      cwd: folder,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
  let server = await ready(launch());
  const kill = () => server.kill('SIGQUIT');
  process.on('exit', kill);
  return {
    folder,
    url: `postgres://tests@127.0.0.1:${port}/postgres`,
    pid: () => server.pid,
    /** Kills it at once, as a power cut does. */
    async halt() {
      const gone = new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await gone;
    },
    async restart() {
      server = await ready(launch());
    },
    async stop() {
      process.off('exit', kill);
      const exited = server.exitCode === null && new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await exited;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/**
 * Returns the account for PostgreSQL, which refuses to run as root: under root, that of its
 * package.
 */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let output = '';
    const fail = (why) => reject(new Stop(`PostgreSQL did not start: ${why}\n${output}`));
    const limit = setTimeout(() => fail('it took too long'), startLimitMs);
    server.stderr.setEncoding('utf8').on('data', (text) => {
      output += text;
      if (!output.includes('ready to accept connections')) return;
      clearTimeout(limit);
      server.stderr.removeAllListeners('data').resume();
      resolve(server);
    });
    server.once('error', (error) => fail(error.message));
    server.once('exit', (code) => {
      clearTimeout(limit);
      fail(`it ended with ${code}`);
    });
  });
}

function freePort() {
  return new Promise((resolve) => {
    const probe = createServer().listen(0, '127.0.0.1', () => {
      const { port } = probe.address();
      probe.close(() => resolve(port));
    });
  });
}
