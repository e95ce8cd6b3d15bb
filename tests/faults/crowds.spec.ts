import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { ask, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { hashOf, largeReport, smallReport } from './support/files.ts';
import { inspectDataDir, inspectWhenIdle } from './support/look.ts';
import { isFull, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start, watchMemory } from './support/server.ts';

const clinic = inject('clinic');
const megabytes = roundCount(5, 2);
/** Megabytes by which the server may grow while a crowd uploads, regardless of its size. */
const maxGrowth = 400;
let dataDir: string;
let server: Server;
let content: Buffer;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
  content = await largeReport(megabytes);
  const token = (clinic.patients[0] as Member).token;
  await upload(server.url, { token, name: 'r.jpg', content: smallReport('warm', 'jpg') });
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/**
 * Uploads `size` reports at the same moment.
 *
 * @returns The outcome of each upload, and the memory the server used.
 */
async function crowd(size: number) {
  const stopWatching = watchMemory(server.pid);
  const startedAt = performance.now();
  const answers = await Promise.all(
    Array.from({ length: size }, (_, at) => {
      const { token } = clinic.patients[at % clinic.patients.length] as Member;
      return upload(server.url, { token, name: 'scan.jpg', content }).catch((error: Error) => error);
    }),
  );
  const seconds = (performance.now() - startedAt) / 1000;
  const broken = answers.filter((answer) => answer instanceof Error);
  const acknowledged = answers.flatMap((answer) =>
    !(answer instanceof Error) && answer.status === 200 ? [answer.json.data as { _id: string }] : [],
  );
  const later = answers.filter((answer) => !(answer instanceof Error) && answer.status === 503);
  return {
    done: acknowledged,
    later,
    broken,
    other: size - acknowledged.length - later.length - broken.length,
    ...(await stopWatching()),
    seconds,
  };
}

async function expectKept(ids: string[]) {
  for (const [at, id] of ids.entries()) {
    if (at % 10) continue;
    const seen = await ask(`${server.url}/files/image/${id}`, { token: clinic.admin.token });
    expect([seen.status, hashOf(seen.bytes)]).toEqual([200, hashOf(content)]);
  }
}

const figuresOf = ({
  done: acknowledged,
  later,
  broken,
  other: otherCount,
  before,
  peak,
  seconds,
}: Awaited<ReturnType<typeof crowd>>) => ({
  acknowledged: acknowledged.length,
  'told to come later': later.length,
  'connections broken': broken.length,
  others: otherCount,
  'MB before': before.toFixed(0),
  'MB at most': peak.toFixed(0),
  seconds: seconds.toFixed(1),
});

test(
  'accepts a hundred large reports at once without using more memory for each',
  async () => {
    const size = roundCount(100, 20);
    const result = await crowd(size);
    printFigures(`${size} uploads of ${megabytes} MB at once`, figuresOf(result));
    expect([result.done.length, result.broken, result.other]).toEqual([size, [], 0]);
    if (isFull) expect(result.peak - result.before).toBeLessThan(maxGrowth);
    await expectKept(result.done.map(({ _id }) => _id));
  },
  timeoutFor(5),
);

test(
  'accepts or postpones three hundred uploads at once without breaking a connection',
  async () => {
    const size = roundCount(300, 50);
    const reportsBefore = inspectDataDir(dataDir).reports;
    const result = await crowd(size);
    printFigures(`${size} uploads of ${megabytes} MB at once`, figuresOf(result));
    expect([result.broken, result.other]).toEqual([[], 0]);
    if (isFull) expect(result.peak - result.before).toBeLessThan(maxGrowth);
    for (const answer of result.later) {
      expect(answer instanceof Error ? '' : answer.headers['retry-after']).toMatch(/^\d+$/);
    }
    await expectKept(result.done.map(({ _id }) => _id));
    const look = await inspectWhenIdle(dataDir);
    expect(look).toMatchObject({ drafts: [], filesWithoutRow: [], rowsWithoutFile: [] });
    expect(look.reports - reportsBefore).toBe(result.done.length);
  },
  timeoutFor(8),
);
