import { type ChildProcess, spawn } from 'node:child_process';
import { setTimeout as sleep } from 'node:timers/promises';
import { ask } from '../faults/support/calls.ts';

const startSeconds = 90;

/** A program with its arguments, working folder and whole environment. */
export type Launch = { command: string[]; cwd?: string; env: Record<string, string> };

const running = new Set<ChildProcess>();
process.on('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

/** Starts a program and collects its output. */
function launchProgram({ command: [program = '', ...words], cwd, env }: Launch) {
  const child = spawn(program, words, {
    cwd,
    env: env as NodeJS.ProcessEnv,
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  running.add(child);
  let printed = '';
  for (const stream of [child.stdout, child.stderr])
    stream?.setEncoding('utf8').on('data', (text: string) => {
      printed += text;
    });
  const ended = new Promise<number | null>((resolve) =>
    child.once('close', (code) => {
      running.delete(child);
      resolve(code);
    }),
  );
  return { child, ended, printed: () => printed };
}

/** Runs a program to its end. */
export async function runProgram(launch: Launch) {
  const { ended, printed } = launchProgram(launch);
  return { code: await ended, output: printed() };
}

/**
 * Starts a server and waits until it is ready.
 *
 * @returns Its address, the milliseconds it took, and `stop`, which rejects unless it ends with 0.
 */
export async function startServer(launch: Launch, port: number) {
  const since = performance.now();
  const { child, ended, printed } = launchProgram(launch);
  const url = `http://127.0.0.1:${port}`;
  const isReady = () =>
    ask(`${url}/readyz`).then(
      ({ status }) => status === 200,
      () => false,
    );
  while (!(await isReady())) {
    if (child.exitCode !== null || performance.now() - since > startSeconds * 1000)
      throw new Error(`No server started:\n${printed()}`);
    await sleep(20);
  }
  return {
    url,
    pid: child.pid as number,
    readyMs: performance.now() - since,
    log: printed,
    async stop() {
      child.kill('SIGTERM');
      const code = await ended;
      if (code !== 0) throw new Error(`The server ended with ${code}:\n${printed()}`);
    },
  };
}
