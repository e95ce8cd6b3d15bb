import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, expect, test } from 'vitest';
import { readOn } from './read-on.server';

let server: Server;
afterEach(() => {
  server.closeAllConnections();
  server.close();
});

/** Answers each request after a few bytes of its body, which a parser has paused then. */
async function lineTo(bounds: Parameters<typeof readOn>[1]) {
  server = createServer((request, response) => {
    readOn({ request, response }, bounds);
    request.once('data', () => {
      request.pause();
      response.end('early');
    });
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const socket = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  let text = '';
  socket.on('data', (piece) => {
    text += piece;
  });
  return { socket, countAnswers: () => text.match(/early/g)?.length ?? 0 };
}

const head = (bytes: number) => `POST / HTTP/1.1\r\nHost: clinic.test\r\nContent-Length: ${bytes}\r\n\r\n`;
const bytes = 1_000_000;

test('the rest of a request is read, and the next one on the connection is answered', async () => {
  const { socket, countAnswers } = await lineTo({ maxBytes: bytes, maxSilentMs: 60_000 });
  socket.write(`${head(bytes)}${'x'.repeat(bytes)}`);
  await expect.poll(countAnswers).toBe(1);
  socket.write(`${head(1)}x`);
  await expect.poll(countAnswers).toBe(2);
});

test('a body that is larger than the limit ends the connection', async () => {
  const { socket, countAnswers } = await lineTo({ maxBytes: bytes / 2, maxSilentMs: 60_000 });
  socket.write(`${head(bytes)}x`);
  await expect.poll(countAnswers).toBe(1);
  socket.write('x'.repeat(bytes - 1));
  await expect.poll(() => socket.destroyed).toBe(true);
});

test('a slow line is read as long as something arrives, and closed once it is silent', async () => {
  const { socket, countAnswers } = await lineTo({ maxBytes: bytes, maxSilentMs: 1000 });
  socket.write(head(bytes));
  for (let count = 0; count < 8; count += 1) {
    socket.write('x');
    await sleep(200);
  }
  expect([countAnswers(), socket.destroyed]).toEqual([1, false]);
  const since = performance.now();
  await once(socket, 'close');
  expect(performance.now() - since).toBeLessThan(2000);
});
