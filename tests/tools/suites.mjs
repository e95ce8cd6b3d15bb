// The suites of tests beside npm run unit and npm run e2e, each with what it needs.
import { delimiter } from 'node:path';
import { parseArgs } from 'node:util';
import { ensureBuilt } from '../../scripts/lib/build.mjs';
import { run, runTool, tools } from '../../scripts/lib/project.mjs';
import { buildRelease, lastRelease } from './earlier-release.mjs';
import { mountingOwnDisks } from './mounts.mjs';
import { requireFailoverPrograms } from './programs/failover-programs.mjs';
import { requirePostgres } from './programs/postgres.mjs';
import { requireSwift } from './programs/swift.mjs';

const vitestArguments = ['run', '--config', 'remix.config.ts'];
const runVitest = (words, env) => runTool(tools.vitest, [...vitestArguments, ...words], env);
const runTypeScript = (file, ...words) =>
  run(process.execPath, ['--import', 'tsx', `tests/${file}`, ...words]);

/**
 * Runs the integration, conformance and API tests and the faults of several servers, each in a
 * Vitest of its own. A file that is named is in one of them.
 */
async function runServerTests(words, env) {
  for (const suite of ['', 'api', 'faults']) {
    const code = await runVitest(['--passWithNoTests', ...words], { ...env, SUITE: suite });
    if (code !== 0) return code;
  }
  return 0;
}

/**
 * The suites by name. Each takes the words after its name and returns the exit code; its packages
 * are installed.
 */
export const suites = {
  /**
   * Every call of the API from outside, against the server that API_URL names or, without it, one
   * started from the build.
   */
  async api(words) {
    if (!process.env.API_URL) await ensureBuilt();
    return runVitest(words, { SUITE: 'api' });
  },

  /** Clients that generators make of the API's document (tests/tools/clients.ts). */
  clients: (words) => runTypeScript('tools/clients.ts', ...words),

  /**
   * 3,000 calls that are made from the API's document, against the built server. FUZZ_SEED sends
   * those of an earlier run again, FUZZ_REQUESTS says how many.
   */
  async fuzz(words) {
    await ensureBuilt();
    const env = { SUITE: 'api', FUZZ_REQUESTS: process.env.FUZZ_REQUESTS ?? '3000' };
    return runVitest(['tests/api/generated.spec.ts', ...words], env);
  },

  /**
   * What a clinic's one machine can meet (crashes, full disks, dead mail servers, cut lines), done
   * to the built server. TESTS=short runs the short form that is part of npm test.
   */
  async faults(words) {
    await ensureBuilt();
    const vitest = [process.execPath, tools.vitest, ...vitestArguments];
    const [program, ...rest] = [...mountingOwnDisks(), ...vitest, ...words];
    return run(program, rest, { SUITE: 'faults' });
  },

  /** The races among the faults. */
  races: (words) =>
    suites.faults(['tests/faults/races.spec.ts', 'tests/faults/email-workers.spec.ts', ...words]),

  /**
   * Everything that either database is asked, on PostgreSQL: the integration, conformance and API
   * tests, the races and what happens to a database that is gone.
   */
  async postgres(words) {
    await ensureBuilt();
    await requirePostgres();
    return runServerTests(words, { TEST_DATABASE: 'postgres' });
  },

  /**
   * The same with kept files in an object store, as several servers have them; the tests of the
   * store itself, and what happens when it is gone.
   */
  async servers(words) {
    await ensureBuilt();
    await requirePostgres();
    await requireSwift();
    return runServerTests(words, { TEST_DATABASE: 'postgres', TEST_STORAGE: 's3' });
  },

  /**
   * Random moves of a patient, two doctors and an admin against the table of a report's states, on
   * SQLite and on PostgreSQL: 10,000, or what --moves says.
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

  /** An hour in which nobody asks the built server anything (tests/tools/idle.mjs). */
  async idle(words) {
    await ensureBuilt();
    return run(process.execPath, ['tests/tools/idle.mjs', ...words]);
  },

  /**
   * Two servers on a PostgreSQL whose leader is killed while people upload and review; its standby
   * has to take over with everything that was acknowledged. Starts etcd, Patroni and HAProxy, so it
   * is no part of npm test. Takes about two minutes.
   */
  async failover() {
    // Where Debian has HAProxy, which is not on everybody's path.
    process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);
    await requireFailoverPrograms();
    await ensureBuilt();
    return runTypeScript('failover/run.ts');
  },

  /**
   * A changed version is installed and built under servers of this one. Then this version goes on
   * with a clinic that an earlier one has filled (the last release, or the commit that is named),
   * and every report, file, user and row is compared; and two servers of the earlier one are
   * replaced, one after the other. People use all of them meanwhile. With --in-place the first part
   * is done alone.
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
   * Moves a clinic of 20,000 reports from SQLite to PostgreSQL and back, and one of 2,000 to
   * PostgreSQL and an object store and back, each killed at 20 random moments; compares every row
   * and every file. Takes about half an hour; REPORTS and STOPS are other numbers.
   */
  async move() {
    await requirePostgres();
    await requireSwift();
    return runTypeScript('move/run.ts');
  },
};
