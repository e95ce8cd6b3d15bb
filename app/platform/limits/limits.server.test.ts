import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import {
  closeLimits,
  consume,
  findExhaustedLimit,
  openLimits,
  refund,
  retryAfter,
  take,
} from './limits.server';

let folder: string;
let path: string;
beforeEach(() => {
  vi.useFakeTimers({ toFake: ['Date'] });
  folder = mkdtempSync(join(tmpdir(), 'limits-'));
  path = join(folder, 'deep', 'limits.db');
});
afterEach(() => {
  closeLimits();
  vi.useRealTimers();
  rmSync(folder, { recursive: true, force: true });
});

const takeMany = async (times: number, key = 'somebody') => {
  const waits: number[] = [];
  for (let at = 0; at < times; at += 1) waits.push(await consume('signups', key));
  return waits;
};

test('allows a number of points and then returns the time to wait', async () => {
  await openLimits({ path, scale: 1 });
  expect(await takeMany(10)).toEqual(Array(10).fill(0));
  expect(await consume('signups', 'somebody')).toBe(3600);
  expect(await consume('signups', 'somebody else')).toBe(0);
  expect(await consume('codes', 'somebody'), 'another limit of the same person').toBe(0);
  vi.setSystemTime(Date.now() + 3_601_000);
  expect(await consume('signups', 'somebody')).toBe(0);
});

test('returns the state of a limit', async () => {
  await openLimits({ path, scale: 1 });
  const state = { points: 10, window: 3600, isExceeded: false };
  expect(await take('signups', 'somebody', 4)).toEqual({ ...state, remaining: 6, seconds: 3600 });
  expect(await findExhaustedLimit('signups', 'somebody')).toBeUndefined();
  vi.setSystemTime(Date.now() + 600_000);
  expect(await take('signups', 'somebody', 6)).toEqual({ ...state, remaining: 0, seconds: 3000 });
  const none = { ...state, remaining: 0, seconds: 3000, isExceeded: true };
  expect([await take('signups', 'somebody'), await findExhaustedLimit('signups', 'somebody')]).toEqual([
    none,
    none,
  ]);
});

test('keeps the counts over a restart', async () => {
  await openLimits({ path, scale: 1 });
  await takeMany(9);
  closeLimits();
  await openLimits({ path, scale: 1 });
  expect(await consume('signups', 'somebody')).toBe(0);
  expect(await consume('signups', 'somebody')).toBeGreaterThan(3500);
});

test('multiplies every limit by LIMIT_SCALE', async () => {
  await openLimits({ path, scale: 2 });
  expect((await takeMany(20)).every((wait) => wait === 0)).toBe(true);
  expect(await consume('signups', 'somebody')).toBeGreaterThan(0);
  await openLimits({ path: ':memory:', scale: 0.0001 });
  expect(await takeMany(2), 'and never lowers one to nothing').toEqual([0, 3600]);
});

test('allows refunded points again, and a look consumes nothing', async () => {
  await openLimits({ path, scale: 1 });
  await takeMany(10);
  expect(await retryAfter('signups', 'somebody')).toBeGreaterThan(0);
  await refund('signups', 'somebody');
  for (let at = 0; at < 5; at += 1) expect(await retryAfter('signups', 'somebody')).toBe(0);
  expect(await takeMany(2)).toEqual([0, expect.any(Number)]);
  expect(await retryAfter('signups', 'nobody')).toBe(0);
});

test('allows only the limit among concurrent requests', async () => {
  await openLimits({ path, scale: 1 });
  const waits = await Promise.all(Array.from({ length: 40 }, () => consume('signups', 'somebody')));
  expect(waits.filter((wait) => wait === 0)).toHaveLength(10);
});

test('keeps five thousand counts under five megabytes on the disk', async () => {
  await openLimits({ path, scale: 1 });
  for (let at = 0; at < 5000; at += 1) await consume('apiCalls', `client ${at % 2500}`);
  const files = readdirSync(join(folder, 'deep'));
  expect(files.sort()).toEqual(['limits.db', 'limits.db-shm', 'limits.db-wal']);
  const bytes = files.map((name) => statSync(join(folder, 'deep', name)).size);
  expect(bytes.reduce((sum, size) => sum + size)).toBeLessThan(5_000_000);
});

describe('an IPv6 client', () => {
  const network = (site: number, at: number) => `2001:db8:${site}:${at.toString(16)}::/64`;

  test('has the limit for its /64, and ten times as much for the /48 around it', async () => {
    await openLimits({ path, scale: 1 });
    expect(await takeMany(10, network(1, 0))).toEqual(Array(10).fill(0));
    // Refusals of one network do not count against its neighbours.
    expect((await takeMany(200, network(1, 0))).every((wait) => wait > 0)).toBe(true);
    for (let at = 1; at < 10; at += 1) {
      expect(await takeMany(10, network(1, at))).toEqual(Array(10).fill(0));
    }
    expect(await consume('signups', network(1, 10))).toBe(3600);
    expect(await retryAfter('signups', network(1, 11))).toBe(3600);
    expect(await retryAfter('signups', network(2, 0))).toBe(0);
    expect(await consume('signups', network(2, 0))).toBe(0);
  });

  test('is refunded in both networks', async () => {
    await openLimits({ path, scale: 1 });
    for (let at = 0; at < 10; at += 1) await takeMany(10, network(1, at));
    await refund('signups', network(1, 0));
    expect(await consume('signups', network(1, 0))).toBe(0);
    expect(await consume('signups', network(1, 0))).toBe(3600);
  });
});

test('counts nothing before the limits are open', async () => {
  await expect(consume('signups', 'somebody')).rejects.toThrow('The limits are not open.');
});
