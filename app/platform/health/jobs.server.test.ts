import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { takeLease } from '~/platform/db/cluster/leases.server';
import { connection } from '~/platform/db/core/connection.server';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { type Job, listJobStates, startJobs } from './jobs.server';

// The engine decides whether a database is shared; SQLite's never is.
const share = (isShared: boolean) => Object.assign(connection().engine, { isShared });
const hourMs = 3_600_000;

let stop: () => Promise<void> = async () => undefined;
let runs = 0;
const job: Job = {
  name: 'purge',
  everyMs: hourMs,
  run: async () => {
    runs += 1;
  },
};
const start = (...jobs: Job[]) => {
  stop = startJobs(jobs).stop;
};
const pass = (ms: number) => vi.advanceTimersByTimeAsync(ms);

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date', 'setTimeout', 'clearTimeout'] });
  setLogLevel('silent');
  runs = 0;
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  await stop();
  await closeDatabase();
  vi.useRealTimers();
});

test('a job runs at once, then at its interval, until it is stopped', async () => {
  start(job);
  await pass(1);
  expect(runs).toBe(1);
  await pass(3 * hourMs);
  expect(runs).toBe(4);
  await stop();
  await pass(3 * hourMs);
  expect(runs).toBe(4);
});

test('a job with a first pause waits for it', async () => {
  start({ ...job, firstMs: 600_000 });
  await pass(599_000);
  expect(runs).toBe(0);
  await pass(2000);
  expect(runs).toBe(1);
});

test('a run never begins before the last one has ended, and the stop waits for it', async () => {
  let finish: () => void = () => undefined;
  const run = () => {
    runs += 1;
    return new Promise<void>((done) => {
      finish = done;
    });
  };
  start({ ...job, run });
  await pass(2 * hourMs);
  expect(runs).toBe(1);
  let hasStopped = false;
  const stopping = stop().then(() => {
    hasStopped = true;
  });
  await pass(1000);
  expect(hasStopped).toBe(false);
  finish();
  await stopping;
});

test('a failure is kept, and the job runs again at its interval', async () => {
  const startedAt = Date.now();
  start({
    ...job,
    run: async () => {
      runs += 1;
      if (runs === 1) throw new Error('full');
    },
  });
  await pass(1);
  expect(listJobStates()).toMatchObject([{ name: 'purge', everyMs: hourMs, lastRunAt: startedAt }]);
  expect(listJobStates()[0]?.lastFailureAt).toBeGreaterThanOrEqual(startedAt);
  await pass(hourMs);
  expect(listJobStates()[0]?.lastRunAt).toBeGreaterThanOrEqual(startedAt + hourMs);
});

test('one of several servers runs a job that is alone, and another takes over when it has died', async () => {
  share(true);
  start({ ...job, isAlone: true });
  await pass(1);
  await pass(hourMs);
  expect(runs, 'the holder keeps its lease').toBe(2);
  await stop();
  await pass(2 * hourMs);
  await takeLease('purge', 1.5 * hourMs, 'another server');
  start({ ...job, isAlone: true });
  await pass(hourMs);
  expect(runs).toBe(2);
  expect(listJobStates()[0]?.lastRunAt, 'it ran elsewhere').toBeGreaterThan(Date.now() - 1000);
  await pass(hourMs);
  expect(runs).toBe(3);
});

test('a server that shares its database with no other always runs it', async () => {
  await takeLease('purge', 1.5 * hourMs, 'an older start');
  start({ ...job, isAlone: true });
  await pass(1);
  expect(runs).toBe(1);
});
