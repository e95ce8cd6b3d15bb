import { type ChildProcess, spawn, spawnSync } from 'node:child_process';
import { createWriteStream, readdirSync, readFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { serverUser } from '../../tools/programs/postgres.mjs';

/**
 * The account of servers that refuse root: `postgres` under root, otherwise the current account.
 */
export const owner = serverUser();

const environment = { PATH: process.env.PATH, LANG: 'C.UTF-8', NODE_ENV: 'test' as const };

/**
 * Starts a program that prints into `logFile`, in its own process group, out of reach of Ctrl-C.
 */
export function launchProgram(program: string, args: string[], logFile: string): ChildProcess {
  const log = createWriteStream(logFile, { flags: 'a' });
  const child = spawn(program, args, {
    ...owner,
    cwd: '/',
    env: environment,
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  child.stdout.pipe(log, { end: false });
  child.stderr.pipe(log, { end: false });
  child.once('error', (error) => log.write(`${error.message}\n`));
  return child;
}

/**
 * Runs a program to its end and returns its output.
 *
 * @throws If it fails.
 */
export function runProgram(program: string, args: string[], env: Record<string, string> = {}) {
  const { status, stdout, stderr } = spawnSync(program, args, {
    ...owner,
    cwd: '/',
    env: { ...environment, ...env },
    encoding: 'utf8',
    timeout: 30_000,
  });
  if (status !== 0) throw new Error(`${program} ended with ${status}: ${stderr}`);
  return stdout.trim();
}

/**
 * Sends a signal to a process, or to a process group if the ID is negative. Ignores a process that
 * has ended.
 */
export function signal(pid: number | undefined, name: NodeJS.Signals) {
  if (!pid) return;
  try {
    process.kill(pid, name);
  } catch (error) {
    if ((error as { code?: string }).code !== 'ESRCH') throw error;
  }
}

/** Tells whether a process runs. Zombies do not. */
export function isRunning(pid: number | undefined) {
  return pid !== undefined && !['', 'Z', 'X'].includes(statOf(pid).state);
}

/** Lists all descendants of a process. */
export function descendantsOf(pid: number): number[] {
  const children = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .map(Number)
    .filter((each) => statOf(each).parent === pid);
  return children.flatMap((child) => [child, ...descendantsOf(child)]);
}

function statOf(pid: number) {
  try {
    // The program's name, in brackets, may contain anything.
    const [state = '', parent] =
      readFileSync(`/proc/${pid}/stat`, 'utf8').split(') ').at(-1)?.split(' ') ?? [];
    return { state, parent: Number(parent) };
  } catch {
    return { state: '', parent: 0 };
  }
}

/**
 * Waits until a condition holds.
 *
 * @returns The milliseconds that took.
 * @throws If the condition does not hold in time.
 */
export async function until(what: string, seconds: number, isSo: () => Promise<boolean> | boolean) {
  const startedAt = performance.now();
  while (performance.now() - startedAt < seconds * 1000) {
    if (await isSo()) return performance.now() - startedAt;
    await sleep(100);
  }
  throw new Error(`Timed out after ${seconds} s: ${what}`);
}
