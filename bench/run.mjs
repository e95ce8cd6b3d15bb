// Measures what the product costs compared with bare floors, in one run.
//
// npm run bench [-- parts…] [-- --small]
//
// Builds what is missing, fills clinics in a temporary folder, and starts the built server and a
// bare Remix app. Measures them in turn and writes bench/RESULTS.md. With names of parts, only
// these are measured and printed, and the page stays unchanged. `--small` runs everything with a
// thousand rows and short rounds: it shows that the bench works, not how fast anything is.
//
// npm run bench -- hostile|upload-memory|timing [arguments] runs only that program of bench/.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { root, run, runTool, say, tools } from '../scripts/lib/project.mjs';
import { makeClinic, makeFloorRows, people } from './lib/clinic.mjs';
import { pageOf, tableOf } from './lib/results.mjs';
import { floorBuild, settingsIn, startServer } from './lib/servers.mjs';

/** Programs that do not compare the product with a floor. */
const programs = ['hostile', 'upload-memory', 'timing'];
const parts = ['start', 'lists', 'pages', 'uploads', 'photos', 'downloads', 'login', 'weight', 'postgres'];

process.chdir(root);
const words = process.argv.slice(2);
if (programs.includes(words[0])) {
  const [name, ...rest] = words;
  await ensureBuilt();
  process.exit(await run(process.execPath, ['--import', 'tsx', `bench/${name}.mjs`, ...rest]));
}
const isSmall = words.includes('--small');
const requested = words.filter((word) => word !== '--small');
const unknown = requested.filter((name) => !parts.includes(name));
if (unknown.length > 0) {
  console.error(`There is no part ${unknown.join(', ')}. There are: ${[...parts, ...programs].join(', ')}.`);
  process.exit(1);
}

const began = Date.now();
const folder = mkdtempSync(join(tmpdir(), 'secondlook-bench-'));
const servers = [];
const clinicsBySize = new Map();
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

await ensureBuilt();
await buildFloors();

const bench = {
  isSmall,
  folder,
  /** The number of reports in each of the three clinics. */
  sizes: isSmall ? [100, 500, 1000] : [1000, 100_000, 1_000_000],
  /**
   * Returns the number of rounds; `seconds` returns the length of one. A small run reduces both.
   */
  rounds: (count) => (isSmall ? 1 : count),
  seconds: (count) => (isSmall ? 0.3 : count),
  /** Starts the server of a clinic with this number of reports, once. */
  clinic: (reports, settings) =>
    once(`clinic ${reports} ${JSON.stringify(settings ?? {})}`, async () => {
      const clinic = await once(`fill ${reports}`, () => fill(reports));
      return trackServer(await startServer({ settings: { ...clinic, ...settings } }));
    }),
  /** Starts a server without data. */
  empty: (name, settings) =>
    once(`empty ${name}`, async () => {
      const clinic = await makeClinic({ folder: join(folder, name), reports: 1 });
      return trackServer(await startServer({ settings: { ...clinic, ...settings } }));
    }),
  /** Returns the settings of a server without data, for parts that start it themselves. */
  settingsOfEmpty: (name) => settingsIn(join(folder, name)),
  /**
   * Starts the bare Remix app with as many rows as the largest clinic has.
   *
   * @param settings further settings.
   */
  floor: (settings = {}) =>
    once(`floor ${Object.keys(settings)}`, async () => {
      const path = await once('floor rows', floorRows);
      const env = { FLOOR_DB: path, FLOOR_FOLDER: folder, ...settings };
      return trackServer(await startServer({ build: floorBuild, settings: env, ready: '/memory' }));
    }),
  say,
};

const rows = [];
const notes = [];
for (const name of requested.length > 0 ? requested : parts) {
  const from = Date.now();
  say(`\n${name}`);
  try {
    const { measure } = await import(`./parts/${name}.mjs`);
    const result = await measure(bench);
    rows.push(...result.rows);
    notes.push(...(result.notes ?? []));
    say([tableOf(result.rows), ...(result.notes ?? []).map((note) => `- ${note}`)].join('\n'));
  } catch (error) {
    // A failed part becomes a row too, and the others continue.
    say(String(error?.stack ?? error));
    rows.push({
      work: `${name}: not measured`,
      note: String(error?.message ?? error).split('\n')[0],
      met: false,
    });
  }
  say(`${name} took ${Math.round((Date.now() - from) / 1000)} s`);
}
for (const { stop } of servers) await stop();

const minutes = (Date.now() - began) / 60_000;
if (requested.length === 0 && !isSmall) {
  writeFileSync('bench/RESULTS.md', pageOf({ rows, notes, minutes }));
  say('\nWritten to bench/RESULTS.md');
}
const failedCount = rows.filter(({ work }) => work.endsWith('not measured')).length;
say(
  `\n${rows.length} rows, ${rows.filter(({ met }) => met === false).length} not met, ${minutes.toFixed(1)} minutes`,
);
process.exit(isSmall && failedCount > 0 ? 1 : 0);

async function buildFloors() {
  const sources = [
    'rows.server.js',
    'root.jsx',
    ...['memory', 'statement', 'page', 'upload', 'download', 'login', '_index'].map(
      (name) => `routes/${name}.jsx`,
    ),
  ];
  const newest = Math.max(...sources.map((name) => statSync(join('bench/floors/app', name)).mtimeMs));
  const built = statSync(floorBuild, { throwIfNoEntry: false })?.mtimeMs ?? 0;
  if (built > newest) return;
  say('Building the floors…');
  const args = ['vite:build', 'bench/floors', '--config', 'bench/floors/vite.config.mjs'];
  if ((await runTool(tools.remix, args, { NODE_ENV: 'production' })) !== 0)
    throw new Error('The floors could not be built.');
}

async function fill(reports) {
  say(`Filling a clinic with ${reports.toLocaleString('en')} reports…`);
  return makeClinic({ folder: join(folder, String(reports)), reports });
}

async function floorRows() {
  const largest = bench.sizes.at(-1);
  const { url } = await bench.clinic(largest);
  const headers = { authorization: `Bearer ${people.doctor.token}` };
  const answer = await fetch(`${url}/api/v1/report/get-pending-reports?limit=50`, { headers });
  const { data } = await answer.json();
  const path = join(folder, 'floor.db');
  makeFloorRows({ path, rows: largest, example: data[0] });
  return path;
}

function once(name, make) {
  if (!clinicsBySize.has(name)) clinicsBySize.set(name, make());
  return clinicsBySize.get(name);
}

function trackServer(server) {
  servers.push(server);
  return server;
}
