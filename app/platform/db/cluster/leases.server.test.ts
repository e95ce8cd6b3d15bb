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

test('gives a lease to one of many that ask at once', async () => {
  const attempts = Array.from({ length: 12 }, (_, at) => takeLease('purge', 1000, `server ${at}`));
  expect((await Promise.all(attempts)).filter(Boolean)).toHaveLength(1);
  expect(await takeLease('another', 1000, 'server 11')).toBe(true);
});

test('lets the holder renew a lease and others take it once it has expired', async () => {
  expect(await takeLease('purge', 1000)).toBe(true);
  later(900);
  expect(await takeLease('purge', 1000)).toBe(true);
  later(900);
  expect(await takeLease('purge', 1000, 'another server')).toBe(false);
  later(100);
  expect(await takeLease('purge', 1000, 'another server')).toBe(true);
  expect(await takeLease('purge', 1000)).toBe(false);
});

test('lets only the holder give a lease back', async () => {
  await takeLease('thumbnails', 1000);
  await giveBackLease('thumbnails', 'another server');
  expect(await takeLease('thumbnails', 1000, 'another server')).toBe(false);
  await giveBackLease('thumbnails');
  expect(await takeLease('thumbnails', 1000, 'another server')).toBe(true);
});

test('shows the last result to all servers, whoever holds the lease', async () => {
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
