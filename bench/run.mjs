// What the product costs beside bare floors, in one run: npm run bench [-- parts…] [-- --small]
// Builds what is missing, fills clinics in a folder of its own, starts the built server and a bare
// Remix app beside it, lets them take turns, and writes bench/RESULTS.md. With names of parts only
// these are measured and shown, and the page stays as it is. `--small` goes through everything with
// a thousand rows and short rounds: it shows that the bench works, not how fast anything is.
//
// npm run bench -- hostile|upload-memory|timing [arguments] runs that program of bench/ alone.
import { mkdtempSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ensureBuilt } from '../scripts/lib/build.mjs';
import { root, run, runTool, say, tools } from '../scripts/lib/project.mjs';
import { makeClinic, makeFloorRows, people } from './lib/clinic.mjs';
import { pageOf, tableOf } from './lib/results.mjs';
import { floorBuild, startServer } from './lib/servers.mjs';

/** Programs that measure something else than the product beside a floor. */
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
const made = new Map();
process.once('exit', () => rmSync(folder, { recursive: true, force: true, maxRetries: 5, retryDelay: 200 }));
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.once(signal, () => process.exit(1));

await ensureBuilt();
await buildFloors();

const bench = {
  isSmall,
  folder,
  /** How many reports the three clinics have. */
  sizes: isSmall ? [100, 500, 1000] : [1000, 100_000, 1_000_000],
  /** So many rounds, and so many seconds each; a small run only goes through. */
  rounds: (count) => (isSmall ? 1 : count),
  seconds: (count) => (isSmall ? 0.3 : count),
  /** The server of a clinic with so many reports, started once. */
  clinic: (reports, settings) =>
    once(`clinic ${reports} ${JSON.stringify(settings ?? {})}`, async () => {
      const clinic = await once(`fill ${reports}`, () => fill(reports));
      return started(await startServer({ settings: { ...clinic, ...settings } }));
    }),
  /** A server with nothing in it. */
  empty: (name, settings) =>
    once(`empty ${name}`, async () => {
      const clinic = await makeClinic({ folder: join(folder, name), reports: 1 });
      return started(await startServer({ settings: { ...clinic, ...settings } }));
    }),
  /** Settings of a server with nothing in it, for whoever starts it himself. */
  settingsOfEmpty: (name) => makeClinic({ folder: join(folder, name), reports: 1 }),
  /**
   * The bare Remix app over as many rows as the largest clinic has.
   *
   * @param settings more settings for it.
   */
  floor: (settings = {}) =>
    once(`floor ${Object.keys(settings)}`, async () => {
      const path = await once('floor rows', floorRows);
      const env = { FLOOR_DB: path, FLOOR_FOLDER: folder, ...settings };
      return started(await startServer({ build: floorBuild, settings: env, ready: '/memory' }));
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
    // What could not be measured is a row too, and the rest goes on.
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
const broken = rows.filter(({ work }) => work.endsWith('not measured')).length;
say(
  `\n${rows.length} rows, ${rows.filter(({ met }) => met === false).length} not met, ${minutes.toFixed(1)} minutes`,
);
process.exit(isSmall && broken > 0 ? 1 : 0);

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
  if (!made.has(name)) made.set(name, make());
  return made.get(name);
}

function started(server) {
  servers.push(server);
  return server;
}
