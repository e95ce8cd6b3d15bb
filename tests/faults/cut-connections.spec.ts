import { connect } from 'node:net';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { reportForm, upload } from './support/calls.ts';
import { copyOf, type Member, remove } from './support/clinic.ts';
import { largeReport, smallReport } from './support/files.ts';
import { inspectWhenIdle, pendingFilesIn } from './support/look.ts';
import { createRandom, printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, type Server, start } from './support/server.ts';

const clinic = inject('clinic');
const atOnce = 5;
const maxMs = 30_000;
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

/** Sends the first `bytes` bytes of an upload at network speed, then breaks the connection. */
function sendAndCut(whole: Buffer, bytes: number, isReset: boolean) {
  return new Promise<void>((resolve) => {
    const socket = connect(server.port, '127.0.0.1', () => {
      socket.write(whole.subarray(0, bytes), () => {
        // Gives the bytes a moment to arrive: those still in the socket's buffer are dropped with
        // it.
        setTimeout(() => (isReset ? socket.resetAndDestroy() : socket.destroy()), 5);
      });
    });
    socket.on('error', () => undefined);
    socket.on('close', () => resolve());
  });
}

test(
  'leaves nothing of an upload whose connection is cut',
  async () => {
    const cuts = roundCount(200, 10);
    const chance = createRandom(4);
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
    // One cut in ten falls among the headers and the first fields, the rest anywhere in the file.
    const at = () => 1 + Math.floor(chance() * (chance() < 0.1 ? 2000 : whole.length - 2));
    const isClean = () => pendingFilesIn(join(dataDir, 'uploads')).length === 0;
    let longest = 0;
    for (let cutCount = 0; cutCount < cuts; cutCount += atOnce) {
      await Promise.all(Array.from({ length: atOnce }, () => sendAndCut(whole, at(), chance() < 0.5)));
      const cutAt = performance.now();
      while (!isClean() && performance.now() - cutAt < maxMs) await sleep(20);
      longest = Math.max(longest, performance.now() - cutAt);
    }
    // The server may only just have started on the last request that was cut.
    await sleep(500);
    const look = await inspectWhenIdle(dataDir);
    printFigures('connections cut', {
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
  timeoutFor(3),
);

/** Builds the bytes of a request. */
const requestBytes = (head: string[], body: Buffer = Buffer.alloc(0)) =>
  Buffer.concat([
    Buffer.from([head[0], `Host: 127.0.0.1:${server.port}`, ...head.slice(1)].join('\r\n')),
    Buffer.from('\r\n\r\n'),
    body,
  ]);

/** Builds a request of each kind, longer than the part the tests send. */
async function requests() {
  const signedIn = `Authorization: Bearer ${patient.token}`;
  const tus = 'Tus-Resumable: 1.0.0';
  const long = ['Content-Length: 500000'];
  const slots = '/api/v1/report/uploads';
  const announced = await fetch(`${server.url}${slots}`, {
    method: 'POST',
    headers: {
      Authorization: `Bearer ${patient.token}`,
      'Tus-Resumable': '1.0.0',
      'Upload-Length': '900000',
    },
  });
  const slot = announced.headers.get('Location');
  const content = await largeReport(1, 'pdf');
  const { headers, body } = reportForm('scan.jpg', content);
  const form = Buffer.concat(body);
  const ofForm = [`Content-Type: ${headers['Content-Type']}`, ...long];
  const ofPage = [`Origin: ${server.url}`, 'Content-Type: application/x-www-form-urlencoded', ...long];
  const { json } = await upload(server.url, { token: patient.token, content });
  const { pathname, search } = new URL(json.data.reportUrl);
  const piece = ['Content-Type: application/offset+octet-stream', 'Upload-Offset: 0', ...long];
  return {
    'a piece of a file': requestBytes([`PATCH ${slot} HTTP/1.1`, signedIn, tus, ...piece], content),
    'a piece without its protocol': requestBytes([`PATCH ${slot} HTTP/1.1`, signedIn, ...piece], content),
    'a file': requestBytes(['POST /api/v1/report/upload-report HTTP/1.1', signedIn, ...ofForm], form),
    'a file of a page': requestBytes(['POST /dashboard/upload-report HTTP/1.1', ...ofForm], form),
    'a form': requestBytes(['POST /login HTTP/1.1', ...ofPage], Buffer.alloc(200_000, 'email=a')),
    'a call': requestBytes(
      ['POST /api/v1/auth/login HTTP/1.1', 'Content-Type: application/json', ...long],
      Buffer.alloc(200_000, '{"email":"a'),
    ),
    'a tunnel': requestBytes(['CONNECT clinic.test:443 HTTP/1.1']),
    'a download': requestBytes([`GET ${pathname}${search} HTTP/1.1`, signedIn]),
    'a part of a download': requestBytes([
      `GET ${pathname}${search} HTTP/1.1`,
      'Range: bytes=0-800000',
      signedIn,
    ]),
  };
}

test(
  'keeps running and logs no incident when a connection is cut before its request is read',
  async () => {
    const rounds = roundCount(24, 4);
    for (const [what, whole] of Object.entries(await requests())) {
      const head = whole.indexOf('\r\n\r\n') + 4;
      for (let round = 0; round < rounds; round += 1) {
        // A stopped process finds the bytes and the end of the connection together when it resumes.
        process.kill(server.pid, 'SIGSTOP');
        const bytes = head + ([0, 100, 60_000, 180_000][round % 4] as number);
        await Promise.all(
          Array.from({ length: atOnce }, (_, index) => sendAndCut(whole, bytes, (index + round) % 3 > 0)),
        );
        process.kill(server.pid, 'SIGCONT');
        const answer = await fetch(`${server.url}/healthz`).catch((error: Error) => error);
        expect([what, answer]).toMatchObject([what, { status: 200 }]);
      }
    }
    await sleep(500);
    expect(server.hasExited()).toBe(false);
    expect(server.log()).not.toMatch(/incident|Error/);
  },
  timeoutFor(3),
);
