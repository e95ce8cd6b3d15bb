import { spawn } from 'node:child_process';
import { createHash, randomInt } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { setTimeout as wait } from 'node:timers/promises';
import { compareRows, differenceIn } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { projectRoot } from '~/platform/project-root.server';
import { bundled } from './bundled';
import { secrets } from './movable-clinic';
import { openBeside } from './test-database';

/** The settings of a clinic, as its env file says them. */
export type Env = Record<string, string>;

/** A clinic in a folder of its own; `other` settings go before. */
export const envIn = (folder: string, other: Env = {}): Env => ({
  PUBLIC_URL: 'http://clinic.test',
  DATA_DIR: join(folder, 'data'),
  DATABASE_URL: `file:${join(folder, 'data', 'app.db')}`,
  UPLOADS_DIR: join(folder, 'uploads'),
  LIMIT_SCALE: '1000',
  MIN_FREE_DISK_MB: '0',
  ...secrets,
  ...other,
});

/** How a move is stopped: a moment after it has said this, as if the machine lost its power. */
type Stop = { after: RegExp; ms: number };

/** Runs `npm run move`; gives its code, null where it was stopped, and what it said. */
export async function runMove(
  from: Env,
  to: Env,
  stop?: Stop,
): Promise<{ code: number | null; said: string }> {
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
  let said = '';
  let isCounting = false;
  for (const stream of [child.stdout, child.stderr]) {
    stream.setEncoding('utf8').on('data', (text: string) => {
      said += text;
      if (!stop || isCounting || !stop.after.test(said)) return;
      isCounting = true;
      void wait(stop.ms).then(() => child.kill('SIGKILL'));
    });
  }
  return new Promise((resolve, reject) => {
    child.once('error', reject);
    child.once('close', (code) => resolve({ code, said }));
  });
}

const notDone = 'update moves set done_at = null where started_at = (select max(started_at) from moves)';

/**
 * Moves a clinic that is stopped so often on its way, in turn while files go over and while rows
 * do, each time within so many milliseconds at most.
 */
export async function moveStopped(
  from: Env,
  to: Env,
  { stops, filesMs, rowsMs }: { stops: number; filesMs: number; rowsMs: number },
): Promise<{ stopped: number; seconds: number; said: string }> {
  const since = performance.now();
  const phases = [
    { after: /Moving to|goes on/, ms: filesMs },
    { after: /files are there/, ms: rowsMs },
  ];
  let stopped = 0;
  // A small clinic on a quick machine is through sooner than it is stopped, now and then.
  for (let tries = 0; stopped < stops && tries < 10 * stops; tries += 1) {
    const phase = phases[stopped % phases.length];
    if (!phase) break;
    const { code, said } = await runMove(from, to, { after: phase.after, ms: randomInt(phase.ms) });
    if (code === null) stopped += 1;
    else if (code !== 0) throw new Error(said);
    else {
      // It was through before: now it is as if stopped just before its end, and the next is stopped
      // sooner.
      for (const one of [from, to]) await runOn(one, notDone);
      phase.ms = Math.max(2, Math.round(phase.ms / 2));
    }
  }
  const { code, said } = await runMove(from, to);
  if (code !== 0) throw new Error(said);
  return { stopped, seconds: (performance.now() - since) / 1000, said };
}

/** How many rows two databases have alike; throws where one differs. */
export async function requireSameRows(one: Env, other: Env): Promise<number> {
  const [left, right] = [await openRaw(String(one.DATABASE_URL)), await openRaw(String(other.DATABASE_URL))];
  try {
    const compared = await compareRows(left, right);
    const difference = differenceIn(compared);
    if (difference) throw new Error(difference);
    return compared.reduce((sum, { rows }) => sum + rows, 0);
  } finally {
    await left.close();
    await right.close();
  }
}

/** The SHA-256 of every kept file of a clinic on the disk, by its name. */
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

/** Runs statements on a clinic's database behind the product's back. */
export async function runOn({ DATABASE_URL = '' }: Env, text: string): Promise<Record<string, unknown>[]> {
  const beside = openBeside(DATABASE_URL);
  return beside.rows(text).finally(beside.close);
}
