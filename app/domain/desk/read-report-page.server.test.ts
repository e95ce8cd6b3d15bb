import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { and, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { apiChannel, type ChannelRules, pageChannel } from '~/domain/kernel/channels';
import { containsWords } from '~/domain/kernel/search.server';
import { pendingReports, type ReportList, reviewedReports } from '~/domain/queue/report-list.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { atomically, closeDatabase, db, execute, openDatabase, requireChange } from '~/platform/db/db.server';
import { readSql, runSql } from '../../../tests/support/raw';
import { isShort } from '../../../tests/support/short-form';
import {
  databaseSettings,
  isOnPostgres,
  openBeside,
  returnDatabase,
} from '../../../tests/support/test-database';
import { countReports, readReportPage } from './read-report-page.server';

/** More rows than are skipped by OFFSET before an index seek is used. */
const manyRows = 1500;

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'paging-'));
  url = (await databaseSettings(folder)).DATABASE_URL ?? '';
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
  await atomically(['Asha', 'Ravi'].map((firstName) => db().insert(users).values(person(firstName))));
});
afterEach(async () => {
  await closeDatabase();
  returnDatabase(url);
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date(1_700_000_000_000);
/** Returns one of a few moments within two months. */
const moment = (at: number) => new Date(now.getTime() + at * 5 * 3_600_000);
const person = (firstName: string) => ({
  id: firstName,
  accountType: 'Patient' as const,
  firstName,
  lastName: 'Rao',
  email: `${firstName}@clinic.test`,
  passwordHash: 'x',
  createdAt: now,
  updatedAt: now,
});

/** Returns the same numbers in every run, so that a failure can be reproduced. */
function numbers(seed: number) {
  let state = seed;
  return (below: number) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}
const random = numbers(42);

let serial = 0;
/** Builds a report at one of a few moments, so that many share theirs. */
function aReport(at = random(300)): typeof reports.$inferInsert {
  serial += 1;
  return {
    id: `${random(36).toString(36)}-${serial}`,
    patientId: random(2) ? 'Asha' : 'Ravi',
    reportType: random(3) ? 'ECG' : 'MRI',
    phoneNumber: '+919876543210',
    fileName: `file-${serial}`,
    mediaType: 'application/pdf',
    resourceType: 'raw',
    bytes: 1,
    createdAt: moment(at),
    updatedAt: now,
  };
}
const insertAll = (rows: (typeof reports.$inferInsert)[]) =>
  atomically(rows.map((row) => db().insert(reports).values(row)));
const review = (id: string, expertId = random(2) ? 'one' : 'two') =>
  db()
    .update(reports)
    .set({ status: 'Reviewed', expertId, reviewedAt: moment(random(300)) })
    .where(and(eq(reports.id, id), eq(reports.status, 'Pending')));
type Status = 'Pending' | 'Withdrawn';
const move = (id: string, from: Status, to: Status) =>
  db()
    .update(reports)
    .set({ status: to })
    .where(and(eq(reports.id, id), eq(reports.status, from)));
const withdrawThoseOf = (at: Date) =>
  db()
    .update(reports)
    .set({ status: 'Withdrawn' })
    .where(and(eq(reports.createdAt, at), eq(reports.status, 'Pending')));
const withdrawn = () => db().select({ id: reports.id }).from(reports).where(eq(reports.status, 'Withdrawn'));
const idSchema = async () => {
  const ids = await db().select({ id: reports.id }).from(reports);
  return ids[random(ids.length)]?.id ?? '';
};

/** IDs of a few reports that a list leaves out; some of them wait. */
let leftOut: string[] = [];

const lists: Record<string, () => ReportList> = {
  'all that wait': () => pendingReports(),
  'all that wait but a few': () => pendingReports({ leftOut }),
  'those of a type that wait but a few': () => pendingReports({ reportType: 'ECG', leftOut }),
  'those of a type that wait': () => pendingReports({ reportType: 'ECG' }),
  'those of a patient that wait': () => pendingReports({ search: containsWords(users.firstName, 'ash') }),
  'all that are reviewed': () => reviewedReports({}),
  'those of a type that are reviewed': () => reviewedReports({ reportType: 'MRI' }),
  'those one expert has reviewed': () => reviewedReports({ expertId: 'one' }),
  'those of a type one expert has reviewed': () => reviewedReports({ expertId: 'one', reportType: 'ECG' }),
};

/** Reads the whole list with the simplest query. */
async function plainly({ where, orderColumn, isNewestFirst }: ReportList) {
  const way = sql.raw(isNewestFirst ? 'desc' : 'asc');
  const rows = await db()
    .select({ id: reports.id })
    .from(reports)
    .innerJoin(users, eq(users.id, reports.patientId))
    .where(where)
    .orderBy(sql`${reports[orderColumn]} ${way}, ${reports.id} ${way}`);
  return rows.map(({ id }) => id);
}

/** Checks that the stored counts match the reports, row by row. */
const counted = () =>
  readSql(
    'select list, day, sum(rows) as rows from report_days group by list, day having sum(rows) <> 0 order by list, day',
  );
const countedAnew = () =>
  readSql('select list, day, count(*) as rows from report_places group by list, day order by list, day');

async function expectRight() {
  expect(await counted()).toEqual(await countedAnew());
  const limit = 20;
  leftOut = await Promise.all(Array.from({ length: 25 }, idSchema));
  for (const [name, make] of Object.entries(lists)) {
    const all = await plainly(make());
    const last = Math.ceil(all.length / limit);
    for (const page of [1, 2, Math.ceil(last / 3), Math.ceil(last / 2), last - 1, last, last + 1]) {
      if (page < 1) continue;
      const { rows, meta } = await readReportPage(make(), { page, limit }, apiChannel);
      expect(
        rows.map(({ report }) => report.id),
        `${name}, page ${page}`,
      ).toEqual(all.slice((page - 1) * limit, page * limit));
      expect(meta).toEqual({ page, limit, total: all.length });
    }
  }
}

describe('every page of a list of reports', () => {
  test('matches the plain query while reports are added, reviewed and deleted', async () => {
    await expectRight();
    await insertAll(Array.from({ length: manyRows }, () => aReport()));
    await expectRight();
    for (let round = 0; round < (isShort ? 5 : 12); round += 1) {
      const kind = random(6);
      if (kind === 0) await insertAll(Array.from({ length: random(1200) }, () => aReport()));
      if (kind === 1) await execute(review(await idSchema()));
      if (kind === 2)
        await execute(
          db()
            .delete(reports)
            .where(eq(reports.id, await idSchema())),
        );
      if (kind === 4) await execute(move(await idSchema(), 'Pending', 'Withdrawn'));
      if (kind === 5) {
        const at = moment(random(300));
        await execute(withdrawThoseOf(at));
        await expectRight();
        for (const { id } of await withdrawn())
          if (random(2)) await execute(move(id, 'Withdrawn', 'Pending'));
      }
      if (kind === 3) {
        const at = moment(random(300));
        const several = and(eq(reports.createdAt, at), eq(reports.status, 'Pending'));
        await execute(
          random(2)
            ? db().delete(reports).where(several)
            : db()
                .update(reports)
                .set({ status: 'Reviewed', expertId: 'one', reviewedAt: at })
                .where(several),
        );
      }
      await expectRight();
    }
    await execute(db().delete(reports).where(eq(reports.status, 'Pending')));
    await expectRight();
    await insertAll([aReport(-1), aReport(), aReport(999)]);
    await expectRight();
  });

  test('has each report on one page only', async () => {
    await insertAll(Array.from({ length: manyRows + 11 }, () => aReport(0)));
    const ids = [];
    for (let page = 1; page <= Math.ceil((manyRows + 11) / 7); page += 1) {
      const { rows } = await readReportPage(pendingReports(), { page, limit: 7 }, apiChannel);
      ids.push(...rows.map(({ report }) => report.id));
    }
    expect(ids).toHaveLength(manyRows + 11);
    expect(new Set(ids).size).toBe(ids.length);
  });

  test('stays right after a rollback: of a failed write, and of a write that came too late', async () => {
    const storedReports = [aReport(), aReport()];
    await insertAll(storedReports);
    await expectRight();
    const twice = { ...aReport(), fileName: storedReports[0]?.fileName ?? '' };
    await expect(insertAll([aReport(), twice])).rejects.toThrow();
    await expect(execute(db().insert(reports).values([aReport(), twice]))).rejects.toThrow();
    expect(await atomically([db().insert(reports).values(aReport()), requireChange(review('nobody'))])).toBe(
      false,
    );
    expect(await countReports(pendingReports())).toBe(2);
    await expectRight();
  });

  test('stays right when another process writes to the database', async () => {
    await insertAll(Array.from({ length: manyRows }, () => aReport()));
    await expectRight();
    const otherDatabase = openBeside(url);
    for (const statement of [
      "update reports set status = 'Reviewed', expert_id = 'one', reviewed_at = created_at where id in (select id from reports limit 700)",
      "delete from reports where status = 'Pending' and report_type = 'ECG'",
    ]) {
      await otherDatabase.rows(statement);
      await execute(review(await idSchema()));
      await expectRight();
    }
    await otherDatabase.close();
  });

  test('follows a report whose type is corrected, and one deleted with its patient', async () => {
    await insertAll(Array.from({ length: 40 }, () => aReport()));
    await runSql(
      "update reports set report_type = 'Biopsy' where report_type = 'ECG' and id in (select id from reports limit 9)",
    );
    await expectRight();
    await runSql('update reports set description = null, updated_at = 1');
    await expectRight();
    await runSql("delete from reports where patient_id = 'Asha'");
    await expectRight();
    await runSql('delete from reports');
    expect(await counted()).toEqual([]);
  });

  test('is counted by the triggers that the migrations create', async () => {
    const triggers = await readSql<{ name: string }>(
      isOnPostgres
        ? "select tgname as name from pg_trigger where tgrelid = 'reports'::regclass and not tgisinternal union select viewname from pg_views where schemaname = 'public' order by name"
        : "select name from sqlite_master where type in ('trigger', 'view') and (tbl_name = 'reports' or name = 'report_places') order by name",
    );
    expect(triggers.map(({ name }) => name)).toEqual([
      ...(isOnPostgres
        ? ['report_came_or_went', 'report_changed', 'report_moved']
        : [
            'report_came',
            ...['report_change_came', 'report_change_gone', 'report_change_moved'],
            ...['report_goes', 'report_moved', 'report_moves'],
          ]),
      'report_places',
      ...['unread_answer_came', 'unread_answer_changed'],
      ...(isOnPostgres ? ['unread_answers_now'] : []),
    ]);
  });

  test('counts a reviewed report without a time', async () => {
    await insertAll([aReport()]);
    await runSql("update reports set status = 'Reviewed', expert_id = 'one'");
    await expectRight();
    expect(await countReports(reviewedReports({}))).toBe(1);
  });

  test('belongs to the open database', async () => {
    await insertAll([aReport(), aReport()]);
    expect(await countReports(pendingReports())).toBe(2);
    await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
    expect(await countReports(pendingReports())).toBe(0);
  });
});

test('a report leaves the queue when its consent is withdrawn, and returns to its old place', async () => {
  const rows = [aReport(1), aReport(2), aReport(3)];
  await insertAll(rows);
  const queue = async () => {
    const { rows } = await readReportPage(pendingReports(), { page: 1, limit: 20 }, apiChannel);
    return rows.map(({ report }) => report.id);
  };
  const [first = '', second = '', third = ''] = rows.map(({ id }) => id);
  expect(await queue()).toEqual([first, second, third]);
  await execute(move(second, 'Pending', 'Withdrawn'));
  expect([await queue(), await countReports(pendingReports())]).toEqual([[first, third], 2]);
  await execute(move(second, 'Withdrawn', 'Pending'));
  expect([await queue(), await countReports(pendingReports())]).toEqual([[first, second, third], 3]);
});

test('a page beyond the last one shows the last page to a browser, and an empty page to an API client', async () => {
  await insertAll(Array.from({ length: 45 }, () => aReport()));
  const at = (page: number, channel: ChannelRules) =>
    readReportPage(pendingReports(), { page, limit: 20 }, channel);
  const ofPage = await at(9, pageChannel);
  expect([ofPage.meta, ofPage.rows.length]).toEqual([{ page: 3, limit: 20, total: 45 }, 5]);
  const ofProgram = await at(9, apiChannel);
  expect([ofProgram.meta, ofProgram.rows.length]).toEqual([{ page: 9, limit: 20, total: 45 }, 0]);
});
