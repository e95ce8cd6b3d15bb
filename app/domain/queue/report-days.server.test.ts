import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase, readTransaction } from '~/platform/db/db.server';
import { runSql } from '../../../tests/support/raw';
import { databaseSettings, returnDatabase } from '../../../tests/support/test-database';
import { countDays, findDay } from './report-days.server';

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'days-'));
  url = (await databaseSettings(folder)).DATABASE_URL ?? '';
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  await closeDatabase();
  returnDatabase(url);
  rmSync(folder, { recursive: true, force: true });
});

type Days = Map<number, number>;

/** Writes the row counts of a list's days, in two parts like two servers do. */
async function write(list: string, days: Days) {
  const rows = [...days].flatMap(([day, count]) => [
    `('${list}', ${day}, 0, ${count + 3})`,
    `('${list}', ${day}, 1, -3)`,
  ]);
  await runSql(`delete from report_days where list = '${list}'`);
  if (rows.length > 0) await runSql(`insert into report_days (list, day, slot, rows) values ${rows.join()}`);
}

/** Finds the day of a row by walking through all days. */
function walked(days: Days, offset: number) {
  let before = 0;
  for (const [day, rows] of [...days].sort(([one], [other]) => one - other)) {
    if (offset < before + rows) return { day, before, rows };
    before += rows;
  }
  return undefined;
}

const manyDays = (): Days => new Map(Array.from({ length: 80 }, (_, at) => [20_000 + 2 * at, 1 + (at % 7)]));
const totalOf = (days: Days) => [...days.values()].reduce((sum, rows) => sum + rows, 0);

async function expectEvery(list: string, days: Days) {
  expect(await countDays(list)).toBe(totalOf(days));
  for (let offset = 0; offset <= totalOf(days); offset += 1)
    expect([offset, await findDay(list, offset)]).toEqual([offset, walked(days, offset)]);
}

describe('findDay', () => {
  test('finds the day of every row, and none after the last', async () => {
    const days = manyDays();
    await write('one', days);
    await write('two', new Map([[20_001, 500]]));
    await expectEvery('one', days);
  });

  test('follows rows that move by a day, and finds nothing in an empty list', async () => {
    const days = manyDays().set(20_040, 9).set(20_042, 1);
    await write('one', manyDays());
    await write('one', days);
    await expectEvery('one', days);
    await write('one', new Map());
    await expectEvery('one', new Map());
  });

  test('reads the same state as the rest of its transaction', async () => {
    const [before, after] = [new Map([[20_000, 30]]), new Map([[20_004, 50]])];
    await write('one', before);
    await readTransaction(async (queries) => {
      await expect(countDays('one', queries)).resolves.toBe(30);
      await write('one', after);
      await expectEvery('one', after);
      await expect(countDays('one', queries)).resolves.toBe(30);
      await expect(findDay('one', 10, queries)).resolves.toEqual(walked(before, 10));
      await expectEvery('one', after);
    });
  });
});
