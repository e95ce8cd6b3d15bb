import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest';
import { auditEntry, listAuditEntry } from '~/domain/audit/audit-entry.server';
import { auditList } from '~/domain/audit/schemas';
import { pageChannel } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { atomically, closeDatabase, openDatabase } from '~/platform/db/db.server';
import { listAudit } from './audit-lists.server';

/** Writes one entry for each of several objects. */
const recordEach = (line: Omit<Parameters<typeof auditEntry>[0], 'objectId'>, objectIds: string[]) =>
  objectIds.map((objectId) => auditEntry({ ...line, objectId }));

const viewer = { id: 'admin' } as Viewer;
const context = { ...pageChannel } as CallContext;

/**
 * Searches the audit log as an admin, for the entries of one doctor unless the query names another
 * person.
 */
async function find(query: Record<string, unknown> = {}) {
  const input = auditList.parse({ person: 'doctor', ...query });
  const { data, older, newer } = await listAudit.run({ viewer, input, context });
  return { objects: data.map(({ object }) => object?.id), older, newer };
}

afterEach(async () => {
  vi.useRealTimers();
});
afterAll(closeDatabase);

describe('the pages of the audit log', () => {
  const numbers = Array.from({ length: 45 }, (_, at) => `${45 - at}`);
  beforeAll(async () => {
    await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 3) });
    const upwards = [...numbers].reverse();
    for (const number of upwards) {
      await atomically([
        auditEntry({ action: 'report.opened', actorId: 'doctor', objectId: number }),
        auditEntry({ action: 'report.opened', actorId: 'another', objectId: number }),
      ]);
    }
  });

  test('lead from the newest to the oldest line and back, with every line once', async () => {
    const first = await find();
    expect([first.objects, first.newer]).toEqual([numbers.slice(0, 20), null]);
    const second = await find({ before: first.older });
    expect(second.objects).toEqual(numbers.slice(20, 40));
    const third = await find({ before: second.older });
    expect([third.objects, third.older]).toEqual([numbers.slice(40), null]);
    expect((await find({ after: third.newer })).objects).toEqual(numbers.slice(20, 40));
    const back = await find({ after: second.newer });
    expect(back.objects).toEqual(numbers.slice(0, 20));
    expect(back.newer).toBeNull();
  });

  test('lead back from beyond the end', async () => {
    const behind = await find({ before: 1 });
    expect([behind.objects, behind.older]).toEqual([[], null]);
    expect((await find({ after: behind.newer })).objects).toEqual(numbers.slice(20 + 5, 45));
  });
});

describe('the groups of the audit log', () => {
  const seen = (from: number, many: number) => Array.from({ length: many }, (_, at) => `p${from + at}`);
  const at = (clock: string) => vi.setSystemTime(new Date(`2026-03-02T${clock}Z`));
  beforeAll(async () => {
    await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 3) });
    vi.useFakeTimers({ toFake: ['Date'] });
    at('10:00:00');
    const look = { action: 'report.listed', actorId: 'doctor' } as const;
    for (let number = 0; number < 30; number += 1) {
      await atomically([
        auditEntry({ action: 'report.opened', actorId: 'doctor', objectId: 'zr1vscgz0001' }),
      ]);
    }
    await atomically(recordEach(look, seen(0, 50)));
    at('10:01:00');
    await atomically(recordEach(look, seen(50, 4)));
    at('10:02:01');
    await atomically(recordEach(look, seen(54, 2)));
    await atomically(recordEach({ ...look, actorId: 'another' }, seen(0, 2)));
    vi.useRealTimers();
  });
  const log = async (query = {}) => {
    const input = auditList.parse(query);
    const { data, older, newer } = await listAudit.run({ viewer, input, context });
    const lines = data.filter(({ action }) => action !== 'audit.read');
    return { sizes: sizesOf(lines), older, newer, lines };
  };
  const sizesOf = (lines: { isTogether: boolean }[]) =>
    lines.reduce<number[]>((sizes, { isTogether }) => {
      if (isTogether) sizes[sizes.length - 1] = (sizes.at(-1) ?? 0) + 1;
      else sizes.push(1);
      return sizes;
    }, []);

  test('join the list views of one person within a minute, twenty groups a page', async () => {
    const first = await log({ action: 'report.listed' });
    expect(first.sizes).toEqual([2, 2, 54]);
    const all = await log({ person: 'doctor' });
    expect(all.sizes).toEqual([2, 54, ...Array(18).fill(1)]);
    const olderPage = await log({ person: 'doctor', before: all.older });
    expect(olderPage.sizes).toEqual(Array(12).fill(1));
    expect((await log({ person: 'doctor', after: olderPage.newer })).lines.map(({ id }) => id)).toEqual(
      all.lines.map(({ id }) => id),
    );
  });

  test('are found by the case number of a deleted report', async () => {
    const { lines } = await log({ object: 'zrlv scgz' });
    expect(lines).toHaveLength(20);
    expect(lines[0]?.object).toMatchObject({ id: 'zr1vscgz0001', number: 'ZR1V-SCGZ' });
    expect((await log({ object: 'ZR1V-SCG0' })).lines).toEqual([]);
  });
});

describe('a list view stored as one entry', () => {
  const seen = (from: number, many: number) =>
    Array.from({ length: many }, (_, at) => `p${String(from + at).padStart(3, '0')}`);
  beforeAll(async () => {
    await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 3) });
    vi.useFakeTimers({ toFake: ['Date'] });
    // An earlier release wrote a line for each patient.
    vi.setSystemTime(new Date('2026-03-01T10:00:00Z'));
    await atomically(recordEach({ action: 'report.listed', actorId: 'doctor' }, ['p000', 'p001']));
    for (let look = 0; look < 6; look += 1) {
      vi.setSystemTime(new Date(`2026-03-02T1${look}:00:00Z`));
      await atomically([listAuditEntry('doctor', seen(look * 50, 50))]);
    }
    vi.useRealTimers();
  });
  const log = async (query = {}) => {
    const input = auditList.parse({ action: 'report.listed', ...query });
    return listAudit.run({ viewer, input, context });
  };
  const named = (lines: { object: { id: string } | null }[]) => lines.map(({ object }) => object?.id);

  test('shows one line per patient, grouped with the first line', async () => {
    const { data } = await log();
    expect(named(data).slice(0, 50)).toEqual(seen(250, 50));
    expect(data.slice(0, 50).map(({ isTogether }) => isTogether)).toEqual([false, ...Array(49).fill(true)]);
    expect(new Set(data.slice(0, 50).map(({ id }) => id)).size).toBe(1);
  });

  test('is never split, and a page keeps its maximum of lines', async () => {
    const first = await log();
    expect(first.data).toHaveLength(200);
    const second = await log({ before: first.older });
    expect(named(second.data)).toEqual([...seen(50, 50), ...seen(0, 50), 'p001', 'p000']);
    expect(second.older).toBeNull();
    const back = await log({ after: second.newer });
    expect(back.data).toEqual(first.data);
  });

  test('is found by each of its patients and hides the others', async () => {
    const { data } = await log({ object: 'p001' });
    expect(data.map(({ object, at }) => [object?.id, at.slice(0, 10)])).toEqual([
      ['p001', '2026-03-02'],
      ['p001', '2026-03-01'],
    ]);
    expect(named((await log({ object: 'p299' })).data)).toEqual(['p299']);
    expect((await log({ object: 'p300' })).data).toEqual([]);
  });

  test('can be longer than a page', async () => {
    await atomically([listAuditEntry('doctor', seen(0, 300))]);
    const { data, older } = await log();
    expect([data.length, older]).toEqual([300, data[0]?.id]);
  });
});

describe('the days of the audit log', () => {
  const moments = [
    '2020-03-01T18:29:59.000Z',
    '2020-03-01T18:30:00.000Z',
    '2020-03-02T18:29:59.000Z',
    '2020-03-02T18:30:00.000Z',
  ];
  const [before, begins, ends, after] = moments;
  beforeAll(async () => {
    await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 3) });
    vi.useFakeTimers({ toFake: ['Date'] });
    for (const moment of moments) {
      vi.setSystemTime(new Date(moment));
      await atomically(recordEach({ action: 'report.opened', actorId: 'doctor' }, [moment]));
    }
    vi.useRealTimers();
  });

  test.each([
    ['one day', { from: '2020-03-02', to: '2020-03-02' }, [ends, begins]],
    ['a day and later', { from: '2020-03-02' }, [after, ends, begins]],
    ['up to a day', { to: '2020-03-01' }, [before]],
    ['the whole log', { from: '2020-03-01', to: '2020-03-03' }, [after, ends, begins, before]],
    ['before its start', { to: '2019-12-31' }, []],
    ['future days', { from: '2090-01-01' }, []],
    ['an end before its beginning', { from: '2020-03-03', to: '2020-03-01' }, []],
  ])('are days of the clinic, both ends included: %s', async (_what, query, expected) => {
    expect((await find(query)).objects).toEqual(expected);
  });
});
