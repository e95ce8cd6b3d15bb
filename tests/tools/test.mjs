// npm test: runs all checks, even from a fresh clone. The last line sums up all suites.
import '../../scripts/lib/node-version.mjs';
import '../../scripts/lib/follow-npm.mjs';
import { spawn } from 'node:child_process';
import { chmodSync, mkdtempSync, rmSync, statfsSync } from 'node:fs';
import { freemem, release, tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildArguments, ensureBuilt } from '../../scripts/lib/build.mjs';
import { sourceChecks, typeCheck } from '../../scripts/lib/checks.mjs';
import { ensureInstalled } from '../../scripts/lib/install.mjs';
import {
  exitCodeOf,
  interruptions,
  readIfThere,
  root,
  Stop,
  say,
  tools,
} from '../../scripts/lib/project.mjs';
import { countCheck, countPlaywright, countVitest } from './count.mjs';
import { mountingOwnDisks } from './mounts.mjs';
import { installWithApt, isThere } from './programs/apt.mjs';
import { requireChromium } from './programs/chromium.mjs';
import { requirePostgres } from './programs/postgres.mjs';
import { requireSwift } from './programs/swift.mjs';

const suiteLimitMinutes = 60;
const graceSeconds = 5;
const gigabyte = 1024 ** 3;
const hasGroups = process.platform !== 'win32';

process.chdir(root);
const onPostgres = { TEST_DATABASE: 'postgres' };
const onStore = { TEST_STORAGE: 's3' };
const faults = { SUITE: 'faults' };
const results = [];
const running = new Set();
let temporary = null;
let interrupted = false;

try {
  await ensureInstalled();
  await wantDeployTools();
  // All databases, uploads and browser profiles of the tests are below this folder.
  temporary = mkdtempSync(join(placeOfFiles(), 'secondlook-test-'));
  // Under root, another account runs the tests' PostgreSQL, whose folder is below this one.
  chmodSync(temporary, 0o711);
  process.on('exit', clearTemporary);
  for (const signal of interruptions) process.on(signal, () => interrupt(signal));
  await runSuites();
} catch (error) {
  // Without packages, no test can run.
  report('set-up', { passed: 0, failed: 1 }, 0);
  console.error(error instanceof Stop ? error.message : error);
}
summarize();

/**
 * Returns the parent of the tests' temporary folder. If no other one is named and there is plenty
 * of memory, it is in memory, which saves a tenth of the processor time.
 */
function placeOfFiles() {
  const inMemory = '/dev/shm';
  // Before Linux 6.6, tmpfs has no extended attributes, which the object store needs.
  const [major, minor] = release().split('.').map(Number);
  const isLinux = process.platform === 'linux' && (major > 6 || (major === 6 && minor >= 6));
  if (!isLinux || process.env.TMPDIR) return tmpdir();
  try {
    const { bavail, bsize } = statfsSync(inMemory);
    return Math.min(bavail * bsize, freemem()) > 4 * gigabyte ? inMemory : tmpdir();
  } catch {
    return tmpdir();
  }
}

/**
 * Installs the programs that check the deployment files on a machine dedicated to tests. Elsewhere
 * they are only used if present, as the packages of Caddy and Prometheus start servers.
 */
async function wantDeployTools() {
  const packages = {
    'systemd-analyze': 'systemd',
    caddy: 'caddy',
    promtool: 'prometheus',
    haproxy: 'haproxy',
    patroni: 'patroni',
    restic: 'restic',
  };
  const missing = Object.keys(packages).filter((program) => !isThere(program));
  if (process.env.CI && missing.length > 0)
    await installWithApt(...missing.map((program) => packages[program]));
}

async function runSuites() {
  // The build, the source checks and the installation share the two cores.
  const [built, installed] = await Promise.all([buildSuite(), installPrograms(), checkSources()]);
  const { hasPostgres, hasStore, hasChromium } = installed;
  const api = { SUITE: 'api' };
  // The fault suites have time limits, as the product has. They wait for half of their time: three
  // of them fill two cores, and nothing else runs beside them.
  await Promise.all([
    built && vitestSuite('faults', faults, { isLive: true, under: mountingOwnDisks() }),
    inTurn([
      hasPostgres && built && (() => vitestSuite('postgres faults', { ...onPostgres, ...faults })),
      hasStore && built && (() => vitestSuite('store faults', { ...onStore, ...faults })),
    ]),
  ]);
  // Two suites at a time use both cores. The longest and those that mostly wait come first: a
  // waiting suite alone at the end would leave half of the machine unused.
  const otherSteps = [
    hasChromium && (() => playwrightSuite(built)),
    hasPostgres && built && (() => vitestSuite('postgres api', { ...onPostgres, ...api })),
    hasStore && (() => vitestSuite('object store', onStore)),
    () => vitestSuite('vitest'),
    hasPostgres && (() => vitestSuite('postgres', onPostgres)),
    built && (() => vitestSuite('api', api)),
    checkTypes,
    checkClients,
  ];
  await Promise.all([inTurn(otherSteps), inTurn(otherSteps)]);
  if (!built) for (const name of ['api', 'faults']) report(name, { passed: 0, failed: 1 }, 0);
}

/** Runs suites from a list, one at a time, until it is empty. Several calls may share the list. */
async function inTurn(suites) {
  while (suites.length > 0) {
    const suite = suites.shift();
    if (suite) await suite();
  }
}

/** Installs the optional programs of the product, if possible. */
async function installPrograms() {
  return {
    hasPostgres: await isInstalled('postgres', requirePostgres),
    hasStore: await isInstalled('object store', requireSwift),
    hasChromium: await isInstalled('playwright', requireChromium),
  };
}

async function isInstalled(name, require) {
  try {
    await require();
    return true;
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    report(name, { passed: 0, failed: 1 }, 0);
    return false;
  }
}

async function checkSources() {
  for (const check of sourceChecks) await checkSuite(...check);
}

async function checkTypes() {
  const [name, tool, args] = typeCheck;
  // Several threads would take twice the processor time, which other suites need.
  await checkSuite(name, tool, [...args, '--singleThreaded']);
}

/** Compiles the clients generated from the API's document, after installing the generators. */
async function checkClients() {
  await checkSuite('clients', tools.tsx, [join('tests', 'tools', 'clients.ts'), '--types']);
}

async function checkSuite(name, tool, args) {
  const { code, seconds } = await quietly(name, tool, args);
  report(name, countCheck(code), seconds);
}

async function buildSuite() {
  const started = Date.now();
  let passed = false;
  try {
    await ensureBuilt(async (env) => (await quietly('build', tools.remix, buildArguments, env)).code);
    passed = true;
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
  }
  report('build', countCheck(passed ? 0 : 1), secondsSince(started));
  return passed;
}

/** Runs a test suite. Unless it is live, its output is shown once it has ended. */
async function vitestSuite(name, env, { isLive = false, under } = {}) {
  const reportFile = join(temporary, `${name}.json`);
  const reporters = ['--reporter=default', '--reporter=json', `--outputFile.json=${reportFile}`];
  const args = ['run', '--allowOnly=false', ...reporters];
  const run = isLive ? live : afterwards;
  const { code, seconds } = await run(name, tools.vitest, args, env, under);
  report(name, countVitest(reportFile, code), seconds);
}

async function playwrightSuite(built) {
  try {
    if (!built) throw new Stop('The browser tests did not run: there is no build to test.');
    const started = Date.now();
    const env = {
      CHROMIUM_PATH: await requireChromium(),
      PLAYWRIGHT_JSON_OUTPUT_NAME: join(temporary, 'playwright.json'),
      // The browser gets the build checked above, even if a source is saved meanwhile.
      BUILD_IS_READY: '1',
    };
    const { code } = await live('playwright', tools.playwright, ['test', '--forbid-only'], env);
    const counted = countPlaywright(env.PLAYWRIGHT_JSON_OUTPUT_NAME, code);
    report('playwright', counted, secondsSince(started));
  } catch (error) {
    console.error(error instanceof Stop ? error.message : error);
    report('playwright', { passed: 0, failed: 1 }, 0);
  }
}

/** Runs a suite on this terminal, under another program if one is given. */
async function live(name, tool, args, env, under) {
  say(`\n── ${name} ${'─'.repeat(60 - name.length)}`);
  return runSuite(tool, args, env, 'inherit', under);
}

/** Runs a suite in the background and shows its output when it has ended. */
async function afterwards(name, tool, args, env, under) {
  const result = await runSuite(tool, args, env, 'pipe', under);
  say(`\n── ${name} ${'─'.repeat(60 - name.length)}\n${result.output}`);
  return result;
}

/** Runs a suite and only shows its output if it fails. */
async function quietly(name, tool, args, env) {
  const result = await runSuite(tool, args, env, 'pipe');
  if (result.code !== 0) say(`\n── ${name} failed ${'─'.repeat(53 - name.length)}\n${result.output}`);
  return result;
}

function runSuite(tool, args, env, output, under = []) {
  const started = Date.now();
  return new Promise((resolve) => {
    // After Ctrl-C nothing more is started, as this process is about to end.
    if (interrupted) return;
    const [program, ...words] = [...under, process.execPath, join(root, tool), ...args];
    const child = spawn(program, words, {
      cwd: root,
      env: { ...suiteEnvironment(), ...env },
      stdio: ['ignore', output, output],
      // Its own process group lets the suite's browsers and servers be ended with it.
      detached: hasGroups,
    });
    running.add(child);
    let printed = '';
    for (const stream of [child.stdout, child.stderr]) {
      stream?.setEncoding('utf8').on('data', (text) => {
        printed += text;
      });
    }
    const limit = setTimeout(() => {
      console.error(`This suite is ended: it has run for ${suiteLimitMinutes} minutes.`);
      end(child, 'SIGKILL');
    }, suiteLimitMinutes * 60_000);
    const finish = (code) => {
      clearTimeout(limit);
      // Ends browsers and servers that the suite did not stop.
      end(child, 'SIGKILL');
      running.delete(child);
      // An interrupted suite says nothing about the product, so nothing is counted.
      if (!interrupted) resolve({ code, output: printed, seconds: secondsSince(started) });
    };
    child.once('error', () => finish(1));
    child.once('exit', (code) => {
      // A process that outlives the suite may keep its output open; it is not waited for.
      setTimeout(() => finish(code ?? 1), 200);
    });
  });
}

/**
 * Returns the environment without the product's settings, so that tests run the same on every
 * machine.
 */
function suiteEnvironment() {
  const moduleCache = join(temporary, 'modules');
  const env = { ...process.env, TESTS: 'short', TMPDIR: temporary, MODULE_CACHE: moduleCache };
  const settings = (readIfThere('.env.example') ?? '').matchAll(/^#?\s*([A-Z][A-Z0-9_]*)=/gm);
  for (const [, name] of settings) delete env[name];
  delete env.NODE_ENV;
  // No test calls another machine, and each Node process would read hundreds of certificates at its
  // start.
  delete env.NODE_EXTRA_CA_CERTS;
  if (!process.stdout.isTTY) {
    // Log files are plain text.
    delete env.FORCE_COLOR;
    delete env.CLICOLOR_FORCE;
    env.NO_COLOR = '1';
  }
  return env;
}

function end(child, signal) {
  try {
    if (hasGroups) process.kill(-child.pid, signal);
    else child.kill(signal);
  } catch {
    // Already gone.
  }
}

/**
 * Handles Ctrl-C: asks every suite to stop, and kills it after a few seconds or a second Ctrl-C.
 */
function interrupt(signal) {
  const code = exitCodeOf(signal);
  if (interrupted || running.size === 0) {
    for (const child of running) end(child, 'SIGKILL');
    process.exit(code);
  }
  interrupted = true;
  console.error('\nStopping…');
  for (const child of running) end(child, signal);
  const started = Date.now();
  setInterval(() => {
    if (running.size > 0 && Date.now() - started < graceSeconds * 1000) return;
    for (const child of running) end(child, 'SIGKILL');
    process.exit(code);
  }, 100);
}

function clearTemporary() {
  rmSync(temporary, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 });
}

function report(name, { passed, failed, skipped = 0, failures = [] }, seconds) {
  results.push({ name, passed, failed, skipped, failures, seconds });
}

function secondsSince(started) {
  return (Date.now() - started) / 1000;
}

function summarize() {
  const total = (key) => results.reduce((sum, result) => sum + result[key], 0);
  const line = (...cells) =>
    cells.map((cell, index) => (index ? cell.padStart(9) : cell.padEnd(16))).join('');
  say(`\n${line('suite', 'passed', 'failed', 'skipped', 'seconds')}`);
  for (const { name, passed, failed, skipped, seconds } of results) {
    say(line(name, String(passed), String(failed), String(skipped), seconds.toFixed(1)));
  }
  for (const { name, failures } of results)
    for (const { where, why } of failures) say(`\nfailed: ${name}: ${where}\n  ${why.join('\n  ')}`);
  say(`\n${total('passed')} passed, ${total('failed')} failed`);
  process.exit(total('failed') === 0 && total('passed') > 0 ? 0 : 1);
}
