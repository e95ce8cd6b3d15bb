// Finds the OpenStack Swift that tests start for themselves as an object store with an S3 API, or
// installs it.
import { spawn, spawnSync } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { root, Stop, say } from '../../../scripts/lib/project.mjs';
import { installUnstarted } from './apt.mjs';

const packages = ['swift-proxy', 'swift-account', 'swift-container', 'swift-object'];
const program = join(root, 'tests', 'support', 'swift-server.py');
const startLimitMs = 60_000;

// Only Debian's own Python finds Debian's packages.
const python = '/usr/bin/python3';
const isThere = () => spawnSync(python, ['-c', 'import swift.common.middleware.s3api.s3api']).status === 0;

/**
 * Installs Swift if it is missing.
 *
 * @throws {Stop} If that fails, with instructions.
 */
export async function requireSwift() {
  if (isThere()) return;
  say('Installing OpenStack Swift for the tests…');
  if ((await installUnstarted(...packages)) && isThere()) return;
  throw new Stop(
    `The tests on an object store did not run: they need OpenStack Swift, and it could not be installed. Install it (on Debian: apt-get install -y ${packages.join(' ')}), then run npm test again.`,
  );
}

/**
 * Starts a private Swift on a free port of this machine, with all its files in a temporary folder.
 * It ends with this process.
 *
 * @returns `settings` for a server besides STORAGE_URL, and `halt`, `restart` and `stop`.
 */
export async function startSwift() {
  await requireSwift();
  const owner = serverUser();
  const { server: first, folder, port } = await startAnywhere(owner);
  let server = first;
  const kill = () => server.kill('SIGKILL');
  process.on('exit', kill);
  const end = async () => {
    const gone = server.exitCode === null && new Promise((resolve) => server.once('exit', resolve));
    kill();
    await gone;
  };
  return {
    settings: {
      S3_ENDPOINT: `http://127.0.0.1:${port}`,
      S3_REGION: 'us-east-1',
      S3_ACCESS_KEY_ID: 'test:tester',
      S3_SECRET_ACCESS_KEY: 'testing',
    },
    /** Kills it at once. Its files stay. */
    halt: end,
    async restart() {
      ({ server } = await launch(folder, owner, port));
    },
    async stop() {
      process.off('exit', kill);
      await end();
      rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 100 });
    },
  };
}

/** Starts it on a file system with extended attributes: tmpfs before Linux 6.6 has none. */
async function startAnywhere(owner) {
  for (const parent of [tmpdir(), '/var/tmp']) {
    const folder = mkdtempSync(join(parent, 'swift-'));
    mkdirSync(join(folder, 'files'));
    if (owner) for (const path of [folder, join(folder, 'files')]) chownSync(path, owner.uid, owner.gid);
    try {
      return { folder, ...(await launch(folder, owner)) };
    } catch (error) {
      rmSync(folder, { recursive: true, force: true });
      if (parent === '/var/tmp' || !/extended attributes/.test(error.message)) throw error;
    }
  }
}

/** Returns the account for Swift: under root, that of its packages. */
function serverUser() {
  if (process.getuid?.() !== 0) return undefined;
  const id = (flag) => Number(spawnSync('id', [flag, 'swift'], { encoding: 'utf8' }).stdout);
  return { uid: id('-u'), gid: id('-g') };
}

function launch(folder, owner, port = 0) {
  const server = spawn(python, [program, join(folder, 'files'), String(port)], {
    ...owner,
    cwd: folder,
    stdio: 'pipe',
  });
  return new Promise((resolve, reject) => {
    let output = '';
    const limit = setTimeout(() => server.kill('SIGKILL'), startLimitMs);
    const fail = (why) => {
      clearTimeout(limit);
      reject(new Stop(`OpenStack Swift did not start: ${why}\n${output}`));
    };
    server.stderr.setEncoding('utf8').on('data', (text) => {
      output = (output + text).slice(-10_000);
    });
    let printed = '';
    server.stdout.setEncoding('utf8').on('data', (text) => {
      printed += text;
      const listeningPort = /^ready (\d+)\n/.exec(printed)?.[1];
      if (!listeningPort) return;
      clearTimeout(limit);
      resolve({ server, port: Number(listeningPort) });
    });
    server.once('error', (error) => fail(error.message));
    server.once('exit', (code) => fail(`it ended with ${code}`));
  });
}
