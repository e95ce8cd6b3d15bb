import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { bundled } from '../../support/bundled';
import type { actions } from './connection.ts';

type Acts = typeof actions;
type Answer = { id?: number; result?: unknown; error?: string };

/** A process with its own connection to a database, and the actions it can execute. */
export type Connection = {
  call<Act extends keyof Acts>(
    act: Act,
    ...args: Parameters<Acts[Act]>
  ): Promise<Awaited<ReturnType<Acts[Act]>>>;
  close(): Promise<void>;
  /** Kills it at once (`kill -9`). */
  kill(): Promise<void>;
};

/**
 * Starts a process that opens a database.
 *
 * @param url DATABASE_URL of the process.
 * @param limitScale Factor on the limits.
 * @param options `clockMs` is the error of its clock, in milliseconds; `undoSeconds` the time to
 *   undo a review.
 */
export async function openConnection(
  url: string,
  limitScale = 1_000_000,
  { clockMs = 0, undoSeconds = 0 } = {},
): Promise<Connection> {
  const program = await bundled('tests/faults/support/connection.ts');
  const child: ChildProcess = fork(program, [url, ...[limitScale, clockMs, undoSeconds].map(String)], {
    execArgv: [],
  });
  const waiting = new Map<number, (answer: Answer) => void>();
  let last = 0;
  child.on('message', (answer: Answer) => {
    if (answer.id !== undefined) waiting.get(answer.id)?.(answer);
  });
  const ended = once(child, 'exit').then(([code]) => {
    throw new Error(`A process with a database ended with ${code}`);
  });
  await Promise.race([once(child, 'message'), ended]);
  ended.catch(() => undefined);
  const call = async (act: string, ...args: unknown[]) => {
    last += 1;
    const id = last;
    const answered = new Promise<Answer>((resolve) => waiting.set(id, resolve));
    child.send({ id, act, args });
    const { result, error } = await answered;
    waiting.delete(id);
    if (error !== undefined) throw new Error(`${act}: ${error}`);
    return result;
  };
  return {
    call: call as Connection['call'],
    async close() {
      const gone = once(child, 'exit');
      child.disconnect();
      await gone;
    },
    async kill() {
      const gone = once(child, 'exit');
      child.kill('SIGKILL');
      await gone;
    },
  };
}
