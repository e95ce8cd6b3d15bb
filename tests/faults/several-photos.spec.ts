import { randomBytes } from 'node:crypto';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Answer, pagesOf, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { largeReport, smallReport } from './support/files.ts';
import { inspectDataDir, inspectWhenIdle, pendingFilesIn } from './support/look.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start, watchMemory } from './support/server.ts';

const clinic = inject('clinic');
const { token } = clinic.patients[0] as Member;
const megabyte = 1024 * 1024;
const notJoined = 'These photos could not be combined. Please send fewer of them, or smaller ones.';
/** Megabytes by which the server may grow while it receives photos of 45 MB each when decoded. */
const maxGrowth = 150;
let dataDir: string;
let server: Server;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
  await upload(server.url, { token, name: 'r.jpg', content: smallReport('warm', 'jpg') });
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/** Kills the process that joins photos once part of its PDF is on the disk. */
async function killingTheComposer(pendingAnswer: Promise<Answer>, photos: number) {
  let [isAnswered, isKilled] = [false, false];
  const answer = pendingAnswer.finally(() => {
    isAnswered = true;
  });
  while (!isAnswered && !isKilled) {
    const program = composerOf(server.pid);
    if (program && pendingFilesIn(join(dataDir, 'uploads')).length > photos) isKilled = killNow(program);
    await sleep(1);
  }
  return { ...(await answer), isKilled };
}

/** Kills a process. Returns false if it has already ended. */
function killNow(pid: number): boolean {
  try {
    return process.kill(pid, 'SIGKILL');
  } catch {
    return false;
  }
}

/**
 * Finds the process that hands a PDF to a server; undefined if none has started. Processes that
 * inspect files only return thumbnails of 20 KB.
 */
function composerOf(pid: number): number | undefined {
  const programs = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').split(' ').filter(Boolean);
  return programs.map(Number).find((program) => bytesWrittenBy(program) > megabyte);
}

function bytesWrittenBy(pid: number): number {
  try {
    return Number(/^wchar: (\d+)/m.exec(readFileSync(`/proc/${pid}/io`, 'utf8'))?.[1] ?? 0);
  } catch {
    return 0;
  }
}

const canSeePrograms = ['io', `task/${process.pid}/children`].every((file) =>
  existsSync(`/proc/self/${file}`),
);

test.runIf(canSeePrograms)(
  'refuses photos in a sentence when the process that joins them dies, and accepts them afterwards',
  async () => {
    const content = await Promise.all([8, 8, 8].map((megabytes) => largeReport(megabytes)));
    const killGoal = roundCount(10, 1);
    let [kills, tooLate] = [0, 0];
    while (kills < killGoal) {
      const before = await inspectWhenIdle(dataDir, { arePictured: true });
      const key = `photos ${kills} ${tooLate}`;
      const send = () => upload(server.url, { token, name: 'page.jpg', content, key });
      const { status, json, isKilled } = await killingTheComposer(send(), content.length);
      // A PDF that was handed over completely is a normal report.
      if (status === 200) {
        tooLate += 1;
        expect(tooLate, 'programs that ended before they could be killed').toBeLessThan(50);
        continue;
      }
      kills += 1;
      expect([isKilled, status, json.errors]).toEqual([true, 422, { report: notJoined }]);
      expect(inspectDataDir(dataDir), 'the files are those from before').toEqual(before);
      const again = await send();
      expect(again.status, 'the same photos again').toBe(200);
      expect(await pagesOf(server.url, { id: again.json.data._id, token })).toBe(content.length);
    }
    printFigures('kill -9 of the program that joins photos', {
      kills,
      'done before they could be killed': tooLate,
      'files left behind': 0,
    });
    expect(await inspectWhenIdle(dataDir)).toMatchObject({
      integrity: 'ok',
      drafts: [],
      filesWithoutRow: [],
      rowsWithoutFile: [],
      reports: 1 + kills + tooLate,
    });
  },
  timeoutFor(1),
);

test(
  'makes one report of twenty large photos without holding them all in memory',
  async () => {
    const photo = await sharp(randomBytes(256 * 256 * 3), { raw: { width: 256, height: 256, channels: 3 } })
      .resize(4472, 3354, { fit: 'fill' })
      .jpeg({ quality: 40 })
      .toBuffer();
    const stopWatching = watchMemory(server.pid);
    const content = Array(20).fill(photo);
    const { status, json } = await upload(server.url, { token, name: 'page.jpg', content });
    const { before, peak } = await stopWatching();
    printFigures('20 photos of 15 megapixels', {
      'MB before': before.toFixed(0),
      'MB at most': peak.toFixed(0),
    });
    expect([status, json.data?.pages]).toEqual([200, content.length]);
    expect(peak - before).toBeLessThan(maxGrowth);
  },
  timeoutFor(1),
);
