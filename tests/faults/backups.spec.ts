import { copyFileSync, readFileSync } from 'node:fs';
import { mkdtemp } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateX25519Identity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { copyOf, logInAgain, remove } from './support/clinic.ts';
import { run } from './support/command.ts';
import { expectEverything, newLedger, startLoad } from './support/load.ts';
import { inspectWhenIdle } from './support/look.ts';
import { median, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, start } from './support/server.ts';

const clinic = inject('clinic');
let dataDir: string;
let folder: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  folder = await mkdtemp(join(tmpdir(), 'backups-'));
});
afterAll(async () => {
  await remove(dataDir);
  await remove(folder);
});

test(
  'restores a whole clinic from a backup made while people work',
  async () => {
    const rounds = roundCount(20, 1);
    const identity = await generateX25519Identity();
    const recipient = await identityToRecipient(identity);
    const fileKey = readFileSync(join(dataDir, 'file.key'), 'utf8').trim();
    const ledger = newLedger();
    const server = await start(dataDir, await freePort());
    const load = startLoad(clinic, ledger, { url: server.url, uploaders: 2, reviewers: 2, pauseMs: 100 });
    const seconds: number[] = [];
    let files = 0;
    try {
      while (ledger.reviews.length === 0) await new Promise((resolve) => setTimeout(resolve, 50));
      for (let round = 0; round < rounds; round += 1) {
        // Even rounds: encrypted, with the key inside. Odd rounds: plain, with the key apart.
        const isEncrypted = round % 2 === 0;
        const archive = join(folder, `${round}.backup`);
        const before = { uploads: ledger.uploads.length, reviews: ledger.reviews.length };
        const startedAt = performance.now();
        const backup = await run(['backup', '--', archive], {
          dataDir,
          settings: isEncrypted ? { BACKUP_RECIPIENT: recipient } : {},
        });
        seconds.push((performance.now() - startedAt) / 1000);
        expect(backup.code, backup.output).toBe(0);

        // The list beside the backups names the reports deleted since.
        copyFileSync(join(dataDir, 'backups', 'deleted.ids'), join(folder, 'deleted.ids'));
        const place = join(folder, `restored-${round}`);
        const restored = await run(['restore', '--', archive], {
          dataDir: place,
          settings: isEncrypted ? { BACKUP_IDENTITY: identity } : { FILE_KEY: fileKey },
        });
        expect(restored.code, restored.output).toBe(0);
        const look = await inspectWhenIdle(place);
        expect(look).toMatchObject({ integrity: 'ok', rowsWithoutFile: [], filesWithoutRow: [], drafts: [] });
        expect(look.notices, 'one notice for each review').toBe(look.reviewed.length);
        const there = new Set(look.reportIds);
        const expectedLedger = {
          uploads: ledger.uploads.filter(({ id }, at) => at < before.uploads || there.has(id)),
          reviews: ledger.reviews.slice(0, before.reviews),
        };
        const again = await start(place, await freePort(), isEncrypted ? {} : { FILE_KEY: fileKey });
        try {
          const members = await logInAgain(again.url, clinic);
          await expectEverything(again, members, expectedLedger, { isGrown: true });
          files += expectedLedger.uploads.length;
        } finally {
          await again.kill();
          await remove(place);
        }
      }
    } finally {
      await load.stop();
      await server.kill();
    }
    printFigures('backups under load', {
      'made and restored': rounds,
      'files restored with their hashes equal': files,
      'uploads acknowledged': ledger.uploads.length,
      'reviews acknowledged': ledger.reviews.length,
      's for a backup in the middle': median(seconds).toFixed(1),
      's at most': Math.max(...seconds).toFixed(1),
    });
    expect(ledger.odd, 'unexpected answers').toEqual([]);
    expect(ledger.broken, 'connections broken').toBe(0);
  },
  timeoutFor(8),
);
