import { spawn } from 'node:child_process';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PassThrough, Readable } from 'node:stream';
import { describe, expect, test } from 'vitest';
import {
  aDecoder,
  enoughMs,
  evaluateInDecoder,
  fixture,
  fixtures,
  inFolder,
  isCollected,
  isRunning,
  kindOf,
  megabyte,
  programs,
  setUpDecoders,
  until,
  writeStandIn,
} from '../../../../../tests/support/decoders.ts';
import { projectRoot } from '../../../project-root.server.ts';
import { openDecoder } from '../decoder.server.ts';

const program = join(projectRoot(), 'app/platform/storage/decoder/decode.mjs');

setUpDecoders();

describe('a hostile or broken file', () => {
  test('is stopped if it never ends, and the next file is decoded', async () => {
    const decoder = aDecoder({ processorMs: enoughMs, workers: 1 });
    const before = await programs();
    const both = Promise.all([fixture('endless.pdf', decoder), fixture('blood-test.pdf', decoder)]);
    const ownPrograms = async () => (await programs()).filter((pid) => !before.includes(pid));
    await until(async () => (await ownPrograms()).length === 1);
    const [first = 0] = await ownPrograms();
    const [endless, next] = await both;
    expect(endless).toEqual({ refused: 'tooSlow' });
    expect(next).toHaveProperty('pages', 1);
    // The next file's program may have ended by itself, which it does after it has grown.
    await until(async () => !(await programs()).includes(first));
  });

  test('fails alone if its content breaks off while it waits', async () => {
    const decoder = aDecoder({ workers: 1 });
    const content = await readFile(join(fixtures, 'rash.png'));
    const [slow, broken] = [new PassThrough(), new PassThrough()];
    const first = decoder.decode(slow, { mediaType: 'image/png', bytes: content.length });
    const failed = decoder.decode(broken, { mediaType: 'image/png', bytes: 10 });
    const outcome = expect(failed).rejects.toThrow('disk failed');
    broken.destroy(new Error('disk failed'));
    const next = fixture('rash.png', decoder);
    slow.end(content);
    expect(await first).toHaveProperty('pages', 1);
    await outcome;
    expect(await next).toHaveProperty('pages', 1);
  });

  test('is unreadable if its program dies, without affecting other files', async () => {
    const path = await writeStandIn('process.stdin.once("data", () => process.abort());');
    const decoder = aDecoder({ program: path, workers: 1 });
    for (let round = 0; round < 3; round += 1) {
      expect(await fixture('rash.png', decoder)).toEqual({ refused: 'unreadable' });
    }
  });

  test('is not affected by an idle program that was killed', async () => {
    const decoder = aDecoder({ workers: 1 });
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    const [pid] = await programs();
    if (!pid) throw new Error('no program is running');
    process.kill(pid, 'SIGKILL');
    // This process may not know of its end before it has reaped it.
    await until(() => isCollected(pid));
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });

  test('is released if its program never reads it and is stopped', async () => {
    const decoder = aDecoder({ program: await writeStandIn('setInterval(() => {}, 1000);'), timeoutMs: 300 });
    const content = Readable.from(
      (function* () {
        while (true) yield Buffer.alloc(65_536);
      })(),
      { objectMode: false },
    );
    expect(await decoder.decode(content, { mediaType: 'image/png', bytes: 1000 * megabyte })).toEqual({
      refused: 'busy',
    });
    expect(content.destroyed).toBe(true);
  });

  test('is not blamed if its program gets too little processor time, and the next one is decoded', async () => {
    const decoder = aDecoder({ timeoutMs: 3000, workers: 1 });
    const before = await programs();
    const endless = fixture('endless.pdf', decoder);
    const ownPrograms = async () => (await programs()).filter((pid) => !before.includes(pid));
    await until(async () => (await ownPrograms()).length === 1);
    const [pid = 0] = await ownPrograms();
    process.kill(pid, 'SIGSTOP');
    expect(await endless).toEqual({ refused: 'busy' });
    await until(async () => !(await programs()).includes(pid));
    expect(await fixture('blood-test.pdf', aDecoder({ workers: 1 }))).toHaveProperty('pages', 1);
  });

  test('is stopped if its program answers endless nonsense', async () => {
    const decoder = aDecoder({
      program: await writeStandIn('setInterval(() => writeSync(3, Buffer.alloc(9000, 1)), 1);'),
    });
    expect(await fixture('rash.png', decoder)).toEqual({ refused: 'unreadable' });
  });

  test('is not blamed if the program cannot start', async () => {
    const path = inFolder('broken.mjs');
    await writeFile(path, 'throw new Error("sharp is not installed");');
    await expect(fixture('rash.png', aDecoder({ program: path }))).rejects.toThrow('sharp is not installed');
    await expect(fixture('rash.png', aDecoder({ program: inFolder('absent.mjs') }))).rejects.toThrow();
  });

  test('throws if its content breaks off or has another length than stated', async () => {
    const decoder = aDecoder({ workers: 1 });
    const content = await readFile(join(fixtures, 'rash.png'));
    for (const bytes of [content.length - 1, content.length + 1]) {
      const source = Readable.from(content, { objectMode: false });
      await expect(decoder.decode(source, { mediaType: 'image/png', bytes })).rejects.toThrow(
        'expected content of',
      );
    }
    const broken = new PassThrough();
    broken.write(content.subarray(0, 100));
    const failed = decoder.decode(broken, { mediaType: 'image/png', bytes: content.length });
    setTimeout(() => broken.destroy(new Error('disk failed')), 200);
    await expect(failed).rejects.toThrow('disk failed');
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });
});

describe('the programs', () => {
  test('decode many files in turn, without exceeding their number', async () => {
    const decoder = aDecoder({ workers: 2 });
    const names = ['blood-test.pdf', 'xray.jpg', 'rash.png', 'scan.webp', 'ecg.gif', 'two-pages.pdf'];
    const answers = await Promise.all([...names, ...names].map((name) => fixture(name, decoder)));
    expect(answers.filter((one) => 'thumbnail' in one).length).toBe(12);
    expect((await programs()).length).toBe(2);
  });

  test('start with the first file, and one stays for the next', async () => {
    const decoder = aDecoder({ idleMs: 60_000 });
    expect(await programs()).toEqual([]);
    await fixture('rash.png', decoder);
    expect((await programs()).length).toBe(1);
  });

  test('end after a while without work, and start again with the next file', async () => {
    const decoder = aDecoder({ idleMs: 200 });
    await fixture('rash.png', decoder);
    await until(async () => (await programs()).length === 0);
    expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
  });

  test('receive no settings of the server', async () => {
    process.env.FILE_KEY_FOR_THIS_TEST = 'a secret';
    const output = await evaluateInDecoder('JSON.stringify(process.env)');
    delete process.env.FILE_KEY_FOR_THIS_TEST;
    expect(Object.keys(JSON.parse(output)).sort()).toEqual([
      'MALLOC_ARENA_MAX',
      'MALLOC_TRIM_THRESHOLD_',
      'NODE_ENV',
      'VIPS_WARNING',
    ]);
  });

  test('end on close, which refuses further files', async () => {
    const decoder = openDecoder({ workers: 1 });
    const first = fixture('endless.pdf', decoder);
    const second = fixture('rash.png', decoder);
    const outcomes = Promise.allSettled([first, second]);
    await until(async () => (await programs()).length === 1);
    await decoder.close();
    expect((await outcomes).map((outcome) => outcome.status)).toEqual(['rejected', 'rejected']);
    expect(await programs()).toEqual([]);
    await expect(fixture('rash.png', decoder)).rejects.toThrow('closed');
  });

  for (const name of ['rash.png', 'endless.pdf']) {
    test(`end when the server is killed after decoding ${name}`, async () => {
      const server = `
        const { spawn } = require('node:child_process');
        const { readFileSync } = require('node:fs');
        const child = spawn(process.execPath, [${JSON.stringify(program)}], { stdio: ['pipe', 'ignore', 'ignore', 'pipe'] });
        const content = readFileSync(${JSON.stringify(join(fixtures, name))});
        const json = Buffer.from(JSON.stringify({ mediaType: ${JSON.stringify(kindOf[name.split('.')[1] ?? ''])}, bytes: content.length }));
        const length = Buffer.alloc(4);
        length.writeUInt32BE(json.length);
        child.stdio[3].once('data', () => {
          child.stdin.write(Buffer.concat([length, json, content]));
          setTimeout(() => console.log(child.pid), 700);
        });`;
      const parent = spawn(process.execPath, ['-e', server], { stdio: ['ignore', 'pipe', 'inherit'] });
      const pid = Number(await new Promise((resolve) => parent.stdout.once('data', resolve)));
      expect(await isRunning(pid)).toBe(true);
      parent.kill('SIGKILL');
      await until(async () => !(await isRunning(pid)));
    });
  }

  test('receive a large file without the server holding it in memory', async () => {
    const decoder = aDecoder();
    const picture = await readFile(join(fixtures, 'xray.jpg'));
    const filler = Buffer.alloc(megabyte);
    const content = Readable.from(
      (function* () {
        yield picture;
        // Bytes after the end of a JPEG are allowed. Cameras store previews there.
        for (let count = 0; count < 150; count += 1) yield Buffer.from(filler);
      })(),
      { objectMode: false },
    );
    const before = process.memoryUsage().rss;
    let peak = 0;
    const timer = setInterval(() => {
      peak = Math.max(peak, process.memoryUsage().rss);
    }, 5);
    const answer = await decoder.decode(content, {
      mediaType: 'image/jpeg',
      bytes: picture.length + 150 * megabyte,
    });
    clearInterval(timer);
    expect(answer).toHaveProperty('width', 900);
    expect(peak - before).toBeLessThan(100 * megabyte);
  });
});
