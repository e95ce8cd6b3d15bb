import type { Buffer } from 'node:buffer';
import { execFile, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Duplex, type Writable } from 'node:stream';
import { promisify } from 'node:util';
import { projectRoot } from '../../../project-root.server.ts';
import { readAnswers } from './answers.server.ts';
import type { DecoderAnswer } from './protocol.server.ts';

const residentBytesMax = 512 * 1024 * 1024;
// Resident memory that the kernel's limit does not count: libraries loaded late, stacks and machine
// code.
const uncountedBytes = 16 * 1024 * 1024;

/**
 * Builds the Node options that deny a program every file except its own code, writing, and starting
 * other programs. Node's permission model applies to JavaScript only. Older versions do not have
 * it.
 */
function confinementOf(path: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  // The program's own code: every module and font in its folder and below.
  const names = readdirSync(dirname(path), { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => /\.(?:mjs|ttf)$/.test(name));
  const readable = [
    ...code.map((name) => join(dirname(path), name)),
    realpathSync(join(projectRoot(), 'node_modules')),
  ];
  return [
    '--permission',
    '--allow-addons',
    '--allow-worker',
    ...readable.map((one) => `--allow-fs-read=${one}`),
    '--no-warnings',
  ];
}

/**
 * Tells the kernel to end the program first when memory is short, to limit its memory, and to write
 * no core dump, which could contain a report. Without Linux and util-linux, only the program's own
 * watch limits it.
 *
 * Only memory allocated from now on is limited. At its start, Node reserves up to a gigabyte that
 * counts but is never used.
 */
async function confineProgram(pid: number): Promise<void> {
  const limitMemory = async () => {
    const status = await readFile(`/proc/${pid}/status`, 'utf8');
    const [counted = 0, resident = 0] = [/^VmData:\s+(\d+)/m, /^VmRSS:\s+(\d+)/m].map(
      (field) => Number(field.exec(status)?.[1]) * 1024,
    );
    const data = counted + residentBytesMax - uncountedBytes - resident;
    await promisify(execFile)('prlimit', ['--pid', String(pid), '--core=0', `--data=${data}`]);
  };
  await Promise.allSettled([writeFile(`/proc/${pid}/oom_score_adj`, '1000'), limitMemory()]);
}

/**
 * Checks whether `prlimit` of util-linux can limit the memory of the programs on this machine, by
 * limiting one that does nothing.
 */
export async function canLimitMemory(): Promise<boolean> {
  try {
    await promisify(execFile)('prlimit', ['--core=0', `--data=${residentBytesMax}`, 'true']);
    return true;
  } catch {
    return false;
  }
}

const heapMegabytes = 256;
/** The signal with which a program ends itself after too much processor time. */
const usedUpSignal = 'SIGVTALRM';
const stderrBytes = 2048;

/** A running decoding program. */
export type Worker = {
  input: Writable;
  /** Resolves with the next answer, or with undefined once the program is gone. */
  nextAnswer(): Promise<DecoderAnswer | undefined>;
  /** Returns its stderr output, for the operator. */
  complaint(): string;
  isGone(): boolean;
  /** Returns whether it ended because a job took too much processor time. */
  hasUsedUp(): boolean;
  kill(): void;
  /** Makes the kernel enforce its memory limit, if possible. */
  confine(): Promise<void>;
  exited: Promise<void>;
  jobs: number;
};

/**
 * Starts a decoding program.
 *
 * @param program the path of the program.
 */
export function startProgram(program: string): Worker {
  const child = spawnProgram(realpathSync(program));
  const [input, , stderr, output] = child.stdio;
  if (!input || !stderr || !(output instanceof Duplex)) throw new Error('the decoding program has no pipes');

  let complaint = '';
  const kill = () => {
    child.kill('SIGKILL');
  };
  const answers = readAnswers(output, kill);
  stderr.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString()).slice(-stderrBytes);
  });
  // A pipe to a killed program fails. The end of the program is handled separately.
  for (const pipe of [input, stderr, output]) pipe.on('error', () => undefined);
  child.on('error', (error) => {
    complaint = error.message;
    if (child.pid === undefined) answers.end();
  });
  let endedBy: NodeJS.Signals | null = null;
  child.on('exit', (_code, signal) => {
    endedBy = signal;
  });
  child.on('close', answers.end);

  child.unref();
  for (const pipe of [input, stderr, output]) unref(pipe);

  return {
    input,
    nextAnswer: answers.next,
    complaint: () => complaint,
    isGone: answers.isEnded,
    hasUsedUp: () => endedBy === usedUpSignal,
    kill,
    confine: async () => (child.pid === undefined ? undefined : confineProgram(child.pid)),
    exited: answers.ended,
    jobs: 0,
  };
}

function spawnProgram(path: string) {
  const args = [`--max-old-space-size=${heapMegabytes}`, '--expose-gc', ...confinementOf(path), path];
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // Pass no settings of the server: a program that reads hostile files holds no secret. The
    // malloc settings return the memory of one file before the next.
    env: {
      MALLOC_ARENA_MAX: '2',
      MALLOC_TRIM_THRESHOLD_: '131072',
      VIPS_WARNING: '0',
      NODE_ENV: 'production',
    },
    windowsHide: true,
  });
}

function unref(pipe: object): void {
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}
