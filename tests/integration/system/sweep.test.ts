import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { requireShared, sweepInTurn, sweepShared } from '~/ops/sweep.server';
import { fileKeys } from '~/platform/db/core/keyring.server';
import { isDatabaseShared } from '~/platform/db/db.server';
import { newName } from '~/platform/storage/core/object-names.server';
import { decoder, setStorage } from '~/platform/storage/current-storage.server';
import { openStorage } from '~/platform/storage/storage.server';
import { a, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { type Memory, memoryStore } from '../../support/memory-object-store';
import { aReportOf } from '../../support/reports';
import { isOnStore } from '../../support/test-storage';

const hourMs = 3_600_000;
let clinic: Clinic;
let patient: Somebody;
let memory: Memory;
beforeEach(async () => {
  clinic = await openClinic();
  memory = { objects: new Map(), unfinished: [] };
  const objects = memoryStore(memory);
  const storage = openStorage({ directory: clinic.uploads, keys: fileKeys(), objects });
  setStorage({ storage, decoder: decoder() });
  patient = await a.patient();
});
afterEach(async () => {
  vi.useRealTimers();
  await clinic.close();
});

/** Stores files without a row that are `hoursAgo` old. */
function orphans(many: number, hoursAgo: number) {
  const at = new Date(Date.now() - hoursAgo * hourMs);
  const names = Array.from({ length: many }, newName);
  for (const name of names) memory.objects.set(name, { content: Buffer.alloc(1), at });
  return names;
}
/** Makes a report with old files, as a running clinic has. */
async function anOldReport() {
  await aReportOf(patient);
  await clinic.storedFiles();
  for (const [name, one] of memory.objects) memory.objects.set(name, { ...one, at: new Date(0) });
  return [...memory.objects.keys()];
}
const storedNames = () => [...memory.objects.keys()].sort();

test('files without a row are deleted after a day, and younger files and files with a row stay', async () => {
  const named = await anOldReport();
  expect(named).toHaveLength(2);
  const young = orphans(3, 23);
  orphans(3, 25);
  memory.unfinished = [Date.now() - 23 * hourMs, Date.now() - 25 * hourMs];
  expect(await sweepShared()).toEqual({ objects: 8, orphans: 3, dropped: 3 });
  expect(storedNames()).toEqual([...named, ...young].sort());
  expect(memory.unfinished, 'unfinished puts left').toHaveLength(1);
});

test('more than twenty files without a row, or one in a hundred, wait for the operator’s confirmation', async () => {
  await anOldReport();
  orphans(21, 25);
  expect(await sweepShared()).toEqual({ objects: 23, orphans: 21, dropped: 0 });
  expect(storedNames()).toHaveLength(23);
  expect(await sweepShared({ all: true })).toEqual({ objects: 23, orphans: 21, dropped: 21 });
  expect(storedNames()).toHaveLength(2);
});

test('one in a hundred of many files may be deleted', async () => {
  await anOldReport();
  orphans(30, 25);
  orphans(2968, 1);
  expect(await sweepShared()).toEqual({ objects: 3000, orphans: 30, dropped: 30 });
});

test('nothing is deleted if the database has no reports, since it may be another clinic’s', async () => {
  orphans(3, 25);
  expect(await sweepShared({ all: true })).toEqual({ objects: 0, orphans: 0, dropped: 0 });
  expect(storedNames()).toHaveLength(3);
});

test('one server sweeps each day, and another may sweep a day later or an hour after a failure', async () => {
  await anOldReport();
  vi.useFakeTimers({ toFake: ['Date'] });
  orphans(1, 25);
  await Promise.all([1, 2, 3].map(() => sweepInTurn()));
  expect(storedNames()).toHaveLength(2);
  orphans(1, 25);
  vi.setSystemTime(Date.now() + 22 * hourMs);
  await sweepInTurn();
  expect(storedNames()).toHaveLength(3);
  vi.setSystemTime(Date.now() + 2 * hourMs);
  const list = vi.spyOn(memory.objects, Symbol.iterator).mockImplementation(() => {
    throw new Error('The store does not answer.');
  });
  await expect(sweepInTurn()).rejects.toThrow();
  list.mockRestore();
  await sweepInTurn();
  expect(storedNames()).toHaveLength(3);
  vi.setSystemTime(Date.now() + hourMs + 1);
  await sweepInTurn();
  expect(storedNames()).toHaveLength(2);
});

test('a server alone with its database and disk sweeps at its start', () => {
  if (isOnStore || isDatabaseShared()) requireShared();
  else expect(requireShared).toThrow('Restart it instead.');
});
