import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { type Answer, ask, reportsOf, review, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { holdLock } from './support/command.ts';
import { smallReport } from './support/files.ts';
import { inspectWhenIdle } from './support/look.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const [patient, doctor] = [clinic.patients[0] as Member, clinic.doctors[0] as Member];
// Longest answer in milliseconds. The short suite allows more as other tests keep the machine busy.
// The lock is held for five seconds.
const maxMs = roundCount(2500, 4900);
let dataDir: string;
let server: Server;
let uploadCount = 0;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
  for (let warm = 0; warm < 4; warm += 1) await send();
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

function send() {
  uploadCount += 1;
  return upload(server.url, { token: patient.token, content: smallReport(`locked ${uploadCount}`, 'pdf') });
}

/**
 * Uploads and reviews while another process holds the lock, and keeps checking that the server is
 * alive.
 */
async function whileHeld(seconds: number) {
  const waiting = await Promise.all([send(), send()]);
  expect(waiting.map(({ status }) => status)).toEqual([200, 200]);
  const lock = await holdLock(join(dataDir, 'app.db'), seconds);
  const alive: Answer[] = [];
  const asking = (async () => {
    while (lock.isHeld()) {
      alive.push(await ask(`${server.url}/healthz`));
      await sleep(50);
    }
  })();
  const write = () =>
    Promise.all([
      send(),
      send(),
      ...waiting.map(({ json }) =>
        review(server.url, { token: doctor.token, reportId: json.data._id, text: 'Rest' }),
      ),
    ]);
  const answers = await write();
  const read = await ask(`${server.url}/api/v1/report/get-report-by-patientId/${patient.id}`, {
    token: patient.token,
  });
  await lock.released;
  await asking;
  return { answers, alive, read, write };
}

const slowest = (answers: Answer[]) => Math.max(...answers.map(({ ms }) => ms)).toFixed(0);

test(
  'answers every request after a wait while another program writes for a second',
  async () => {
    for (let round = 0; round < roundCount(5, 1); round += 1) {
      const { answers, alive } = await whileHeld(1);
      printFigures('lock held 1 s', {
        'writes answered 200': answers.filter(({ status }) => status === 200).length,
        'ms at most': slowest(answers),
        'signs of life': alive.length,
        'ms for one at most': slowest(alive),
      });
      expect(answers.map(({ status }) => status)).toEqual([200, 200, 200, 200]);
      expect(alive.every(({ status }) => status === 200)).toBe(true);
    }
  },
  timeoutFor(2),
);

test(
  'refuses writes in time and stores nothing incomplete while another program writes for five seconds',
  async () => {
    for (let round = 0; round < roundCount(3, 1); round += 1) {
      const reports = (await reportsOf(server.url, patient)).length;
      const { answers, alive, read, write } = await whileHeld(5);
      const look = await inspectWhenIdle(dataDir);
      printFigures('lock held 5 s', {
        'writes answered 503': answers.filter(({ status }) => status === 503).length,
        'ms at most': slowest(answers),
        'signs of life': alive.length,
        'ms for one at most': slowest(alive),
        'files without row': look.filesWithoutRow.length,
      });
      for (const { status, ms, json, headers } of answers) {
        expect(status).toBe(503);
        expect(ms).toBeLessThan(maxMs);
        expect(json).toMatchObject({ success: false, message: expect.stringMatching(/\w+ .+\./) });
        expect(headers['retry-after']).toMatch(/^\d+$/);
      }
      expect(read.status, 'reads still succeed').toBe(200);
      expect(alive.every(({ status }) => status === 200)).toBe(true);
      expect(Math.max(...alive.map(({ ms }) => ms)), 'no read waits for the lock').toBeLessThan(5000);
      expect(look).toMatchObject({
        drafts: [],
        filesWithoutRow: [],
        rowsWithoutFile: [],
        reports: reports + 2,
      });
      expect((await write()).map(({ status }) => status)).toEqual([200, 200, 200, 200]);
    }
  },
  timeoutFor(2),
);
