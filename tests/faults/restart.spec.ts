import { createServer } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, inject, test } from 'vitest';
import { hasNginx, startCaddyOfOneMachine, startNginxOfOneMachine } from '../support/balancers.ts';
import { isThere } from '../tools/programs/apt.mjs';
import { ask } from './support/calls.ts';
import { copyOf, remove } from './support/clinic.ts';
import { printFigures, roundCount, timeoutFor } from './support/scale.ts';
import { freePort, launch, start } from './support/server.ts';

const clinic = inject('clinic');
const requests = 40;
const everyMs = 150;
const restartsAt = 8;
/** Milliseconds without a server, besides its start. In the full form, proxies give up earlier by default. */
const downMs = roundCount(36_000, 1000);
let dataDir: string;
beforeAll(async () => {
  dataDir = await copyOf(clinic);
});
afterAll(async () => {
  await remove(dataDir);
});

test.each([
  ['two seconds', {}, 2000],
  ['as long as STOP_DELAY says', { STOP_DELAY: '4' }, 4000],
])('announces its stop for %s and still accepts requests', async (_how, settings, ms) => {
  const server = await start(dataDir, await freePort(), settings);
  const since = performance.now();
  const code = server.stop();
  // The server handles the signal a moment after it was sent.
  let ready = await ask(`${server.url}/readyz`);
  while (ready.status === 200) ready = await ask(`${server.url}/readyz`);
  const home = await ask(`${server.url}/`);
  expect([ready.status, ready.json, home.status]).toEqual([
    503,
    { ready: false, problems: ['stopping'] },
    200,
  ]);
  expect(home.headers.connection).toBe('close');
  // The proxy's check before a form breaks off while forms are still accepted.
  const isAlive = () =>
    ask(`${server.url}/healthz`).then(
      () => true,
      () => false,
    );
  while (await isAlive());
  const form = await ask(`${server.url}/api/v1/auth/login`, { method: 'POST', body: {} });
  expect(form.status).toBe(422);
  expect(await code).toBe(0);
  expect(performance.now() - since).toBeGreaterThan(ms);
});

test.each([
  ['Ctrl-C', ['SIGINT']],
  ['a second signal', ['SIGTERM', 'SIGTERM']],
  ['Ctrl-C after a signal', ['SIGTERM', 'SIGINT']],
] as const)('stops without the announcement at %s', async (_what, signals) => {
  // One fast try is enough: a busy machine may take two seconds for anything.
  const tries = 3;
  let fastest = Number.POSITIVE_INFINITY;
  for (let at = 0; at < tries && fastest >= 2000; at += 1) {
    const server = await start(dataDir, await freePort());
    const since = performance.now();
    for (const signal of signals) {
      process.kill(server.pid, signal);
      // Pending signals of the same kind merge into one.
      if (signals.length > 1) await untilStopping(server.url);
    }
    expect(await server.exited).toBe(0);
    fastest = Math.min(fastest, performance.now() - since);
  }
  expect(fastest).toBeLessThan(2000);
});

/** Waits until the server reports that it is stopping or accepts no more connections. */
async function untilStopping(url: string) {
  while ((await ask(`${url}/readyz`).catch(() => null))?.status === 200) await sleep(10);
}

const proxies = [
  { name: 'Caddy', isHere: isThere('caddy'), startProxy: startCaddyOfOneMachine },
  { name: 'nginx', isHere: hasNginx(), startProxy: startNginxOfOneMachine },
].filter(({ isHere }) => isHere);

describe.each(proxies)('behind $name with the file for clinics', ({ name, startProxy }) => {
  test(
    'answers every request across a restart',
    async () => {
      let server = await start(dataDir, await freePort());
      const proxy = await startProxy(server.port);
      try {
        const requested: Promise<string>[] = [];
        let restart: Promise<void> | undefined;
        for (let at = 0; at < requests; at += 1) {
          if (at === restartsAt) {
            restart = server.stop().then(async () => {
              await sleep(downMs);
              server = launch(dataDir, server.port);
              await server.ready();
            });
          }
          // Every fourth request is a form. Its body is only sent once the server can accept it.
          const isForm = at % 4 === 3;
          const form = {
            method: 'POST',
            body: { email: `nobody-${at}@clinic.test`, password: 'wrong words' },
          };
          const answer = isForm ? ask(`${proxy.url}/api/v1/auth/login`, form) : ask(`${proxy.url}/login`);
          const what = `${at}. ${isForm ? 'form' : 'page'}`;
          requested.push(
            answer.then(
              ({ status, ms }) =>
                status === (isForm ? 401 : 200) ? '' : `${what}: ${status} after ${Math.round(ms)} ms`,
              (error: { code?: string }) => `${what}: ${error.code}`,
            ),
          );
          await sleep(everyMs);
        }
        await restart;
        const unanswered = (await Promise.all(requested)).filter(Boolean);
        const answered = requests - unanswered.length;
        printFigures(`restart behind ${name}`, { 'requests answered': `${answered} of ${requests}` });
        expect(unanswered).toEqual([]);
      } finally {
        await proxy.stop();
        await server.kill();
      }
    },
    timeoutFor(1),
  );

  test('never repeats a form that the server may have accepted', async () => {
    const acceptedForms: string[] = [];
    // An upstream that passes health checks, but reads a form and hangs up without an answer.
    const upstream = createServer((socket) => {
      let received = '';
      socket.on('error', () => undefined);
      socket.on('data', (bytes) => {
        received += bytes;
        if (received.startsWith('GET'))
          socket.end('HTTP/1.1 200 OK\r\nContent-Length: 0\r\nConnection: close\r\n\r\n');
        if (!received.endsWith('"twice"}')) return;
        acceptedForms.push(received);
        socket.destroy();
      });
    });
    const port = await freePort();
    await new Promise<void>((resolve) => upstream.listen(port, '127.0.0.1', resolve));
    const proxy = await startProxy(port);
    try {
      const body = { description: 'twice' };
      const answer = await ask(`${proxy.url}/api/v1/report/add-report`, { method: 'POST', body });
      expect([answer.status, acceptedForms.length]).toEqual([502, 1]);
    } finally {
      await proxy.stop();
      upstream.close();
    }
  });
});
