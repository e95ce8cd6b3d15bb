import { Buffer } from 'node:buffer';
import { execFile, spawn } from 'node:child_process';
import { readdirSync, realpathSync } from 'node:fs';
import { open, readFile, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { Duplex, PassThrough, type Readable, type Writable } from 'node:stream';
import { setTimeout as wait } from 'node:timers/promises';
import { promisify } from 'node:util';
import { projectRoot } from '../../project-root.server.ts';
import { heicType, type MediaType, type ReceivedType } from '../media-types.ts';
import { headerBytes, type SealedFile, sealedSize } from '../sealing/sealed-format.server.ts';

/**
 * What a decode found: how many pages (1 for a picture), the size of the first, and a small picture
 * of it.
 */
export type Decoded = {
  pages: number;
  /**
   * Pixels of a picture as it is seen (orientation applied); points (1/72 inch) of a PDF's first
   * page.
   */
  width: number;
  height: number;
  /**
   * WebP of at most 20 KB, without EXIF: as a thumbnail at most 480 px a side, as a picture a
   * square of 256 px.
   */
  thumbnail: Buffer;
};

/**
 * What is known of a file before its small picture is there; `thumbnail` never rejects, and is
 * undefined where it could not be made. `converted` is the JPEG that is kept in the place of a
 * HEIC, of the same size and without metadata; it has to be read or destroyed.
 */
export type Checked = Omit<Decoded, 'thumbnail'> & {
  thumbnail: Promise<Buffer | undefined>;
  converted?: Readable;
};

/**
 * What is made of a file for showing: the whole page or frame made small, or a square of its
 * middle.
 */
export type SmallPicture = 'thumbnail' | 'picture';

/** Why a file is not taken although its first bytes are of a taken kind. */
export type DecodeRefusal =
  | 'unreadable'
  | 'truncated'
  | 'passwordProtected'
  | 'empty'
  | 'tooManyPixels'
  | 'tooSlow';

/** Why a page cannot be drawn: as for a decode, or the file has fewer pages. */
export type PageRefusal = DecodeRefusal | 'noSuchPage';

/** A page drawn for reading: WebP without EXIF, at most 600 KB; and how many pages its file has. */
export type DrawnPage = { pages: number; picture: Buffer };

/**
 * For whom a file is decoded. Accounts that wait take turns, and what is urgent goes before all
 * that is not. It is read when the next turn is given, so a file that waits can become urgent.
 */
export type Turn = { accountId: string; isUrgent: boolean };

type ForAccount = {
  turn?: Turn;
  /**
   * Told how many milliseconds a program was busy with the file, whatever came of it; nothing where
   * none was.
   */
  onSpent?(ms: number): void;
};

/** Decodes files in programs that can be killed. Each member is described at the function it is. */
export type Decoder = {
  decode(
    content: Readable,
    o: { mediaType: ReceivedType; bytes: number; want?: SmallPicture },
  ): Promise<Decoded | { refused: DecodeRefusal }>;
  check(
    file: SealedFile,
    o: { mediaType: ReceivedType; want?: SmallPicture } & ForAccount,
  ): Promise<Checked | { refused: DecodeRefusal }>;
  drawPage(
    open: () => Promise<Readable>,
    o: { mediaType: MediaType; bytes: number; page: number; side: number } & ForAccount,
  ): Promise<DrawnPage | { refused: PageRefusal; pages?: number }>;
  /** How many files wait for their turn. */
  waiting(): number;
  close(): Promise<void>;
};

/**
 * What a program is asked for: the thumbnail of the first page, or with `page` that page at most
 * `side` px a side.
 */
type Job = {
  mediaType: ReceivedType;
  bytes: number;
  want?: SmallPicture;
  /** Whether the JPEG that was made of a HEIC is asked for too. */
  convert?: boolean;
  page?: number;
  side?: number;
  /** The content comes as it is sealed, header excepted. */
  sealed?: Pick<SealedFile, 'key' | 'boundTo' | 'chunkBytes' | 'tagBytes'>;
};

const startSeconds = 20;
const jobsPerWorker = 200;
const heapMegabytes = 256;
const stderrBytes = 2048;
const answerBytesMax = 640 * 1024;
const sealedReadBytes = 256 * 1024;
const residentBytesMax = 512 * 1024 * 1024;
// What a program may hold resident beside the memory that its limit counts: libraries loaded late,
// stacks and machine code.
const uncountedBytes = 16 * 1024 * 1024;

type Refused = { refused: PageRefusal; pages?: number; later?: undefined };

type Answer = {
  ready?: boolean;
  fault?: string;
  last?: boolean;
  /** The small picture comes in an answer of its own. */
  more?: boolean;
  later?: Promise<Buffer | undefined>;
  refused?: PageRefusal;
  pages: number;
  width: number;
  height: number;
  thumbnailBytes: number;
  thumbnail: Buffer;
  convertedBytes?: number;
  converted?: PassThrough;
};

type Worker = {
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

type PoolOptions = {
  timeoutMs: number;
  workers: number;
  idleMs: number;
  program?: string;
  onRefusal?: (reason: PageRefusal) => void;
};

/**
 * Takes the time one file may take in milliseconds (10,000), how many files are decoded at once
 * (2), and after how long without work the programs are ended (60,000 ms); `program` replaces
 * `app/platform/storage/decoder/decode.mjs` in tests; `onRefusal` is told why a file or page could
 * not be shown. Gives the decoder. Starts nothing: a program is started with the first file and
 * serves many, one at a time. Pages for reading are drawn by one more program of their own, so that
 * no upload waits for a reader. The programs get no setting of the server, read no file but their
 * own code where Node can forbid it, hold at most 512 MB, are the first the kernel ends when memory
 * is short, do not keep the server alive, and end when it does.
 *
 * @see docs/requirements.md#reports-and-files
 */
export function openDecoder({
  timeoutMs = 10_000,
  workers = 2,
  idleMs = 60_000,
  program,
  onRefusal,
}: Partial<PoolOptions> = {}): Decoder {
  const uploads = openPool({ timeoutMs, workers, idleMs, program, onRefusal });
  const readers = openPool({ timeoutMs, workers: 1, idleMs, program, onRefusal });

  /**
   * Takes plain content as a stream, its kind, its exact size in bytes, and what to make of it (a
   * thumbnail); reads it once and destroys it in every case. Gives pages, size and thumbnail of the
   * first page or frame, or a refusal: 'empty' (0 bytes or no pages), 'truncated' (its end is
   * missing), 'passwordProtected', 'tooManyPixels' (a picture over 50 megapixels), 'tooSlow'
   * (beyond the time limit), 'unreadable' (anything else that cannot be shown). Waits its turn
   * while all programs are busy; the time limit counts from its turn.
   *
   * @throws with the content's own error, with an Error where the content has another size than
   *   said, where the programs cannot be started, or after `close`.
   * @see docs/requirements.md#reports-and-files
   */
  const decode: Decoder['decode'] = async (content, { mediaType, bytes, want }) => {
    // An error while the file waits its turn is found when it is read; it must not end the server.
    content.on('error', ignore);
    try {
      const answer = await uploads.ask({ open: async () => content, job: { mediaType, bytes, want } });
      if (answer.refused) return { refused: answer.refused as DecodeRefusal };
      const { pages, width, height } = answer;
      const thumbnail = answer.more ? await answer.later : answer.thumbnail;
      return thumbnail ? { pages, width, height, thumbnail } : { refused: 'unreadable' };
    } finally {
      content.destroy();
    }
  };

  /**
   * Takes a sealed file as it lies on the disk, which the program unseals by itself while the
   * server does other things, its kind, what to make of it, and for whom. Gives pages and size as
   * `decode` does once the first page or frame is decoded, and the small picture later; or a
   * refusal. Of a HEIC that is to be kept, not only to be a display picture, it gives the JPEG too,
   * which has to be read within the time limit. Waits and rejects as `decode` does; with ENOENT
   * where the file is gone when its turn comes.
   *
   * @see docs/requirements.md#reports-and-files
   */
  const check: Decoder['check'] = async (file, { mediaType, want, ...forAccount }) => {
    const { path, headerBytes: start, bytes, ...sealed } = file;
    const convert = mediaType === heicType && want !== 'picture';
    const answer = await uploads.ask({
      open: async () => (await open(path)).createReadStream({ start, highWaterMark: sealedReadBytes }),
      job: { mediaType, bytes, want, convert, sealed },
      ...forAccount,
    });
    if (answer.refused) return { refused: answer.refused as DecodeRefusal };
    const { pages, width, height, later, converted } = answer;
    return { pages, width, height, thumbnail: later ?? Promise.resolve(answer.thumbnail), converted };
  };

  /**
   * Takes what opens the plain content once its turn has come (and is no longer asked for where
   * that rejects), its kind and size as `decode` does, the page (from 1; a picture has one), the
   * most pixels a side, and for whom. Gives the page as a picture, turned as it is seen, and how
   * many pages there are; or a refusal as `decode`, or 'noSuchPage' with how many there are. Waits
   * and rejects as `decode` does.
   *
   * @see docs/requirements.md#reports-and-files
   */
  const drawPage: Decoder['drawPage'] = async (openContent, { turn, onSpent, ...job }) => {
    const answer = await readers.ask({ open: openContent, job, turn, onSpent });
    if (answer.refused) return { refused: answer.refused, pages: answer.pages };
    return { pages: answer.pages, picture: answer.thumbnail };
  };

  /**
   * Ends the programs; resolves once they are gone. Files still waiting or being decoded are
   * rejected with an Error.
   */
  const close: Decoder['close'] = async () => {
    await Promise.all([uploads.close(), readers.close()]);
  };

  return { decode, check, drawPage, waiting: () => uploads.waiting() + readers.waiting(), close };
}

type Waiting = { turn: Turn; go(): void };

/** Some programs, and the queue before them. */
function openPool({ timeoutMs, workers: maxWorkers, idleMs, program, onRefusal }: PoolOptions) {
  const idle: Worker[] = [];
  const alive = new Set<Worker>();
  const queue: Waiting[] = [];
  /** When each account last had its turn, as a count of turns, since nothing was under way. */
  const served = new Map<string, number>();
  let turns = 0;
  let busy = 0;
  let isClosed = false;
  let idleTimer: NodeJS.Timeout | undefined;

  async function ask({
    open: openContent,
    job,
    turn = { accountId: '', isUrgent: false },
    onSpent,
  }: { open: () => Promise<Readable>; job: Job } & ForAccount): Promise<Answer | Refused> {
    if (job.bytes === 0) return { refused: 'empty' };
    await takeTurn(turn);
    let isHeld = false;
    let content: Readable | undefined;
    try {
      content = await openContent();
      content.on('error', ignore);
      const answer = await decodeNow(content, job, onSpent);
      if (answer.refused) onRefusal?.(answer.refused);
      isHeld = answer.later !== undefined;
      void answer.later?.then(passTurn);
      return answer;
    } finally {
      if (!isHeld) passTurn();
      content?.destroy();
    }
  }

  async function takeTurn(turn: Turn): Promise<void> {
    if (isClosed) throw new Error('the decoder is closed');
    clearTimeout(idleTimer);
    if (busy < maxWorkers) busy += 1;
    else await new Promise<void>((resolve) => queue.push({ turn, go: resolve }));
    turns += 1;
    served.set(turn.accountId, turns);
    if (!isClosed) return;
    passTurn();
    throw new Error('the decoder is closed');
  }

  function passTurn(): void {
    const next = queue.reduce((first, other) => (isBefore(other, first) ? other : first), queue[0]);
    if (next) {
      queue.splice(queue.indexOf(next), 1);
      next.go();
      return;
    }
    busy -= 1;
    if (busy > 0) return;
    served.clear();
    idleTimer = setTimeout(endIdle, idleMs);
    idleTimer.unref();
  }

  /** Whether one goes before another that came earlier. */
  function isBefore({ turn }: Waiting, other: Waiting | undefined): boolean {
    if (!other || turn.isUrgent !== other.turn.isUrgent) return turn.isUrgent;
    return (served.get(turn.accountId) ?? 0) < (served.get(other.turn.accountId) ?? 0);
  }

  function endIdle(): void {
    for (const worker of idle.splice(0)) worker.kill();
  }

  async function decodeNow(
    content: Readable,
    job: Job,
    onSpent?: ForAccount['onSpent'],
  ): Promise<Answer | Refused> {
    // A HEIC takes most of the memory a program may have, so it begins with a fresh one.
    const worker = (job.mediaType === heicType ? undefined : idle.pop()) ?? (await startWorker());
    const since = performance.now();
    worker.jobs += 1;
    let isReusable = false;
    let isHeld = false;
    const release = () => {
      if (isReusable && !isClosed && !worker.isGone()) idle.push(worker);
      else worker.kill();
    };
    // What the packing needs too long for, or fails at, is a file without a small picture, and a
    // new program.
    const rest = async (converted?: PassThrough) => {
      const next = inTime(converted ? closed(converted) : Promise.resolve()).then(
        (read) => read ?? inTime(worker.nextAnswer()),
      );
      const answer = await next.catch(() => undefined);
      const packed = answer && answer !== 'tooSlow' && answer.fault === undefined ? answer : undefined;
      isReusable = packed !== undefined && !packed.last && worker.jobs < jobsPerWorker;
      release();
      return packed?.thumbnail;
    };
    try {
      const answer = await inTime(run(worker, content, job)).finally(() =>
        onSpent?.(performance.now() - since),
      );
      if (answer === 'tooSlow') return { refused: 'tooSlow' };
      if (!answer) {
        if (isClosed) throw new Error('the decoder is closed');
        return { refused: 'unreadable' };
      }
      if (answer.fault !== undefined) throw new Error(`decoding does not work here: ${answer.fault}`);
      if (answer.more) {
        isHeld = true;
        return { ...answer, later: rest(answer.converted) };
      }
      isReusable = !answer.last && worker.jobs < jobsPerWorker;
      return answer;
    } finally {
      if (!isHeld) release();
    }
  }

  async function inTime<Result>(work: Promise<Result>): Promise<Result | 'tooSlow'> {
    const limit = new AbortController();
    try {
      return await Promise.race([work, wait(timeoutMs, 'tooSlow' as const, { signal: limit.signal })]);
    } finally {
      limit.abort();
    }
  }

  async function startWorker(): Promise<Worker> {
    const worker = startProgram(program ?? join(projectRoot(), 'app/platform/storage/decoder/decode.mjs'));
    alive.add(worker);
    worker.gone.then(() => {
      alive.delete(worker);
      const at = idle.indexOf(worker);
      if (at >= 0) idle.splice(at, 1);
    });
    const limit = new AbortController();
    const first = await Promise.race([
      worker.nextAnswer(),
      wait(startSeconds * 1000, undefined, { signal: limit.signal }),
    ]);
    limit.abort();
    if (first?.ready && !isClosed) {
      await worker.confine();
      return worker;
    }
    worker.kill();
    if (isClosed) throw new Error('the decoder is closed');
    throw new Error(`the decoding program did not start: ${worker.complaint()}`);
  }

  async function close(): Promise<void> {
    isClosed = true;
    clearTimeout(idleTimer);
    const ending = [...alive];
    for (const worker of ending) worker.kill();
    await Promise.all(ending.map((worker) => worker.gone));
  }

  return { ask, waiting: () => queue.length, close };
}

/** Sends one job and gives its answer; undefined where the program ended first. */
async function run(worker: Worker, content: Readable, job: Job): Promise<Answer | undefined> {
  const bytes = job.sealed ? sealedSize(job.bytes) - headerBytes : job.bytes;
  const request = Buffer.from(JSON.stringify(job));
  const length = Buffer.alloc(4);
  length.writeUInt32BE(request.length);
  worker.input.write(Buffer.concat([length, request]));
  let sent = 0;
  for await (const piece of content as AsyncIterable<Buffer>) {
    sent += piece.length;
    if (sent > bytes) break;
    if (worker.isGone()) return undefined;
    if (!worker.input.write(piece)) await drained(worker.input);
  }
  if (sent !== bytes) throw new Error(`content of ${bytes} bytes was announced and ${sent} or more came`);
  return worker.nextAnswer();
}

const closed = (stream: PassThrough) =>
  new Promise<undefined>((resolve) => stream.once('close', () => resolve(undefined)));

/** Resolves when more can be written, or when nothing can any more. */
function drained(pipe: Writable): Promise<void> {
  if (pipe.destroyed) return Promise.resolve();
  return new Promise((resolve) => {
    function done(): void {
      pipe.off('drain', done);
      pipe.off('close', done);
      resolve();
    }
    pipe.on('drain', done);
    pipe.on('close', done);
  });
}

/**
 * What Node forbids a program: every file but its own code, writing, other programs. A rule of
 * Node's for JavaScript; older ones have none.
 */
function confinementOf(path: string): string[] {
  if (!process.allowedNodeEnvironmentFlags.has('--permission')) return [];
  // The program's own code: itself and what it loads from its folder.
  const code = readdirSync(dirname(path)).filter((name) => name.endsWith('.mjs'));
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

function startProgram(program: string): Worker {
  const path = realpathSync(program);
  const args = [`--max-old-space-size=${heapMegabytes}`, '--expose-gc', ...confinementOf(path), path];
  const child = spawn(process.execPath, args, {
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
  const [input, , stderr, output] = child.stdio;
  if (!input || !stderr || !(output instanceof Duplex)) throw new Error('the decoding program has no pipes');

  let complaint = '';
  let received: Buffer = Buffer.alloc(0);
  let isGone = false;
  const answers: Answer[] = [];
  let waiting: ((answer: Answer | undefined) => void) | undefined;
  let markGone: () => void = ignore;
  const gone = new Promise<void>((resolve) => {
    markGone = resolve;
  });

  function deliver(answer: Answer | undefined): void {
    if (waiting) {
      waiting(answer);
      waiting = undefined;
    } else if (answer) {
      answers.push(answer);
    }
  }

  function kill(): void {
    child.kill('SIGKILL');
  }

  // The converted picture that is on its way, and how much of it is still to come.
  let converted: PassThrough | undefined;
  let convertedRest = 0;

  /**
   * Passes on what belongs to the converted picture, no faster than it is read; gives the bytes
   * after it.
   */
  const passOn = (piece: Buffer): Buffer => {
    if (!converted) return piece;
    const part = piece.subarray(0, convertedRest);
    convertedRest -= part.length;
    const isFull = !converted.write(part);
    if (convertedRest === 0) {
      converted.end();
      converted = undefined;
    } else if (isFull) {
      output.pause();
      converted.once('drain', () => output.resume());
    }
    return piece.subarray(part.length);
  };

  const convertedOf = (bytes: number): PassThrough => {
    const stream = new PassThrough();
    stream.on('error', ignore);
    stream.once('close', () => {
      if (stream !== converted) return;
      // Nobody wants the rest. What comes of it flows by, so that the end of the program is seen.
      kill();
      output.off('data', take);
      output.resume();
    });
    [converted, convertedRest] = [stream, bytes];
    return stream;
  };

  const take = (piece: Buffer) => {
    received = Buffer.concat([received, passOn(piece)]);
    if (received.length > answerBytesMax) return kill();
    for (let parsed = answerIn(received); parsed; parsed = answerIn(received)) {
      const { answer, taken } = parsed;
      received = received.subarray(taken);
      if (answer.convertedBytes) {
        answer.converted = convertedOf(answer.convertedBytes);
        received = passOn(received);
      }
      deliver(answer);
    }
  };
  output.on('data', take);
  stderr.on('data', (piece: Buffer) => {
    complaint = (complaint + piece.toString()).slice(-stderrBytes);
  });
  // A pipe to a program that was killed fails; that the program is gone says it all.
  for (const pipe of [input, stderr, output]) pipe.on('error', ignore);
  child.on('error', (error) => {
    complaint = error.message;
    if (child.pid === undefined) end();
  });
  child.on('close', end);
  function end(): void {
    isGone = true;
    converted?.destroy(new Error('the decoding program ended before all of the picture had come'));
    markGone();
    deliver(undefined);
  }

  child.unref();
  for (const pipe of [input, stderr, output]) unref(pipe);

  return {
    input,
    complaint: () => complaint,
    isGone: () => isGone,
    kill,
    confine: async () => (child.pid === undefined ? undefined : confineProgram(child.pid)),
    gone,
    jobs: 0,
    nextAnswer: () => {
      const ready = answers.shift();
      if (ready || isGone) return Promise.resolve(ready);
      return new Promise((resolve) => {
        waiting = resolve;
      });
    },
  };
}

function answerIn(received: Buffer): { answer: Answer; taken: number } | undefined {
  if (received.length < 4) return undefined;
  const jsonEnd = 4 + received.readUInt32BE(0);
  if (received.length < jsonEnd) return undefined;
  const answer: Answer = JSON.parse(received.toString('utf8', 4, jsonEnd));
  const taken = jsonEnd + answer.thumbnailBytes;
  if (received.length < taken) return undefined;
  return { answer: { ...answer, thumbnail: Buffer.from(received.subarray(jsonEnd, taken)) }, taken };
}

function unref(pipe: object): void {
  if ('unref' in pipe && typeof pipe.unref === 'function') pipe.unref();
}

function ignore(): void {}
