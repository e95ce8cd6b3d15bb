import { createServer, type Server, type ServerResponse } from 'node:http';
import { type AddressInfo, connect } from 'node:net';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { closeWithConnection } from './close-with-connection.server';

let server: Server;
let responses: ServerResponse[];
let closed: string[];
beforeEach(async () => {
  responses = [];
  closed = [];
  server = createServer((request, response) => {
    closeWithConnection({ request, response });
    responses.push(response);
    response.on('close', () => closed.push(String(request.url)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterEach(() => void server.close());

const targets = ['/first', '/second', '/third'];

/** Requests all targets at once on one connection. */
async function askTogether() {
  const client = connect((server.address() as AddressInfo).port, '127.0.0.1').on('error', () => undefined);
  client.resume();
  client.write(targets.map((target) => `GET ${target} HTTP/1.1\r\nHost: clinic.test\r\n\r\n`).join(''));
  await expect.poll(() => responses.length).toBe(targets.length);
  return client;
}

test('notifies all waiting responses once when their connection closes', async () => {
  const client = await askTogether();
  client.destroy();
  await expect.poll(() => closed).toEqual(targets);
  expect(responses.every(({ destroyed }) => destroyed)).toBe(true);
});

test('notifies a response whose turn has come when the connection closes', async () => {
  const client = await askTogether();
  responses[0]?.end('first');
  await expect.poll(() => closed).toEqual(['/first']);
  client.destroy();
  await expect.poll(() => closed).toEqual(targets);
});

test('closes finished responses as usual', async () => {
  const client = await askTogether();
  for (const response of responses) response.end('answer');
  await expect.poll(() => closed).toEqual(targets);
  client.destroy();
  await new Promise((resolve) => server.close(resolve));
  expect(closed).toEqual(targets);
});
