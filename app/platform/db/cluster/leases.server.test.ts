import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { returnDatabase, takeDatabase } from '../../../../tests/support/test-database';
import { giveBackLease, readResult, takeLease, writeResult } from './leases.server';

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

test('a lease is given back by its holder alone', async () => {
  await takeLease('thumbnails', 1000);
  await giveBackLease('thumbnails', 'another server');
  expect(await takeLease('thumbnails', 1000, 'another server')).toBe(false);
  await giveBackLease('thumbnails');
  expect(await takeLease('thumbnails', 1000, 'another server')).toBe(true);
});

test('what came of the work is there for all servers, whoever holds the lease', async () => {
  expect(await readResult('backup')).toEqual({ result: null, isHeld: false });
  await writeResult('backup', 'one');
  expect(await readResult('backup')).toEqual({ result: 'one', isHeld: false });
  expect(await takeLease('backup', 1000)).toBe(true);
  await writeResult('backup', 'two');
  expect(await readResult('backup')).toEqual({ result: 'two', isHeld: true });
  expect(await takeLease('backup', 1000, 'another server')).toBe(false);
  later(1000);
  expect(await readResult('backup')).toEqual({ result: 'two', isHeld: false });
});
