import type { Buffer } from 'node:buffer';
import { spawn } from 'node:child_process';
import { realpathSync } from 'node:fs';
import { Duplex, type Writable } from 'node:stream';
import { readAnswers } from './answers.server.ts';
import { confinementOf, confineProgram } from './confinement.server.ts';
import type { Answer } from './protocol.server.ts';

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
