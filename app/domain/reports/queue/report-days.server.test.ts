import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase, readTransaction } from '~/platform/db/db.server';
import { runSql } from '../../../../tests/support/raw';
import { databaseSettings, returnDatabase } from '../../../../tests/support/test-database';
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

/** Writes how many rows each day of a list has, in two parts as two servers do. */
async function write(list: string, days: Days) {
  const rows = [...days].flatMap(([day, count]) => [
    `('${list}', ${day}, 0, ${count + 3})`,
    `('${list}', ${day}, 1, -3)`,
  ]);
  await runSql(`delete from report_days where list = '${list}'`);
  if (rows.length > 0) await runSql(`insert into report_days (list, day, slot, rows) values ${rows.join()}`);
}

/** The day that holds a row, by walking through all of them. */
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

/** Twice: what is counted again before anything is written may come from memory. */
async function expectEvery(list: string, days: Days, step = 1) {
  for (const time of ['first', 'second']) {
    expect([time, await countDays(list)]).toEqual([time, totalOf(days)]);
    for (let offset = 0; offset <= totalOf(days); offset += step)
      expect([time, offset, await findDay(list, offset)]).toEqual([time, offset, walked(days, offset)]);
  }
}

describe('The day that holds a row', () => {
  test('is found for each row, and for none after the last', async () => {
    const days = manyDays();
    await write('one', days);
    await write('two', new Map([[20_001, 500]]));
    await expectEvery('one', days);
  });

  test.each<[what: string, change: (days: Days) => void]>([
    ['reviews take from the front', (days) => [...days.keys()].slice(0, 20).map((day) => days.delete(day))],
    ['reports come at the end', (days) => days.set(20_158, 400).set(20_160, 30)],
    ['a day comes in between', (days) => days.set(20_081, 9)],
    ['every day has another number', (days) => [...days.keys()].map((day) => days.set(day, 1 + (day % 5)))],
    [
      'other days are there',
      (days) => [...days].map(([day, rows]) => days.delete(day) && days.set(day + 500, rows)),
    ],
    ['one row moves by a day', (days) => days.set(20_040, 9).set(20_042, 1)],
    ['nothing is left', (days) => days.clear()],
  ])('is found where it is now when, since it was looked for, %s', async (_what, change) => {
    const days = manyDays();
    await write('one', days);
    await expectEvery('one', days, 5);
    change(days);
    await write('one', days);
    await expectEvery('one', days, 3);
  });

  test('is that of the moment at which everything else is read', async () => {
    const [before, after] = [new Map([[20_000, 30]]), new Map([[20_004, 50]])];
    await write('one', before);
    await readTransaction(
      async (queries) => {
        await expect(countDays('one', queries)).resolves.toBe(30);
        await write('one', after);
        await expectEvery('one', after);
        await expect(countDays('one', queries)).resolves.toBe(30);
        await expect(findDay('one', 10, queries)).resolves.toEqual(walked(before, 10));
        await expectEvery('one', after);
      },
      { isLong: true },
    );
  });
});
