import { connect, type Socket } from 'node:net';
import { delimiter } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { startCaddyOfOneMachine, startNginx } from '../support/balancers.ts';
import { isShort } from '../support/short-form.ts';
import { isThere } from '../tools/programs/apt.mjs';
import { listRoutes, pathIn } from './support/routes';
import { openWorld, type World } from './support/world';

process.env.PATH = [process.env.PATH, '/usr/sbin'].join(delimiter);

let world: World;
beforeAll(async () => {
  world = await openWorld();
});
afterAll(() => world?.close());

type Body = { type: string; content: Buffer };

const aPart = (name: string, more: string) =>
  `--b\r\nContent-Disposition: form-data; name="${name}"${more}\r\n\r\nx\r\n`;
const multipart = (parts: string): Body => ({
  type: 'multipart/form-data; boundary=b',
  content: Buffer.from(`${parts}--b--\r\n`),
});
const manyParts = (count: number, more = '') =>
  multipart(Array.from({ length: count }, (_one, at) => aPart(`field${at}`, more)).join(''));

/** Bodies that no address reads to their end. */
const bodies: Record<string, Body> = {
  'a form of 300 KB': { type: 'application/x-www-form-urlencoded', content: Buffer.alloc(300_000, 'x') },
  'JSON of 300 KB': {
    type: 'application/json',
    content: Buffer.from(JSON.stringify({ email: 'x'.repeat(300_000) })),
  },
  'a broken multipart body of 2 MB': {
    type: 'multipart/form-data; boundary=b',
    content: Buffer.concat([Buffer.from('--b\r\nnot a header\r\n\r\n'), Buffer.alloc(2_000_000, 'x')]),
  },
  'a body of 20,000 fields': manyParts(20_000),
  'a body of 3,000 files': manyParts(3000, '; filename="a.pdf"'),
};
const methods = ['POST', 'PUT', 'DELETE'];
const nextMs = 1000;

type Sent = {
  method: string;
  path: string;
  body: Body;
  host?: string;
  headers?: string[];
  version?: string;
};

/** A connection, and how often a response began on it. */
type Line = { socket: Socket; isClosed(): boolean; answers(): number; lastAt(): number };

function open(port = Number(new URL(world.service.url).port)): Promise<Line> {
  return new Promise((resolve) => {
    const socket = connect(port, '127.0.0.1');
    let received = '';
    let [isClosed, lastAt] = [false, performance.now()];
    socket.on('data', (piece) => {
      received += piece.toString('latin1');
      lastAt = performance.now();
    });
    socket.on('error', () => undefined);
    socket.on('close', () => {
      isClosed = true;
    });
    const answers = () => received.match(/HTTP\/1\.[01] (?!100)\d{3} /g)?.length ?? 0;
    socket.on('connect', () => resolve({ socket, isClosed: () => isClosed, answers, lastAt: () => lastAt }));
  });
}

const headOf = ({ method, path, body, host = 'clinic.test', headers = [], version = '1.1' }: Sent) =>
  `${[
    `${method} ${path} HTTP/${version}`,
    `Host: ${host}`,
    `Content-Type: ${body.type}`,
    `Content-Length: ${body.content.length}`,
    ...headers,
  ].join('\r\n')}\r\n\r\n`;

const nextRequest = 'GET /healthz HTTP/1.1\r\nHost: clinic.test\r\n\r\n';

async function until(isSo: () => boolean, withinMs: number) {
  const end = performance.now() + withinMs;
  while (!isSo() && performance.now() < end) await sleep(2);
}

/**
 * Sends a request, and the next one on the same connection once the first is answered.
 *
 * @returns the milliseconds until the next request was answered or the connection closed; undefined
 *   if neither happened in time.
 */
async function nextAfter(sent: Sent): Promise<number | undefined> {
  const line = await open();
  try {
    line.socket.write(headOf(sent));
    line.socket.write(sent.body.content);
    await until(() => line.answers() > 0 || line.isClosed(), 30_000);
    const since = performance.now();
    line.socket.write(nextRequest);
    await until(() => line.answers() > 1 || line.isClosed(), nextMs);
    return line.answers() > 1 || line.isClosed() ? performance.now() - since : undefined;
  } finally {
    line.socket.destroy();
  }
}

const atOnce = 6;
const maxSlow = 20;

/** Runs a task for each item, a few at once. */
async function forEach<Item>(items: Item[], run: (item: Item) => Promise<void>) {
  const rest = [...items];
  const work = async () => {
    for (let item = rest.shift(); item; item = rest.shift()) await run(item);
  };
  await Promise.all(Array.from({ length: atOnce }, work));
}

/** Lists every address with every method and body; in the short form one method for each body. */
function requestsTo(addresses: string[]): [what: string, sent: Sent][] {
  return addresses.flatMap((path, at) =>
    Object.entries(bodies).flatMap(([name, body], number) =>
      methods
        .filter((method) => !isShort || methods[(at + number) % 3] === method)
        .map((method): [string, Sent] => [`${method} ${path} with ${name}`, { method, path, body }]),
    ),
  );
}

describe('a request whose body is not read', () => {
  test('leaves its connection to the next request, at every address', async () => {
    const routes = listRoutes();
    const addresses = ['/nothing-here', '/assets/nothing.js', ...routes.map((route) => pathIn(world, route))];
    const isOfApi = (path: string) => path.startsWith('/api/');
    const requests = requestsTo([...new Set(addresses)]);
    const ofPatient = world.as('other').Cookie ?? '';
    const all = requests.flatMap(([what, sent]): [string, Sent][] => [
      [what, sent],
      ...(isShort || isOfApi(sent.path)
        ? []
        : ([[`${what}, signed in`, { ...sent, headers: [`Cookie: ${ofPatient}`] }]] as [string, Sent][])),
    ]);
    const slow: [string, Sent][] = [];
    await forEach(all, async (request) => {
      if (slow.length < maxSlow && (await nextAfter(request[1])) === undefined) slow.push(request);
    });
    // On a busy machine a request may wait behind others, so it is asked once more alone.
    const stuck: string[] = [];
    for (const [what, sent] of slow) if ((await nextAfter(sent)) === undefined) stuck.push(what);
    expect(stuck).toEqual([]);
    expect(all.length).toBeGreaterThan(routes.length * 4);
  });

  const broken = bodies['a broken multipart body of 2 MB'] as Body;

  test('is answered on a slow line, and the next request too', async () => {
    const line = await open();
    line.socket.write(headOf({ method: 'POST', path: '/login', body: broken }));
    for (let at = 0; at < broken.content.length; at += 100_000) {
      line.socket.write(broken.content.subarray(at, at + 100_000));
      await sleep(50);
    }
    expect([line.answers(), line.isClosed()]).toEqual([1, false]);
    line.socket.write(nextRequest);
    await until(() => line.answers() > 1, nextMs);
    expect(line.answers()).toBe(2);
    line.socket.destroy();
  });

  test('is answered before requests that were sent behind it', async () => {
    const line = await open();
    const sent = { method: 'POST', path: '/nothing-here', body: broken };
    line.socket.write(Buffer.concat([Buffer.from(headOf(sent)), broken.content, Buffer.from(nextRequest)]));
    line.socket.write(Buffer.concat([Buffer.from(headOf(sent)), broken.content, Buffer.from(nextRequest)]));
    await until(() => line.answers() > 3, 5000);
    expect(line.answers()).toBe(4);
    line.socket.destroy();
  });

  test.each([
    ['that asks before it sends the body', { headers: ['Expect: 100-continue'] }],
    ['that expects something else', { headers: ['Expect: a miracle'] }],
    ['of HTTP/1.0', { version: '1.0' }],
    ['of HTTP/1.0 that keeps its connection', { version: '1.0', headers: ['Connection: keep-alive'] }],
  ])('leaves its connection to the next one or closes it: one %s', async (_what, more) => {
    for (const path of ['/nothing-here', '/healthz', '/login', '/api/v1/nothing'])
      expect(await nextAfter({ method: 'POST', path, body: broken, ...more }), path).toBeDefined();
  });
});

const programs = { caddy: startCaddyOfOneMachine, nginx: startNginx };

describe.each(Object.entries(programs))('behind %s, which keeps connections', (program, start) => {
  test.skipIf(!isThere(program))('24 unread bodies at once make nobody else wait', async () => {
    const proxy = await start(Number(new URL(world.service.url).port));
    try {
      const { host, port } = new URL(proxy.url);
      const body = bodies['a form of 300 KB'] as Body;
      const visit = async (withinMs: number) => {
        const since = performance.now();
        const signal = AbortSignal.timeout(withinMs);
        const answer = await fetch(`${proxy.url}/`, { signal }).catch(() => undefined);
        return { isAnswered: answer?.status === 200, ms: performance.now() - since };
      };
      const visitAll = (withinMs: number) => Promise.all(Array.from({ length: 40 }, () => visit(withinMs)));
      // On a busy machine, pages take longer without anybody's doing.
      const usualMs = Math.max(...(await visitAll(60_000)).map(({ ms }) => ms));
      for (let round = 0; round < 2; round += 1) {
        const lines = await Promise.all(Array.from({ length: 24 }, () => open(Number(port))));
        for (const { socket } of lines) {
          socket.write(headOf({ method: 'POST', path: '/nothing-here', body, host }));
          socket.write(body.content);
        }
        for (const { answers, isClosed } of lines) await until(() => answers() > 0 || isClosed(), 10_000);
        const visits = await visitAll(Math.max(2000, Math.ceil(4 * usualMs)));
        expect(visits.filter(({ isAnswered }) => !isAnswered)).toEqual([]);
        for (const { socket } of lines) socket.destroy();
      }
    } finally {
      await proxy.stop();
    }
  });
});
