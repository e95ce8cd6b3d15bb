import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openPoorLine } from '../support/poor-line.ts';
import { reportsOf } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { hashOf, largeReport } from './support/files.ts';
import { downloadOf, sendByTus, submitSlot } from './support/pieces.ts';
import { isFull, printFigures, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const patient = clinic.patients[0] as Member;
const name = 'report.pdf';
let dataDir: string;
let port: number;
let server: Server;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  port = await freePort();
  server = await start(dataDir, port);
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/** Submits a slot as a report and compares the report's file with the content sent. */
async function expectReport(slotId: string, content: Buffer, key: string) {
  const { status, json } = await submitSlot(server.url, { token: patient.token, slotId, key });
  expect([status, json.message]).toEqual([200, 'Report Submitted Succesfully']);
  expect(hashOf(await downloadOf(server.url, json.data))).toBe(hashOf(content));
  const again = await submitSlot(server.url, { token: patient.token, slotId, key });
  expect([again.status, again.json.data._id]).toEqual([200, json.data._id]);
  const mine = await reportsOf(server.url, patient);
  expect(mine.filter(({ description }) => description === key)).toHaveLength(1);
}

test('accepts a file from the tus project’s client, in pieces and whole', async () => {
  const content = await largeReport(2, 'pdf');
  for (const pieceBytes of [64 * 1024, Number.POSITIVE_INFINITY]) {
    const slotId = await sendByTus({
      url: () => server.url,
      token: patient.token,
      name,
      content,
      pieceBytes,
    });
    await expectReport(slotId, content, `by tus, ${pieceBytes}`);
  }
});

test(
  'resumes a file after the server was killed between pieces and in one',
  async () => {
    const content = await largeReport(2, 'pdf');
    let kills = 0;
    const killNow = async () => {
      kills += 1;
      await server.kill();
      server = await start(dataDir, port);
    };
    const slotId = await sendByTus({
      url: () => server.url,
      token: patient.token,
      name,
      content,
      pieceBytes: 400_000,
      onPiece: (arrived) => (arrived < content.length ? killNow() : undefined),
    });
    await expectReport(slotId, content, 'killed between pieces');
    printFigures('a server killed between pieces', { kills, 'reports lost or doubled': 0 });
  },
  timeoutFor(3),
);

test(
  'receives a file over a line that is cut every 20 s, with little sent twice',
  async () => {
    // The short suite sends ten times as fast, so each connection carries the same number of bytes.
    const speed = isFull ? 1 : 10;
    const line = await openPoorLine(port, { bytesPerSecond: 6250 * speed, cutEveryMs: 20_000 / speed });
    const content = await largeReport(1, 'pdf');
    const slotId = await sendByTus({
      url: () => line.url,
      token: patient.token,
      name,
      content,
      pieceBytes: 64 * 1024,
    });
    const share = line.sent() / content.length;
    printFigures('a line cut every 20 s', { cuts: line.cuts(), 'of the file sent': share.toFixed(2) });
    expect(line.cuts()).toBeGreaterThan(5);
    expect(share).toBeLessThanOrEqual(1.2);
    await line.close();
    await expectReport(slotId, content, 'over a poor line');
    // The report's thumbnail is stored after the answer and lies in `tmp` for a moment too.
    await expect.poll(() => readdirSync(join(dataDir, 'uploads', 'tmp')), { timeout: 60_000 }).toEqual([]);
  },
  timeoutFor(6),
);
