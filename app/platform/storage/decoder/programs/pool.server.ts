import { join } from 'node:path';
import type { PassThrough, Readable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { heicType } from '../../../media-types.ts';
import { projectRoot } from '../../../project-root.server.ts';
import { startProgram, type Worker } from './program.server.ts';
import {
  type ComposeJob,
  type DecoderAnswer,
  type Job,
  type PageRefusal,
  sendJob,
} from './protocol.server.ts';
import { type DecoderTurns, openDecoderTurns, type Turn } from './turns.server.ts';

const jobsPerWorker = 200;
const lookEveryMs = 100;

/** The account a file is decoded for, and a callback for the time spent. */
export type ForAccount = {
  turn?: Turn;
  /**
   * Called with the milliseconds a program was busy with the file, whatever the result: at most the
   * processor time that it may take. Not called if no program was.
   */
  onSpent?(ms: number): void;
};

export type PoolOptions = {
  /** Maximum milliseconds for a job, and for the start of a program. */
  timeoutMs: number;
  /** Maximum milliseconds of processor time for a job. */
  processorMs: number;
  workers: number;
  idleMs: number;
  /**
   * Milliseconds after which a job is ended as soon as another one waits that is at least as
   * urgent. If omitted, no job is.
   */
  yieldAfterMs?: number;
  /** Replaces `app/platform/storage/decoder/decode.mjs` in tests. */
  program?: string;
  onRefusal?: (reason: PageRefusal) => void;
};

/**
 * The reason nothing was decoded. If the requested page does not exist, `pages` is the number of
 * pages. With `isYielded`, the job was ended for another one and may be tried elsewhere.
 */
type RefusedPage = { refused: PageRefusal; pages?: number; isYielded?: boolean; later?: undefined };

/** A set of programs and the queue in front of them. */
type Pool = {
  options: PoolOptions;
  turns: DecoderTurns;
  idle: Worker[];
  alive: Set<Worker>;
  isClosed: boolean;
  idleTimer?: NodeJS.Timeout;
};

type Question = {
  open: () => Promise<Readable>;
  job: Job | ComposeJob;
  /** Maximum milliseconds of processor time, if the pool's own limit does not apply. */
  processorMs?: number;
  /**
   * Called once the job has its turn. Returns true if the job is known to be slow and makes way at
   * once.
   */
  isSlow?(): boolean;
} & ForAccount;

/** Opens a pool of programs and the queue in front of them. Starts no program. */
export function openDecoderPool(options: PoolOptions) {
  const pool: Pool = {
    options,
    turns: openDecoderTurns({ places: options.workers, onIdle: () => endIdleLater(pool) }),
    idle: [],
    alive: new Set(),
    isClosed: false,
  };
  return {
    ask: (question: Question) => ask(pool, question),
    waiting: () => pool.turns.waiting(),
    close: () => close(pool),
  };
}

async function ask(
  pool: Pool,
  { open, isSlow, turn = { accountId: '', isUrgent: false }, ...question }: Question,
): Promise<DecoderAnswer | RefusedPage> {
  if (question.job.bytes === 0) return { refused: 'empty' };
  const endTurn = await takeTurn(pool, turn);
  let isHeld = false;
  let content: Readable | undefined;
  try {
    if (isSlow?.()) return { refused: 'tooSlow', isYielded: true };
    content = await open();
    content.on('error', () => undefined);
    const answer = await decodeNow(pool, { content, turn, ...question });
    if (answer.refused && !('isYielded' in answer)) pool.options.onRefusal?.(answer.refused);
    isHeld = answer.later !== undefined;
    void answer.later?.then(endTurn);
    return answer;
  } finally {
    if (!isHeld) endTurn();
    content?.destroy();
  }
}

async function takeTurn(pool: Pool, turn: Turn): Promise<() => void> {
  requireOpen(pool);
  clearTimeout(pool.idleTimer);
  const endTurn = await pool.turns.take(turn);
  if (pool.isClosed) endTurn();
  requireOpen(pool);
  return endTurn;
}

function requireOpen({ isClosed }: Pool): void {
  if (isClosed) throw new Error('the decoder is closed');
}

function endIdleLater(pool: Pool): void {
  pool.idleTimer = setTimeout(() => {
    for (const worker of pool.idle.splice(0)) worker.kill();
  }, pool.options.idleMs);
  pool.idleTimer.unref();
}

async function decodeNow(
  pool: Pool,
  {
    content,
    turn,
    job,
    onSpent,
    processorMs = pool.options.processorMs,
  }: Omit<Question, 'open' | 'isSlow'> & { turn: Turn; content: Readable },
): Promise<DecoderAnswer | RefusedPage> {
  // A HEIC or many pictures take most of the memory a program may have. They start with a fresh
  // program, which replaces an idle one.
  const isLarge = 'parts' in job || job.mediaType === heicType;
  const idle = pool.idle.pop();
  if (isLarge) idle?.kill();
  const worker = (isLarge ? undefined : idle) ?? (await startWorker(pool));
  if (!worker) return { refused: 'busy' };
  const since = performance.now();
  worker.jobs += 1;
  let isReusable = false;
  let isHeld = false;
  try {
    const endEarlier =
      pool.options.yieldAfterMs === undefined
        ? undefined
        : (signal: AbortSignal) => untilYielded(pool, turn, signal);
    const work = answerTo(worker, content, { ...job, processorMs });
    const answer = await inTime(work, pool.options.timeoutMs, endEarlier).finally(() =>
      onSpent?.(Math.min(processorMs, performance.now() - since)),
    );
    if (answer === 'yielded') return { refused: 'tooSlow', isYielded: true };
    if (answer === 'late') return { refused: 'busy' };
    if (!answer) {
      requireOpen(pool);
      return { refused: worker.hasUsedUp() ? 'tooSlow' : 'unreadable' };
    }
    if (answer.fault !== undefined) throw new Error(`decoding does not work here: ${answer.fault}`);
    if (answer.more) {
      isHeld = true;
      return { ...answer, later: smallPicture(pool, worker, answer.converted) };
    }
    isReusable = canGoOn(worker, answer);
    return answer;
  } finally {
    if (!isHeld) release(pool, worker, isReusable);
  }
}

/** Resolves once a job has to make way for another one. */
async function untilYielded({ options, turns }: Pool, turn: Turn, signal: AbortSignal): Promise<'yielded'> {
  await wait(options.yieldAfterMs, undefined, { signal });
  while (!turns.isAwaited(turn)) await wait(lookEveryMs, undefined, { signal });
  return 'yielded';
}

/** Returns the answer to one job; undefined if the program ended first. */
async function answerTo(
  worker: Worker,
  content: Readable,
  job: Job | ComposeJob,
): Promise<DecoderAnswer | undefined> {
  return (await sendJob(worker, content, job)) ? worker.nextAnswer() : undefined;
}

/**
 * Returns the small picture that follows the converted one, if any, and releases the program. If
 * packing fails or takes too long, the file has no small picture and the program is replaced.
 */
async function smallPicture(
  pool: Pool,
  worker: Worker,
  converted?: PassThrough,
): Promise<Buffer | undefined> {
  const { timeoutMs } = pool.options;
  const next = inTime(converted ? waitForClose(converted) : Promise.resolve(), timeoutMs).then(
    (read) => read ?? inTime(worker.nextAnswer(), timeoutMs),
  );
  const answer = await next.catch(() => undefined);
  const packed = answer && answer !== 'late' && answer.fault === undefined ? answer : undefined;
  release(pool, worker, packed !== undefined && canGoOn(worker, packed));
  return packed?.thumbnail;
}

const waitForClose = (stream: PassThrough) =>
  new Promise<undefined>((resolve) => stream.once('close', () => resolve(undefined)));

/** Checks whether a program may take another job after an answer. */
function canGoOn(worker: Worker, answer: DecoderAnswer): boolean {
  return !answer.last && worker.jobs < jobsPerWorker;
}

function release(pool: Pool, worker: Worker, isReusable: boolean): void {
  if (isReusable && !pool.isClosed && !worker.isGone()) pool.idle.push(worker);
  else worker.kill();
}

async function inTime<Result, Other = never>(
  work: Promise<Result>,
  timeoutMs: number,
  endEarlier?: (signal: AbortSignal) => Promise<Other>,
): Promise<Result | 'late' | Other> {
  const limit = new AbortController();
  const { signal } = limit;
  try {
    return await Promise.race([
      work,
      wait(timeoutMs, 'late' as const, { signal }),
      ...(endEarlier ? [endEarlier(signal)] : []),
    ]);
  } finally {
    limit.abort();
  }
}

/** Starts a program. Returns undefined if the machine is too busy to start one in time. */
async function startWorker(pool: Pool): Promise<Worker | undefined> {
  const path = pool.options.program ?? join(projectRoot(), 'app/platform/storage/decoder/decode.mjs');
  const worker = startProgram(path);
  pool.alive.add(worker);
  worker.exited.then(() => {
    pool.alive.delete(worker);
    const at = pool.idle.indexOf(worker);
    if (at >= 0) pool.idle.splice(at, 1);
  });
  const limit = new AbortController();
  const first = await Promise.race([
    worker.nextAnswer(),
    wait(pool.options.timeoutMs, 'late' as const, { signal: limit.signal }),
  ]);
  limit.abort();
  if (first === 'late') {
    worker.kill();
    requireOpen(pool);
    return undefined;
  }
  if (first?.ready && !pool.isClosed) {
    await worker.confine();
    return worker;
  }
  worker.kill();
  requireOpen(pool);
  throw new Error(`the decoding program did not start: ${worker.complaint()}`);
}

async function close(pool: Pool): Promise<void> {
  pool.isClosed = true;
  clearTimeout(pool.idleTimer);
  const ending = [...pool.alive];
  for (const worker of ending) worker.kill();
  await Promise.all(ending.map((worker) => worker.exited));
}
