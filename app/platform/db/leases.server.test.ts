import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from './db.server';
import { takeLease } from './leases.server';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  await closeDatabase();
  vi.useRealTimers();
});

const later = (ms: number) => vi.setSystemTime(Date.now() + ms);

test('a lease is taken by one of many who ask at once', async () => {
  const taken = Array.from({ length: 12 }, (_, at) => takeLease('purge', 1000, `server ${at}`));
  expect((await Promise.all(taken)).filter(Boolean)).toHaveLength(1);
  expect(await takeLease('another', 1000, 'server 11')).toBe(true);
});

test('a lease is renewed by its holder, and anybody has it once it has run out', async () => {
  expect(await takeLease('purge', 1000)).toBe(true);
  later(900);
  expect(await takeLease('purge', 1000)).toBe(true);
  later(900);
  expect(await takeLease('purge', 1000, 'another server')).toBe(false);
  later(100);
  expect(await takeLease('purge', 1000, 'another server')).toBe(true);
  expect(await takeLease('purge', 1000)).toBe(false);
});
