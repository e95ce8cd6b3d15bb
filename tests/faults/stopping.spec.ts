import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyOf, remove } from './support/clinic.ts';
import { expectEverything, newLedger, startLoad } from './support/load.ts';
import { inspectWhenIdle } from './support/look.ts';
import { createRandom, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, start } from './support/server.ts';

const clinic = inject('clinic');
const maxSecondsToEnd = 20;
// In the short suite, other tests keep the machine busy and slow a start down.
const maxMsToStart = roundCount(3000, 15_000);
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
});
afterAll(() => remove(dataDir));

test(
  'finishes its work when asked to stop, and is ready again within three seconds',
  async () => {
    const stops = roundCount(10, 1);
    const chance = createRandom(15);
    const ledger = newLedger();
    let server = await start(dataDir, await freePort());
    const load = startLoad(clinic, ledger, { url: server.url });
    const took = { ending: [] as number[], starting: [] as number[] };
    for (let stop = 0; stop < stops; stop += 1) {
      await sleep(1500 + chance() * 1000);
      const startedAt = performance.now();
      expect(await server.stop(), 'the exit code').toBe(0);
      took.ending.push(performance.now() - startedAt);
      server = await start(dataDir, server.port);
      took.starting.push(server.readyMs());
    }
    await load.stop();
    const look = await inspectWhenIdle(dataDir);
    printFigures('SIGTERM', {
      stops,
      'uploads acknowledged': ledger.uploads.length,
      'reviews acknowledged': ledger.reviews.length,
      'connections broken': ledger.broken,
      's to end at most': (Math.max(...took.ending) / 1000).toFixed(2),
      's until ready at most': (Math.max(...took.starting) / 1000).toFixed(2),
    });
    try {
      expect(ledger.odd, 'unexpected answers').toEqual([]);
      expect(Math.max(...took.ending)).toBeLessThan(maxSecondsToEnd * 1000);
      expect(look).toMatchObject({ integrity: 'ok', drafts: [], filesWithoutRow: [], rowsWithoutFile: [] });
      expect(look.notices).toBe(look.reviewed.length);
      await expectEverything(server, clinic, ledger);
      expect(Math.max(...took.starting)).toBeLessThan(maxMsToStart);
    } finally {
      await server.kill();
    }
  },
  timeoutFor(4),
);

test('loads nothing of PostgreSQL or an object store on SQLite and a disk', async () => {
  const hook = new URL('./support/say-packages.mjs', import.meta.url).href;
  const server = await start(dataDir, await freePort(), { NODE_OPTIONS: `--import=${hook}` });
  expect((await fetch(`${server.url}/login`)).status).toBe(200);
  expect(await server.stop()).toBe(0);
  const packages = (/^Packages: (.*)$/m.exec(server.log())?.[1] ?? '').split(' ');
  expect(packages.filter((name) => name.startsWith('better-sqlite3')).length).toBe(1);
  expect(packages.filter((name) => /^(pg|s3mini)/.test(name))).toEqual([]);
});
