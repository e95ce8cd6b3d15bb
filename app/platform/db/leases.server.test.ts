import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { returnDatabase, takeDatabase } from '../../../tests/support/test-database';
import { closeDatabase, openDatabase } from './db.server';
import { takeLease } from './leases.server';

let url: string;

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  url = await takeDatabase();
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  await closeDatabase();
  returnDatabase(url);
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
