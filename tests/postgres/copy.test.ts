import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { compareRows, copyRows, findDifference } from '~/platform/db/copy/copy-rows.server';
import { openRaw } from '~/platform/db/copy/open-raw.server';
import { copiedTables, type RawDatabase } from '~/platform/db/core/copied-tables.server';
import { fillEveryTable } from '../support/every-table';
import { openBeside, takeUnmigrated } from '../support/test-database';

let folder: string;
const opened: RawDatabase[] = [];
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'copy-'));
});
afterAll(async () => {
  for (const one of opened) await one.close();
  rmSync(folder, { recursive: true });
});

let databaseCount = 0;
const take = {
  sqlite: async () => `file:${join(folder, `${databaseCount++}`, 'app.db')}`,
  postgres: () => takeUnmigrated(),
};
async function open(engine: keyof typeof take) {
  const url = await take[engine]();
  const database = await openRaw(url, { isNew: true });
  opened.push(database);
  return { url, database };
}

const pairs = [
  ['sqlite', 'postgres'],
  ['postgres', 'sqlite'],
  ['postgres', 'postgres'],
  ['sqlite', 'sqlite'],
] as const;

describe.each(pairs)('rows copied from %s to %s', (sourceKind, targetKind) => {
  let source: RawDatabase;
  let target: RawDatabase;
  let targetUrl: string;
  beforeAll(async () => {
    ({ database: source } = await open(sourceKind));
    ({ database: target, url: targetUrl } = await open(targetKind));
    await fillEveryTable(source, { audit: 2345, known_networks: 7 });
    // The copy replaces existing rows: those of an interrupted copy, or of one that has changed
    // since.
    await fillEveryTable(target, { users: 9, messages: 3 });
    await copyRows(source, target);
  });

  test('are the same in every table', async () => {
    const compared = await compareRows(source, target);
    expect(findDifference(compared)).toBeUndefined();
    expect(compared.map(({ table }) => table)).toEqual(copiedTables.map(({ name }) => name));
    for (const { table, rows, sha256 } of compared) {
      expect(rows, table).toBeGreaterThan(2);
      expect(sha256[0], table).toBe(sha256[1]);
    }
  });

  test.each([
    [`update users set about = 'else' where id = 'users-id-3'`, 'in users the row "users-id-3" differs'],
    [`delete from messages where id = 'messages-id-2'`, 'in messages the row "messages-id-2" is missing'],
    [
      `insert into codes values ('codes-email-40', 'x', 1, 1, 1, 1, 1)`,
      'in codes the row "codes-email-40" should not exist',
    ],
    [
      `update known_networks set seen_at = 5 where user_id = 'users-id-2'`,
      'in known_networks the row "users-id-2","known_networks-network_hash-2" differs',
    ],
  ])('are found to differ after: %s', async (change, sentence) => {
    await target.run(change);
    expect(findDifference(await compareRows(source, target))).toBe(sentence);
    await copyRows(source, target);
    expect(findDifference(await compareRows(source, target))).toBeUndefined();
  });

  test('leave a database with working counters and constraints', async () => {
    const beside = openBeside(targetUrl);
    try {
      const [last] = await beside.rows('select max(id) as id from audit');
      await expect(beside.rows('delete from audit')).rejects.toThrow('append-only');
      await beside.rows(`insert into audit (at, action) values (1, 'session.opened')`);
      const [next] = await beside.rows('select max(id) as id from audit');
      expect(Number(next?.id)).toBe(Number(last?.id) + 1);
      const sum = `select coalesce(sum(rows), 0) as rows from report_days where list = 'pending/'`;
      await beside.rows(
        `update reports set status = 'Pending', waits_for = null, created_at = 1 where id = 'reports-id-0'`,
      );
      await beside.rows(`update reports set status = 'Reviewed' where id = 'reports-id-0'`);
      const [middle] = await beside.rows(sum);
      await beside.rows(`update reports set status = 'Pending' where id = 'reports-id-0'`);
      const [after] = await beside.rows(sum);
      expect(Number(after?.rows)).toBe(Number(middle?.rows) + 1);
    } finally {
      await beside.close();
    }
  });
});

test('changes nothing when a copy fails midway', async () => {
  const { database: source } = await open('sqlite');
  const { database: target } = await open('postgres');
  await fillEveryTable(source);
  await copyRows(source, target);
  await source.run(`update users set about = 'a' || char(0) || 'b' where id = 'users-id-3'`);
  await source.run(`update messages set closed_at = 77 where id = 'messages-id-1'`);
  await expect(copyRows(source, target)).rejects.toThrow('a NUL character in about');
  await source.run(`update messages set closed_at = null where id = 'messages-id-1'`);
  expect(findDifference(await compareRows(source, target))).toBe('in users the row "users-id-3" differs');
});

test('copies the slots of a day as one to the other engine, which continues counting', async () => {
  const { database: source } = await open('postgres');
  const { database: target } = await open('sqlite');
  for (const [slot, rows] of [
    [3, 2],
    [5, -1],
    [0, 4],
  ])
    await source.run(
      'insert into report_days (list, day, slot, rows) values (?, ?, ?, ?)',
      'pending/',
      9,
      slot,
      rows,
    );
  await source.run(
    'insert into report_days (list, day, slot, rows) values (?, ?, ?, ?)',
    'pending/',
    8,
    1,
    0,
  );
  await copyRows(source, target);
  expect(await target.run('select list, day, slot, rows from report_days')).toEqual([['pending/', 9, 0, 5]]);
  expect(findDifference(await compareRows(source, target))).toBeUndefined();
});
