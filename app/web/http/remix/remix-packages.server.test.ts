import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { afterEach, expect, test } from 'vitest';
import { keepFetchOfNode } from './remix-packages.server';

const serve = createRequire(import.meta.url).resolve('@remix-run/serve/package.json');
const fromServe = createRequire(serve);
const remix = fromServe('@remix-run/node');
const { installGlobals } = remix;
const ofNode = ['Headers', 'Request', 'Response', 'fetch', 'FormData'].map(
  (name) => [name, globalThis[name as 'fetch']] as const,
);
afterEach(() => {
  Object.assign(remix, { installGlobals });
  Object.assign(globalThis, Object.fromEntries(ofNode));
});

test('remix-serve leaves fetch as Node has it', () => {
  expect(keepFetchOfNode()).toBe(remix);
  remix.installGlobals({ nativeFetch: true });
  for (const [name, own] of ofNode) expect(globalThis[name as 'fetch'], name).toBe(own);
});

test('it asks for another one after it has loaded the build, by the exports of the package', () => {
  const program = readFileSync(fromServe.resolve('@remix-run/serve/dist/cli.js'), 'utf8');
  const [beforeBuild, afterBuild] = program.split('let build = await reimportServer();');
  expect(beforeBuild).not.toContain('installGlobals');
  expect(afterBuild).toContain('node.installGlobals({');
});
