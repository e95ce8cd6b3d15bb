// The test suites besides npm run unit and npm run e2e, each with its requirements.
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { run, runTool, tools } from '../../scripts/lib/project.mjs';
import { buildRelease, lastRelease } from './earlier-release.mjs';
import { mountingOwnDisks } from './mounts.mjs';
import { requireFailoverPrograms } from './programs/failover-programs.mjs';
import { requireGammu } from './programs/gammu.mjs';
import { requirePostgres } from './programs/postgres.mjs';
import { requireReleasePrograms } from './programs/release-programs.mjs';
import { requireSwift } from './programs/swift.mjs';

const vitestArguments = ['run'];
const runVitest = (words, env) => runTool(tools.vitest, [...vitestArguments, ...words], env);
const runTypeScript = (file, ...words) =>
  run(process.execPath, ['--import', 'tsx', `tests/${file}`, ...words]);

/**
 * Runs the integration, conformance and API tests and the faults of several servers, each in a
 * Vitest of its own. A named file belongs to one of them.
 */
async function runServerTests(words, env) {
  for (const suite of ['', 'api', 'faults']) {
    const code = await runVitest(['--passWithNoTests', ...words], { ...env, SUITE: suite });
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * The suites by name. Each takes the arguments after its name and returns the exit code. Its
 * packages are already installed.
 */
export const suites = {
  /**
   * Makes every API call from outside, against the server in API_URL or, without it, one started
   * from the build.
   */
  async api(words) {
    if (!process.env.API_URL) await ensureBuilt();
    return runVitest(words, { SUITE: 'api' });
  },

  /** Tests the clients generated from the API's document (tests/tools/clients.ts). */
  clients: (words) => runTypeScript('tools/clients.ts', ...words),

  /**
   * Compares the drawings of PDFs with those of two other programs (tests/tools/drawing.ts). Needs
   * pdftoppm, mutool, npm's registry and Debian's.
   */
  drawing: (words) => runTypeScript('tools/drawing.ts', ...words),

  /**
   * Sends 3,000 calls generated from the API's document to the built server. FUZZ_SEED repeats an
   * earlier run, FUZZ_REQUESTS sets the number.
   */
  async fuzz(words) {
    await ensureBuilt();
    const env = { SUITE: 'api', FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '3000' };
    return runVitest(['tests/api/generated.spec.ts', ...words], env);
  },

  /**
   * Exposes the built server to the faults of a one-machine clinic: crashes, full disks, dead mail
   * servers, cut connections. TESTS=short runs the short form that is part of npm test.
   */
  async faults(words) {
    await ensureBuilt();
    const vitest = [process.execPath, tools.vitest, ...vitestArguments];
    const [program, ...programArguments] = [...mountingOwnDisks(), ...vitest, ...words];
    return run(program, programArguments, { SUITE: 'faults' });
  },

  /** Runs the races among the faults. */
  races: (words) =>
    suites.faults([
      ...['races', 'email-workers', 'ladder', 'changes'].map((name) => `tests/faults/${name}.spec.ts`),
      ...words,
    ]),

  /**
   * Runs the tests of both databases on PostgreSQL: the integration, conformance and API tests, the
   * races, and the faults of a missing database.
   */
  async postgres(words) {
    await ensureBuilt();
    await requirePostgres();
    return runServerTests(words, { TEST_DATABASE: 'postgres' });
  },

  /**
   * Runs the same tests with files in an object store, as several servers use it, the tests of the
   * store itself, and the faults of a missing store.
   */
  async servers(words) {
    await ensureBuilt();
    await requirePostgres();
    await requireSwift();
    return runServerTests(words, { TEST_DATABASE: 'postgres', TEST_STORAGE: 's3' });
  },

  /**
   * Makes random moves of a patient, two doctors, a translator and an admin and compares them with
   * the table of report states, on SQLite and on PostgreSQL: 10,000 moves, or the number in --moves.
   */
  async states(words) {
    const { values } = parseArgs({ args: words, options: { moves: { type: 'string', default: '10000' } } });
    await requirePostgres();
    for (const database of ['', 'postgres']) {
      const env = { TEST_DATABASE: database, MOVES: values.moves };
      const code = await runVitest(['tests/integration/states'], env);
      if (code !== 0) return code;
    }
    return 0;
  },

  /** Leaves the built server without requests for an hour (tests/tools/idle.mjs). */
  async idle(words) {
    await ensureBuilt();
    return run(process.execPath, ['tests/tools/idle.mjs', ...words]);
  },

  /**
   * Kills the leader of the PostgreSQL of two servers while people upload and review. Its standby
   * must take over with everything that was acknowledged. Starts etcd, Patroni and HAProxy, so it
   * is not part of npm test. Takes about two minutes.
   */
  async failover() {
    // Debian installs HAProxy here, which is not on every user's path.
    process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
    await requireFailoverPrograms();
    await ensureBuilt();
    return runTypeScript('failover/run.ts');
  },

  /**
   * Upgrades clinics while people use them. First installs and builds a changed version under
   * running servers of this one. Then runs this version on a clinic that an earlier one (the last
   * release, or the given commit) has filled, and compares every report, file, user and row. Last,
   * replaces two servers of the earlier version one after the other. With --in-place, only the
   * first part runs.
   */
  async upgrade([word]) {
    const isInPlaceAlone = word === '--in-place';
    const earlier = isInPlaceAlone ? undefined : (word ?? lastRelease());
    await ensureBuilt();
    const code = await runTypeScript('upgrade/in-place.ts');
    if (code !== 0 || isInPlaceAlone) return code;
    const { folder, commit } = await buildRelease(earlier);
    return runTypeScript('upgrade/run.ts', folder, commit);
  },

  /**
   * Makes the archives of `npm run release` twice and compares them, runs one in an empty Debian
   * without compiler and network, and upgrades a clinic with two of them behind Caddy, and back.
   * Needs root, npm's registry and a mirror of Debian; takes about eight minutes.
   */
  async release() {
    const node = await requireReleasePrograms();
    await ensureBuilt();
    return runTypeScript('release/run.ts', node);
  },

  /**
   * Moves a clinic of 20,000 reports from SQLite to PostgreSQL and back, and one of 2,000 to
   * PostgreSQL and an object store and back. Each move is killed at 20 random moments. Compares
   * every row and every file. Takes about half an hour; REPORTS and STOPS set other numbers.
   */
  async move() {
    await requirePostgres();
    await requireSwift();
    return runTypeScript('move/run.ts');
  },

  /**
   * Sends texts in every language through deploy/sms-gammu.mjs and a gammu-smsd without a modem, and
   * compares their bytes and parts. Installs gammu-smsd. Takes about a minute.
   */
  async sms() {
    await requireGammu();
    return runTypeScript('sms/run.ts');
  },

  /**
   * Builds the container image, and checks a container of it as an operator starts it. Needs Docker
   * or Podman, so it is not part of npm test. Takes about two minutes.
   */
  container: () => runTypeScript('container/run.ts'),
};
