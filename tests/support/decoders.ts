import { execFile } from 'node:child_process';
import { createReadStream } from 'node:fs';
import { mkdtemp, readdir, readFile, rm, stat, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { promisify } from 'node:util';
import { afterAll, afterEach, beforeAll, expect } from 'vitest';
import type { MediaType, ReceivedType } from '../../app/platform/media-types.ts';
import { projectRoot } from '../../app/platform/project-root.server.ts';
import { type Decoder, openDecoder } from '../../app/platform/storage/decoder/decoder.server.ts';
import type { SealedFile } from '../../app/platform/storage/sealing/sealed-format.server.ts';
import { openStorage } from '../../app/platform/storage/storage.server.ts';
import { patientMs } from './patience.ts';

export const fixtures = join(projectRoot(), 'tests', 'fixtures');
export const megabyte = 1024 * 1024;
const run = promisify(execFile);

const opened: Decoder[] = [];
let folder = '';
// Earlier test files of this process may have left decoders that end by themselves.
let earlier: number[] = [];

/**
 * Creates a folder for the test file and closes its decoders after each test. Call it once, at the
 * top of the file.
 */
export function setUpDecoders() {
  beforeAll(async () => {
    earlier = await children();
    folder = await mkdtemp(join(tmpdir(), 'decoder-'));
  });
  afterEach(() => Promise.all(opened.splice(0).map((decoder) => decoder.close())));
  afterAll(() => rm(folder, { recursive: true }));
}

/** Milliseconds of processor time that stop an endless file but no ordinary one. */
export const enoughMs = 3000;

/** Returns a path in the folder of the test file. */
export const inFolder = (name: string) => join(folder, name);

export function aDecoder(o?: Parameters<typeof openDecoder>[0]): Decoder {
  const decoder = openDecoder({ timeoutMs: patientMs, ...o });
  opened.push(decoder);
  return decoder;
}

export const kindOf: Record<string, MediaType> = {
  pdf: 'application/pdf',
  jpg: 'image/jpeg',
  png: 'image/png',
  webp: 'image/webp',
  gif: 'image/gif',
};
const heicKinds: Record<string, ReceivedType> = { heic: 'image/heic', heif: 'image/heic' };

export function receivedTypeOf(name: string): ReceivedType {
  const ending = name.split('.').at(-1) ?? '';
  const mediaType = kindOf[ending] ?? heicKinds[ending];
  if (!mediaType) throw new Error(name);
  return mediaType;
}

export function bytesOf(content: Buffer, decoder: Decoder, mediaType: ReceivedType) {
  return decoder.decode(Readable.from(content, { objectMode: false }), { mediaType, bytes: content.length });
}

export async function fixture(name: string, decoder: Decoder) {
  const path = join(fixtures, name);
  const mediaType = receivedTypeOf(name);
  return decoder.decode(createReadStream(path), { mediaType, bytes: (await stat(path)).size });
}

/** Writes a stand-in for the decoding program that reports ready and then runs `behaviour`. */
export async function writeStandIn(behaviour: string): Promise<string> {
  const path = inFolder(`${Math.random()}.mjs`);
  const ready = `const json = Buffer.from('{"ready":true,"thumbnailBytes":0}'); const length = Buffer.alloc(4);
    length.writeUInt32BE(json.length); writeSync(3, Buffer.concat([length, json]));`;
  await writeFile(path, `import { writeFileSync, writeSync } from 'node:fs';\n${ready}\n${behaviour}\n`);
  return path;
}

/** Returns the value that an expression has inside a program run in place of the decoder. */
export async function evaluateInDecoder(expression: string): Promise<string> {
  const path = inFolder(`${Math.random()}.mjs`);
  await writeFile(
    path,
    `import { readFileSync, writeFileSync, writeSync } from 'node:fs';
     import { spawnSync } from 'node:child_process';
     import { Worker } from 'node:worker_threads';
     const codeOf = (work) => { try { work(); return 'done'; } catch (error) { return error.code ?? String(error); } };
     writeSync(2, 'said:' + (await (async () => ${expression})()));
     process.exit(1);`,
  );
  const failure = await fixture('rash.png', aDecoder({ program: path })).catch(String);
  return String(failure).split('said:')[1] ?? `nothing: ${failure}`;
}

type Running = { pid: number; parent: number; kilobytes: number; command: string };

/** Lists the processes of this machine that have not ended. A zombie counts as ended. */
async function processes(): Promise<Running[]> {
  const { stdout } = await run('ps', ['-A', '-o', 'pid=,ppid=,stat=,rss=,args=']).catch(fromProc);
  return stdout.split('\n').flatMap((line) => {
    const [pid, parent, state, kilobytes, ...command] = line.trim().split(/\s+/);
    if (!pid || state?.startsWith('Z')) return [];
    return {
      pid: Number(pid),
      parent: Number(parent),
      kilobytes: Number(kilobytes),
      command: command.join(' '),
    };
  });
}

/** Lists the processes from `/proc` if `ps` is not installed, as in small containers. */
async function fromProc(): Promise<{ stdout: string }> {
  const pids = (await readdir('/proc')).filter((entry) => /^\d+$/.test(entry));
  const lines = pids.map(async (pid) => {
    const status = await readFile(`/proc/${pid}/stat`, 'utf8').catch(() => '');
    const fields = status.slice(status.lastIndexOf(')') + 2).split(' ');
    const pageKilobytes = 4;
    const command = await readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '');
    return (
      status &&
      `${pid} ${fields[1]} ${fields[0]} ${Number(fields[21]) * pageKilobytes} ${command.replaceAll('\0', ' ')}`
    );
  });
  return { stdout: (await Promise.all(lines)).join('\n') };
}

export async function isRunning(pid: number): Promise<boolean> {
  return (await processes()).some((one) => one.pid === pid);
}

/** Checks that nothing is left of a process, not even an exit code for its parent to collect. */
export function isCollected(pid: number): boolean {
  try {
    return !process.kill(pid, 0);
  } catch {
    return true;
  }
}

/** Lists the running programs that this process has started. */
async function children(): Promise<number[]> {
  const own = (await processes()).filter((one) => one.parent === process.pid && one.command.includes('.mjs'));
  return own.map((one) => one.pid);
}

/** Lists the running decoding programs that these tests have started. */
export async function programs(): Promise<number[]> {
  return (await children()).filter((pid) => !earlier.includes(pid));
}

export const until = (condition: () => boolean | Promise<boolean>) => expect.poll(condition).toBe(true);

/** Seals a file like an upload and has it checked. */
export async function checkSealed(content: Buffer, decoder: Decoder, o: { want?: 'picture' } = {}) {
  const storage = openStorage({
    directory: inFolder('sealed'),
    keys: { current: Buffer.alloc(32, 9), older: [] },
  });
  let sealed: SealedFile | undefined;
  const whenWritten = (_pendingFile: unknown, file: SealedFile) => {
    sealed = file;
  };
  const received = await storage.receive(Readable.from([content]), {
    boundTo: 'report-of-test',
    maxBytes: content.length,
    onWritten: whenWritten,
  });
  if ('refused' in received) return received;
  if (!sealed) throw new Error('the file was not received');
  return decoder.check(sealed, { mediaType: received.pendingFile.mediaType, ...o });
}
