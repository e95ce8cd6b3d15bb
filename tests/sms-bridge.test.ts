import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmodSync, existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { delimiter, join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';

const secret = 'a-secret-of-the-bridge-for-tests-alone';
const sms = {
  id: '01k2zq5v7m8n',
  to: '+919876543210',
  text: 'SecondLook: मी "x" $(touch /tmp/x) `id` -len 1',
};

let folder: string;
let bridge: ChildProcess;
let url: string;

/** Writes a program in place of gammu-smsd-inject that records its arguments, one a line. */
function writeInject(exitCode: number) {
  const path = join(folder, 'gammu-smsd-inject');
  writeFileSync(
    path,
    `#!/bin/sh\nprintf '%s\\n' "$@" ---- >> "${join(folder, 'calls')}"\nexit ${exitCode}\n`,
  );
  chmodSync(path, 0o755);
}

beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'bridge-'));
  writeInject(0);
  bridge = spawn(process.execPath, ['deploy/sms-gammu.mjs'], {
    env: {
      ...process.env,
      PATH: `${folder}${delimiter}${process.env.PATH}`,
      SMS_SECRET: secret,
      PORT: '0',
      GAMMU_CONFIG: '/c',
    },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  const [line] = await once(bridge.stdout as NodeJS.ReadableStream, 'data');
  url = /http:\S+/.exec(String(line))?.[0] ?? '';
});
afterEach(() => {
  bridge.kill();
  rmSync(folder, { recursive: true });
});

const calls = () => {
  const path = join(folder, 'calls');
  return existsSync(path) ? readFileSync(path, 'utf8').split('----\n').slice(0, -1) : [];
};

async function post(body: unknown, authorization = `Bearer ${secret}`, method = 'POST') {
  const text = typeof body === 'string' ? body : JSON.stringify(body);
  const response = await fetch(url, {
    method,
    headers: { authorization },
    ...(method === 'POST' && { body: text }),
  });
  return response.status;
}

describe('the bridge to gammu-smsd', () => {
  test('hands a text over as one argument, in UCS-2 if a letter needs it', async () => {
    expect(await post(sms)).toBe(202);
    expect(await post({ ...sms, id: 'next', text: 'SecondLook: [1]' })).toBe(202);
    expect(calls()).toEqual([
      ['-c', '/c', 'TEXT', sms.to, '-len', '400', '-unicode', '-text', sms.text, ''].join('\n'),
      ['-c', '/c', 'TEXT', sms.to, '-len', '400', '-text', 'SecondLook: [1]', ''].join('\n'),
    ]);
  });

  test('hands a text that comes again over once', async () => {
    expect([await post(sms), await post(sms)]).toEqual([202, 202]);
    expect(calls()).toHaveLength(1);
  });

  test('takes a text again that could not be handed over, and logs neither number nor words', async () => {
    let log = '';
    bridge.stderr?.on('data', (chunk) => {
      log += chunk;
    });
    writeInject(1);
    expect(await post(sms)).toBe(503);
    writeInject(0);
    expect(await post(sms)).toBe(202);
    expect(log).toBe('gammu-smsd-inject failed: 1\n');
  });

  test.each([
    [401, sms, 'Bearer wrong'],
    [401, sms, secret],
    [400, 'no JSON', undefined],
    [400, 'null', undefined],
    [400, { ...sms, to: '--help' }, undefined],
    [400, { ...sms, to: '9876543210' }, undefined],
    [400, { ...sms, text: 'two\nlines' }, undefined],
    [400, { ...sms, text: 'x'.repeat(401) }, undefined],
    [400, { ...sms, text: 5 }, undefined],
    [400, { ...sms, id: '../x' }, undefined],
    [400, `{"id":"${'x'.repeat(9000)}"}`, undefined],
  ])('answers %i and sends nothing: %j', async (status, body, authorization) => {
    expect(await post(body, authorization)).toBe(status);
    expect(calls()).toEqual([]);
  });

  test('takes no other method', async () => {
    expect(await post('', undefined, 'GET')).toBe(405);
  });
});
