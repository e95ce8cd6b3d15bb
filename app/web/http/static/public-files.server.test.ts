import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createServer, type RequestListener, type Server } from 'node:http';
import { createRequire } from 'node:module';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { skipPublicFiles } from './public-files.server';

type App = RequestListener & { use(...layers: unknown[]): void };
type Express = (() => App) & { static(folder: string): (...call: unknown[]) => void };

// The one that remix-serve answers with.
const express: Express = createRequire(
  createRequire(import.meta.url).resolve('@remix-run/serve/package.json'),
)('express');

let folder: string;
let server: Server;
let address: string;
const looked = vi.fn();
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'public-'));
  mkdirSync(join(folder, 'icons'));
  mkdirSync(join(folder, 'client', 'assets'), { recursive: true });
  writeFileSync(join(folder, 'client', 'assets', 'entry-1a.js'), 'entry');
  for (const name of ['sw.js', 'a b.txt', 'icons/one.svg']) writeFileSync(join(folder, name), name);
  const app = express();
  const files = express.static(folder);
  const build = express.static(join(folder, 'client'));
  app.use('/', build);
  app.use(
    Object.defineProperty(
      (...call: [{ url: string }]) => {
        looked(call[0].url);
        files(...call);
      },
      'name',
      { value: 'serveStatic' },
    ),
  );
  app.use((_request: unknown, response: { end(text: string): void }) => response.end('page'));
  expect(skipPublicFiles([() => undefined, app], folder)).toBe(2);
  server = createServer(app).listen(0, '127.0.0.1');
  await new Promise((resolve) => server.once('listening', resolve));
  address = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(() => {
  server.close();
  rmSync(folder, { recursive: true, force: true });
});

test.each([
  ['/sw.js', 'sw.js'],
  ['/sw.js?v=1', 'sw.js'],
  ['/icons/one.svg', 'icons/one.svg'],
  ['/a%20b.txt', 'a b.txt'],
  ['/assets/entry-1a.js', 'entry'],
])('%s is a file', async (path, text) => {
  expect(await (await fetch(address + path)).text()).toBe(text);
});

test.each(['/', '/api/v1/report/get-pending-reports?limit=50', '/icons/two.svg', '/sw.js/x', '/index.html'])(
  '%s is none, and the disk is not asked',
  async (path) => {
    looked.mockClear();
    expect(await (await fetch(address + path)).text()).toBe('page');
    expect(looked).not.toHaveBeenCalled();
  },
);
