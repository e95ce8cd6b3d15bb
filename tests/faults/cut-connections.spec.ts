import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportForm, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { largeReport, smallReport } from './support/files.ts';
import { lookWhenStill, pendingFilesIn } from './support/look.ts';
import { chances, figures, times, within } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const atOnce = 5;
const maxMs = 5000;
const patient = clinic.patients[0] as Member;
let dataDir: string;
let server: Server;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
  server = await start(dataDir, await freePort());
});
afterAll(async () => {
  await server?.kill();
  await remove(dataDir);
});

/** Sends so many bytes of an upload, as they come on a line, and then breaks the connection. */
function sendAndCut(whole: Buffer, bytes: number, isReset: boolean) {
  return new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(whole.subarray(0, bytes), () => {
        // Given a moment to arrive: what is thrown away with the connection was never sent.
        setTimeout(() => (isReset ? socket.resetAndDestroy() : socket.destroy()), 5);
      });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

test(
  'An upload whose connection is cut leaves nothing behind',
  async () => {
    const cuts = times(200, 10);
    const chance = chances(4);
    const { headers, body } = reportForm('scan.jpg', await largeReport(1));
    const content = Buffer.concat(body);
    const head = [
      'POST /api/v1/report/upload-report HTTP/1.1',
      `Host: 127.0.0.1:${server.port}`,
      `Authorization: Bearer ${patient.token}`,
      `Content-Type: ${headers['Content-Type']}`,
      `Content-Length: ${content.length}`,
    ].join('\r\n');
    const whole = Buffer.concat([Buffer.from(`${head}\r\n\r\n`), content]);
    // One cut in ten is among the headers and the first fields, the others anywhere in the file.
    const at = () => 1 + Math.floor(chance() * (chance() < 0.1 ? 2000 : whole.length - 2));
    const isClean = () => pendingFilesIn(join(dataDir, 'uploads')).length === 0;
    let longest = 0;
    for (let done = 0; done < cuts; done += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => sendAndCut(whole, at(), chance() < 0.5)));
      const cutAt = performance.now();
      while (!isClean() && performance.now() - cutAt < maxMs) await sleep(20);
      longest = Math.max(longest, performance.now() - cutAt);
    }
    // What was cut last may only now have been begun.
    await sleep(500);
    const look = await lookWhenStill(dataDir);
    figures('connections cut', {
      cuts,
      'drafts left': look.drafts.length,
      'files left': look.filesWithoutRow.length,
      'reports made': look.reports,
      'ms until all was gone at most': longest.toFixed(0),
    });
    expect(look).toMatchObject({ drafts: [], filesWithoutRow: [], rowsWithoutFile: [], reports: 0 });
    const after = await upload(server.url, { token: patient.token, content: smallReport('after', 'pdf') });
    expect(after.status).toBe(200);
  },
  within(3),
);
