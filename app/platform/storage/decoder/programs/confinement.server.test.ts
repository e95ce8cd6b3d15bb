import { createReadStream, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { greedyPdf, streamBombPdf } from '../../../../../tests/fixtures/pdf.mjs';
import {
  aDecoder,
  bytesOf,
  evaluateInDecoder,
  fixture,
  fixtures,
  inFolder,
  megabyte,
  programs,
  setUpDecoders,
  until,
} from '../../../../../tests/support/decoders.ts';
import { ways } from '../../../../../tests/support/short-form.ts';
import { projectRoot } from '../../../project-root.server.ts';
import type { SealedFile } from '../../sealing/sealed-format.server.ts';
import { openStorage } from '../../storage.server.ts';
import { canLimitMemory } from './program.server.ts';

setUpDecoders();

describe('memory of a program', () => {
  const isLinux = process.platform === 'linux';
  const maxKilobytes = 512 * 1024;

  /**
   * Measures the maximum resident memory of any program of this process while an action runs, in
   * kilobytes.
   */
  async function peakWhile(work: () => Promise<unknown>) {
    let [peak, pids]: [number, number[]] = [0, []];
    const finding = setInterval(async () => {
      pids = await programs();
    }, 50);
    const reading = setInterval(() => {
      for (const pid of pids) peak = Math.max(peak, peakOf(pid));
    }, 2);
    await work().finally(() => {
      clearInterval(finding);
      clearInterval(reading);
    });
    return peak;
  }
  function peakOf(pid: number) {
    try {
      return Number(/VmHWM:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1] ?? 0);
    } catch {
      return 0;
    }
  }

  const bombs = ways<[name: string, content: () => Buffer]>(
    ['nested forms', greedyPdf],
    ['a stream of 500 MB', streamBombPdf],
    ['a stream of 2 GB, packed twice', () => readFileSync(join(fixtures, 'double-deflate.pdf'))],
  );
  test.runIf(isLinux).each(bombs)(
    '%s: uses at most 512 MB, and decodes the next file',
    async (name, make) => {
      const decoder = aDecoder({ workers: 1 });
      await fixture('rash.png', decoder);
      const content = make();
      let refused: unknown;
      const peak = await peakWhile(async () => {
        refused = await bytesOf(content, decoder, 'application/pdf');
      });
      process.stdout.write(`  ${name}: the decoder had ${Math.round(peak / 1024)} MB at most\n`);
      expect(refused).toEqual({ refused: 'unreadable' });
      expect(peak).toBeGreaterThan(200 * 1024);
      expect(peak).toBeLessThanOrEqual(maxKilobytes);
      expect(await fixture('blood-test.pdf', decoder)).toHaveProperty('pages', 1);
    },
  );

  test.runIf(isLinux)('ends itself where the kernel does not limit it', async () => {
    const path = process.env.PATH;
    const decoder = aDecoder({ workers: 1 });
    expect(await canLimitMemory()).toBe(true);
    process.env.PATH = inFolder('');
    expect(await canLimitMemory(), 'so that the start warns').toBe(false);
    await fixture('rash.png', decoder).finally(() => {
      process.env.PATH = path;
    });
    const [pid = 0] = await programs();
    expect(readFileSync(`/proc/${pid}/limits`, 'utf8')).toMatch(/^Max data size +unlimited/m);
    const peak = await peakWhile(async () => {
      expect(await bytesOf(greedyPdf(), decoder, 'application/pdf')).toEqual({ refused: 'unreadable' });
    });
    await until(async () => !(await programs()).includes(pid));
    // It may grow a little between two checks of its watch, and more on a busy machine.
    expect(peak).toBeLessThan(1.25 * maxKilobytes);
  });

  test.runIf(isLinux)('is ended first by the kernel, without a core dump', async () => {
    await fixture('rash.png', aDecoder());
    const [pid] = await programs();
    const read = (name: string) => readFileSync(`/proc/${pid}/${name}`, 'utf8');
    expect(read('oom_score_adj').trim()).toBe('1000');
    expect(read('limits')).toMatch(/^Max core file size +0 +0/m);
    expect(read('limits')).not.toMatch(/^Max data size +unlimited/m);
  });

  test('does not grow over many files', async () => {
    const decoder = aDecoder({ workers: 1 });
    await fixture('blood-test.pdf', decoder);
    const [first] = await programs();
    for (let round = 0; round < 5; round += 1) {
      for (const name of ['two-pages.pdf', 'xray.jpg', 'rash.png']) await fixture(name, decoder);
    }
    expect(await programs()).toEqual([first]);
  });
});

describe('access of a program', () => {
  const canForbid = process.allowedNodeEnvironmentFlags.has('--permission');
  const secret = () => JSON.stringify(inFolder('file.key'));

  test.skipIf(!canForbid)(
    'reads no file except its own code, if Node has a permission model (from 22.13)',
    async () => {
      await writeFile(inFolder('file.key'), 'a key');
      const tries = [
        `readFileSync(${secret()})`,
        `readFileSync('/etc/passwd')`,
        `readFileSync(${JSON.stringify(join(projectRoot(), 'package.json'))})`,
        `readFileSync('/proc/self/environ')`,
        `writeFileSync(${secret()}, 'another')`,
        `spawnSync('/bin/cat', [${secret()}])`,
      ];
      for (const one of tries) {
        expect(await evaluateInDecoder(`codeOf(() => ${one})`), one).toBe('ERR_ACCESS_DENIED');
      }
      const inThread = `new Promise((resolve) => new Worker(
        \`const { parentPort } = require('node:worker_threads');
          try { require('node:fs').readFileSync(${secret()}); parentPort.postMessage('read'); }
          catch (error) { parentPort.postMessage(error.code); }\`, { eval: true }).on('message', resolve))`;
      expect(await evaluateInDecoder(inThread), 'in another thread').toBe('ERR_ACCESS_DENIED');
      const code = JSON.stringify(join(projectRoot(), 'node_modules', 'sharp', 'package.json'));
      expect(await evaluateInDecoder(`codeOf(() => readFileSync(${code}))`)).toBe('done');
    },
  );

  test('receives a sealed file from the server, and fails if it is damaged or missing', async () => {
    const storage = openStorage({
      directory: inFolder('sealed'),
      keys: { current: Buffer.alloc(32, 7), older: [] },
    });
    const decoder = aDecoder();
    for (const name of ['xray.jpg', 'two-pages.pdf', 'slow-pages.pdf']) {
      const sealed: SealedFile[] = [];
      const source = createReadStream(join(fixtures, name));
      const outcome = await storage.receive(source, {
        boundTo: 'report-1',
        maxBytes: megabyte,
        onWritten: (_pendingFile, one) => sealed.push(one),
      });
      const [file] = sealed;
      if ('refused' in outcome || !file) throw new Error(name);
      const { mediaType } = outcome.pendingFile;
      const answer = await decoder.check(file, { mediaType });
      expect(answer).toHaveProperty('pages', { 'xray.jpg': 1, 'two-pages.pdf': 2 }[name] ?? 200);
      if (!('refused' in answer)) await answer.thumbnail;
      await expect(decoder.check({ ...file, boundTo: 'report-2' }, { mediaType })).rejects.toThrow(
        'decoding does not work here',
      );
      await storage.drop(outcome.pendingFile.name);
      await expect(decoder.check(file, { mediaType })).rejects.toThrow('ENOENT');
      expect(await fixture('rash.png', decoder)).toHaveProperty('pages', 1);
    }
  });
});
