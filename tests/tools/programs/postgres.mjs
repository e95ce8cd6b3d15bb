// Finds the PostgreSQL that tests start for themselves, and installs one where there is none.
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

/** What keeps a server of tests fast: nothing of it outlives the machine. */
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
 * The folder with the programs of PostgreSQL 15 or later, or null. POSTGRES_BIN names one to
 * prefer.
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
 * The same, installing PostgreSQL where none is found; throws a Stop with what to do when that
 * fails.
 */
export async function requirePostgres() {
  const found = findPostgres();
  if (found) return found;
  say('Installing PostgreSQL for the tests…');
  const installed = (await withoutService(() => installWithApt('postgresql'))) && findPostgres();
  if (installed) return installed;
  throw new Stop(
    `The tests on PostgreSQL did not run: they need PostgreSQL ${oldest} or later, and it could not be installed. Install it (on Debian: apt-get install -y postgresql), or name its folder of programs in POSTGRES_BIN, then run npm test again.`,
  );
}

/**
 * Starts a PostgreSQL of its own on a free port of this machine, with all its files in a temporary
 * folder. It ends with this process.
 *
 * @param more settings of the server, such as `synchronous_commit=on`.
 * @returns `url` of its database `postgres`, `folder`, `process`, and `stop`.
 */
export async function startPostgres(more = []) {
  const bin = await requirePostgres();
  const folder = mkdtempSync(join(tmpdir(), 'postgres-'));
  const data = join(folder, 'data');
  mkdirSync(data);
  const owner = serverUser();
  if (owner) for (const path of [folder, data]) chownSync(path, owner.uid, owner.gid);
  const made = spawnSync(
    join(bin, 'initdb'),
    ['-D', data, '--no-sync', '-A', 'trust', '-U', 'tests', '-E', 'UTF8', '--locale=C.UTF-8'],
    { ...owner, cwd: folder, encoding: 'utf8' },
  );
  if (made.status !== 0) throw new Stop(`PostgreSQL could not be set up: ${made.stderr}`);
  const port = await freePort();
  const options = [...settings, ...more, `port=${port}`].flatMap((setting) => ['-c', setting]);
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
    /** Ends it without waiting for anybody, as a machine does that loses its power. */
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
      const gone = server.exitCode === null && new Promise((resolve) => server.once('exit', resolve));
      server.kill('SIGQUIT');
      await gone;
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** PostgreSQL refuses to be started by root: then it is started by the user of its package. */
export function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(spawnSync('id', [flag, 'postgres'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function ready(server) {
  return new Promise((resolve, reject) => {
    let said = '';
    const fail = (why) => reject(new Stop(`PostgreSQL did not start: ${why}\n${said}`));
    const limit = setTimeout(() => fail('it took too long'), startLimitMs);
    server.stderr.setEncoding('utf8').on('data', (text) => {
      said += text;
      if (!said.includes('ready to accept connections')) return;
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
