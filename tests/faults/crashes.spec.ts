import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyOf, remove } from './support/clinic.ts';
import { expectEverything, newLedger, startLoad } from './support/load.ts';
import { inspectWhenIdle } from './support/look.ts';
import { createRandom, isFull, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, launch } from './support/server.ts';

const clinic = inject('clinic');
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
});
afterAll(() => remove(dataDir));

test(
  'keeps everything acknowledged and nothing incomplete when the machine stops at any moment',
  async () => {
    const kills = roundCount(200, 4);
    const goals = { uploads: roundCount(1000, 12), reviews: roundCount(500, 6) };
    const lifeMs = roundCount(2500, 600);
    const port = await freePort();
    const chance = createRandom(20_261);
    const ledger = newLedger();
    let server = launch(dataDir, port);
    const load = startLoad(clinic, ledger, { url: server.url });
    let startsCut = 0;
    for (let kill = 0; kill < kills; kill += 1) {
      // One kill in eight hits the server while it starts, the rest while it works.
      if (isFull ? chance() < 1 / 8 : kill === 1) {
        await sleep(100 + chance() * 700);
        startsCut += 1;
      } else {
        await server.ready();
        await sleep(chance() * lifeMs);
        // On a slow machine, each run of the server lasts until its share of the work is done.
        const isBehind = () =>
          ledger.uploads.length < (goals.uploads * (kill + 1)) / kills ||
          ledger.reviews.length < (goals.reviews * (kill + 1)) / kills;
        if (isBehind()) {
          while (isBehind()) await sleep(20);
          await sleep(chance() * 300);
        }
      }
      await server.kill();
      server = launch(dataDir, port);
      if (isFull && kill % 20 === 19)
        printFigures('so far', {
          kills: kill + 1,
          uploads: ledger.uploads.length,
          reviews: ledger.reviews.length,
        });
    }
    await server.ready();
    await load.stop();
    // One more start sweeps up what the last kill left behind.
    await server.kill();
    server = launch(dataDir, port);
    await server.ready();
    const look = await inspectWhenIdle(dataDir);
    printFigures('kill -9', {
      kills: kills + 1,
      'of them while starting': startsCut,
      'uploads acknowledged': ledger.uploads.length,
      'reviews acknowledged': ledger.reviews.length,
      'rows without file': look.rowsWithoutFile.length,
      'files without row': look.filesWithoutRow.length,
      notices: look.notices,
      integrity: look.integrity,
    });
    try {
      expect(ledger.odd, 'unexpected answers').toEqual([]);
      expect(ledger.uploads.length).toBeGreaterThanOrEqual(goals.uploads);
      expect(ledger.reviews.length).toBeGreaterThanOrEqual(goals.reviews);
      expect(look).toMatchObject({ integrity: 'ok', rowsWithoutFile: [], filesWithoutRow: [], drafts: [] });
      expect(look.reports, 'reports').toBe(ledger.uploads.length);
      expect(look.consents, 'reports with a consent row').toBe(look.reports);
      expect([...look.reviewLines].sort(), 'one audit entry for each review').toEqual(
        [...look.reviewed].sort(),
      );
      expect(look.notices, 'one notice for each review').toBe(look.reviewed.length);
      await expectEverything(server, clinic, ledger);
    } finally {
      await server.kill();
    }
  },
  timeoutFor(15),
);
