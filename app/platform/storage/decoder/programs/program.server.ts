import type { Buffer } from 'node:buffer';
import { execFile, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Duplex, type Writable } from 'node:stream';
import { promisify } from 'node:util';
import { projectRoot } from '../../../project-root.server.ts';
import { readAnswers } from './answers.server.ts';
import type { Answer } from './protocol.server.ts';

const residentBytesMax = 512 * 1024 * 1024;
// What a program may hold resident beside the memory that its limit counts: libraries loaded late,
// stacks and machine code.
const uncountedBytes = 16 * 1024 * 1024;

/**
 * What Node forbids a program: every file but its own code, writing, other programs. A rule of
 * Node's for JavaScript; older ones have none.
 */
function confinementOf(path: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  // The program's own code: itself and what it loads from its folder and those in it.
  const names = readdirSync(dirname(path), { recursive: true, encoding: 'utf8' });
  const code = names.filter((name) => name.endsWith('.mjs'));
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
 * Has the kernel end a program first when memory is short, refuse it more than it may have, and
 * keep no copy of a report when it fails over that. Where this is not Linux with util-linux, the
 * program's own watch alone holds it.
 *
 * Only the memory from here on is limited: Node reserves up to a gigabyte at its start that counts,
 * but is never used.
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

const heapMegabytes = 256;
const stderrBytes = 2048;

/** A decoding program that runs. */
export type Worker = {
  input: Writable;
  /** Resolves with the next answer, or with undefined once the program is gone. */
  nextAnswer(): Promise<Answer | undefined>;
  /** What it wrote to stderr, for the operator. */
  complaint(): string;
  isGone(): boolean;
  kill(): void;
  /** Has the kernel hold it to its memory, where it can. */
  confine(): Promise<void>;
  gone: Promise<void>;
  jobs: number;
};

/** Starts a decoding program. Takes its path. */
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
  // A pipe to a program that was killed fails; that the program is gone says it all.
  for (const pipe of [input, stderr, output]) pipe.on('error', () => undefined);
  child.on('error', (error) => {
    complaint = error.message;
    if (child.pid === undefined) answers.end();
  });
  child.on('close', answers.end);

  child.unref();
  for (const pipe of [input, stderr, output]) unref(pipe);

  return {
    input,
    nextAnswer: answers.next,
    complaint: () => complaint,
    isGone: answers.isEnded,
    kill,
    confine: async () => (child.pid === undefined ? undefined : confineProgram(child.pid)),
    gone: answers.ended,
    jobs: 0,
  };
}

function spawnProgram(path: string) {
  const args = [`--max-old-space-size=${heapMegabytes}`, '--expose-gc', ...confinementOf(path), path];
  return spawn(process.execPath, args, {
    stdio: ['pipe', 'ignore', 'pipe', 'pipe'],
    // No setting of the server: a program that reads hostile files holds no secret. What one file
    // took is given back before the next.
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
