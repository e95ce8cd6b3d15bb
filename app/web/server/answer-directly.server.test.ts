import { createServer, request as httpRequest, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Handler } from '~/web/request/exchange.server';
import { answerDirectly } from './listener.server';

let handler: Handler;
let incident: Promise<string | undefined>;
let server: Server;
beforeAll(async () => {
  server = createServer((request, response) => {
    incident = answerDirectly({ request, response }, handler);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
});
afterAll(() => void server.close());

type Sent = { method?: string; path?: string; headers?: Record<string, string | string[]>; body?: string };

/** Sends a request like an HTTP client that does not decompress responses. */
function ask({ method = 'GET', path = '/api/v1/a/b', headers = {}, body }: Sent = {}) {
  const { port } = server.address() as AddressInfo;
  return new Promise<{ answer: IncomingMessage; bytes: Buffer }>((resolve, reject) => {
    const clientRequest = httpRequest({ port, host: '127.0.0.1', method, path, headers }, (answer) => {
      const chunks: Buffer[] = [];
      answer.on('data', (chunk: Buffer) => chunks.push(chunk));
      answer.on('end', () => resolve({ answer, bytes: Buffer.concat(chunks) }));
      answer.on('error', reject);
    });
    clientRequest.on('error', reject);
    clientRequest.end(body);
  });
}

const long = { words: 'a review '.repeat(300) };
const json = (body: object, init?: ResponseInit) => async () => Response.json(body, init);

test('passes the request to the handler unchanged', async () => {
  let got: Request | undefined;
  handler = async (request) => {
    got = request;
    return Response.json(await request.json(), { status: 201 });
  };
  const body = JSON.stringify(long);
  const { answer, bytes } = await ask({
    method: 'PUT',
    path: '/api/v1/a/b?c=d%20e&c=f',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': '10.0.0.1', cookie: 'a=1; b=2' },
    body,
  });
  expect(answer.statusCode).toBe(201);
  expect(bytes.toString()).toBe(body);
  expect(got?.method).toBe('PUT');
  expect(got?.url).toBe(`http://127.0.0.1:${(server.address() as AddressInfo).port}/api/v1/a/b?c=d%20e&c=f`);
  expect(got?.headers.get('cookie')).toBe('a=1; b=2');
  expect(got?.headers.get('x-forwarded-for')).toBe('10.0.0.1');
});

test('sends headers, repeated ones separately, and no body', async () => {
  handler = async () => {
    const headers = new Headers({ Allow: 'GET, HEAD' });
    headers.append('Set-Cookie', 'a=1; Path=/');
    headers.append('Set-Cookie', 'b=2; Path=/');
    return new Response(null, { status: 204, headers });
  };
  const { answer, bytes } = await ask();
  expect([answer.statusCode, answer.statusMessage]).toEqual([204, 'No Content']);
  expect(answer.headers.allow).toBe('GET, HEAD');
  expect(answer.headers['set-cookie']).toEqual(['a=1; Path=/', 'b=2; Path=/']);
  expect(bytes).toHaveLength(0);
});

test.each([
  ['gzip, deflate, br', 'br', brotliDecompressSync],
  ['gzip, br;q=0', 'gzip', gunzipSync],
  ['gzip', 'gzip', gunzipSync],
])('compresses a long answer for %s as %s', async (accepted, encoding, unpack) => {
  handler = json(long);
  const { answer, bytes } = await ask({ headers: { 'accept-encoding': accepted } });
  expect(answer.headers['content-encoding']).toBe(encoding);
  expect(answer.headers['content-length']).toBe(String(bytes.length));
  expect(bytes.length).toBeLessThan(500);
  expect(JSON.parse(unpack(bytes).toString())).toEqual(long);
});

test.each([
  ['a short answer', { words: 'short' }, 'br'],
  ['an answer for a client that accepts no encoding', long, ''],
  ['an answer for a client that refuses encodings', long, 'br;q=0, gzip;q=0, identity'],
])('sends %s uncompressed', async (_what, body, accepted) => {
  handler = json(body);
  const { answer, bytes } = await ask({ headers: accepted ? { 'accept-encoding': accepted } : {} });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(JSON.parse(bytes.toString())).toEqual(body);
  expect(answer.headers['content-length']).toBe(String(bytes.length));
});

test('answers HEAD with headers only', async () => {
  handler = json(long);
  const { answer, bytes } = await ask({ method: 'HEAD' });
  expect(answer.headers['content-length']).toBe(String(JSON.stringify(long).length));
  expect(bytes).toHaveLength(0);
});

test('streams a file without compressing it', async () => {
  handler = async () => {
    const body = new ReadableStream({
      start(controller) {
        for (const part of ['one ', 'two']) controller.enqueue(Buffer.from(part.repeat(1000)));
        controller.close();
      },
    });
    return new Response(body, { headers: { 'Content-Type': 'application/zip' } });
  };
  const { answer, bytes } = await ask({ headers: { 'accept-encoding': 'br' } });
  expect(answer.headers['content-encoding']).toBeUndefined();
  expect(bytes.toString()).toBe('one '.repeat(1000) + 'two'.repeat(1000));
});

test('logs an error of a handler, and answers with the id of the incident', async () => {
  handler = async () => {
    throw new Error('the disk is gone');
  };
  const { answer, bytes } = await ask();
  expect(answer.statusCode).toBe(500);
  expect(JSON.parse(bytes.toString())).toEqual({
    success: false,
    message: 'Something went wrong',
    code: 'internal_error',
    incident: await incident,
  });
  expect(await incident).toMatch(/^[a-z0-9]{10}$/);
});

test('cuts the connection if an answer breaks off half-way', async () => {
  handler = async () => {
    const body = new ReadableStream({
      start: (controller) => controller.enqueue(Buffer.alloc(100_000)),
      pull: (controller) => controller.error(new Error('the file ends here')),
    });
    return new Response(body, { headers: { 'Content-Type': 'application/zip' } });
  };
  await expect(ask()).rejects.toThrow();
  expect(await incident).toMatch(/^[a-z0-9]{10}$/);
});

test('logs no incident for a client that leaves before the answer', async () => {
  let leave = () => {};
  const left = new Promise<void>((resolve) => {
    leave = resolve;
  });
  let arrived = () => {};
  const here = new Promise<void>((resolve) => {
    arrived = resolve;
  });
  handler = async () => {
    arrived();
    await left;
    throw new Error('nobody is there any more');
  };
  const { port } = server.address() as AddressInfo;
  const clientRequest = httpRequest({ port, host: '127.0.0.1', path: '/api/v1/a/b' }).on(
    'error',
    () => undefined,
  );
  clientRequest.end();
  await here;
  clientRequest.destroy();
  // The server notices it a little later.
  await expect
    .poll(() => new Promise((resolve) => server.getConnections((_error, count) => resolve(count))))
    .toBe(0);
  leave();
  expect(await incident).toBeUndefined();
});
