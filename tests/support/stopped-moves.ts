import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compareRows, findDifference } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { projectRoot } from '~/platform/project-root.server';
import { bundled } from './bundled';
import { secrets } from './movable-clinic';
import { openBeside } from './test-database';

/** The settings of a clinic, as in its env file. */
export type Env = Record<string, string>;

/** Builds the settings of a clinic in its own folder; `overrides` takes precedence. */
export const envIn = (folder: string, overrides: Env = {}): Env => ({
  PUBLIC_URL: 'http://clinic.test',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: `file:${join(folder, 'data', 'app.db')}`,
  UPLOADS_DIR: join(folder, 'uploads'),
  LIMIT_SCALE: '1000',
  MIN_FREE_DISK_MB: '0',
  ...secrets,
  ...overrides,
});

/**
 * When a move is killed: `ms` milliseconds after its output matches, as if the machine lost power.
 */
type Stop = { after: RegExp; ms: number };

/**
 * Runs `npm run move`.
 *
 * @returns its exit code, or null if it was stopped, and its output.
 */
export async function runMove(
  from: Env,
  to: Env,
  stop?: Stop,
): Promise<{ code: number | null; output: string }> {
  const file = `${to.DATA_DIR}.env`;
  mkdirSync(dirname(file), { recursive: true });
  writeFileSync(
    file,
    Object.entries(to)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  );
  const { PATH = '', HOME = '' } = process.env;
  const child = spawn(process.execPath, [await bundled('scripts/move.ts'), '--to', file], {
    cwd: projectRoot(),
    env: { NODE_ENV: 'production', PATH, HOME, ...from },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  let output = '';
  let isCounting = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      output += text;
      if (!stop || isCounting || !stop.after.test(output)) return;
      isCounting = true;
      void wait(stop.ms).then(() => child.kill('SIGKILL'));
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, output }));
  });
}

const notDone = 'update moves set done_at = null where started_at = (select max(started_at) from moves)';

/**
 * Moves a clinic and kills the move `stops` times, in turn while files and while rows are copied,
 * each time within a bounded number of milliseconds.
 */
export async function moveWithStops(
  from: Env,
  to: Env,
  { stops, filesMs, rowsMs }: { stops: number; filesMs: number; rowsMs: number },
): Promise<{ stopped: number; seconds: number; output: string }> {
  const since = performance.now();
  const phases = [
    { after: /Moving to|goes on/, ms: filesMs },
    { after: /files are in the new place/, ms: rowsMs },
  ];
  let stopped = 0;
  // A small clinic on a fast machine is sometimes moved before the stop.
  for (let tries = 0; stopped < stops && tries < 10 * stops; tries += 1) {
    const phase = phases[stopped % phases.length];
    if (!phase) break;
    const { code, output } = await runMove(from, to, { after: phase.after, ms: randomInt(phase.ms) });
    if (code === null) stopped += 1;
    else if (code !== 0) throw new Error(output);
    else {
      // The move ended before the stop: resets it to just before its end, and stops the next one
      // sooner.
      for (const one of [from, to]) await runStatements(one, notDone);
      phase.ms = Math.max(2, Math.round(phase.ms / 2));
    }
  }
  const { code, output } = await runMove(from, to);
  if (code !== 0) throw new Error(output);
  return { stopped, seconds: (performance.now() - since) / 1000, output };
}

/**
 * Counts the rows that two databases have in common.
 *
 * @throws if a row differs.
 */
export async function requireSameRows(leftEnv: Env, rightEnv: Env): Promise<number> {
  const [left, right] = [
    await openRaw(String(leftEnv.DATABASE_URL)),
    await openRaw(String(rightEnv.DATABASE_URL)),
  ];
  try {
    const compared = await compareRows(left, right);
    const difference = findDifference(compared);
    if (difference) throw new Error(difference);
    return compared.reduce((sum, { rows }) => sum + rows, 0);
  } finally {
    await left.close();
    await right.close();
  }
}

/** Computes the SHA-256 of every stored file of a clinic on disk, by its name. */
export function sealedFilesOf({ UPLOADS_DIR = '' }: Env): Record<string, string> {
  const names = readdirSync(UPLOADS_DIR, { recursive: true })
    .map(String)
    .filter((name) => /^.{2}\/.{22}$/.test(name));
  return Object.fromEntries(
    names.sort().map((name) => [
      name,
      createHash('sha256')
        .update(readFileSync(join(UPLOADS_DIR, name)))
        .digest('hex'),
    ]),
  );
}

/** Runs statements on a clinic's database, bypassing the product. */
export async function runStatements(
  { DATABASE_URL = '' }: Env,
  text: string,
): Promise<Record<string, unknown>[]> {
  const beside = openBeside(DATABASE_URL);
  return beside.rows(text).finally(beside.close);
}
