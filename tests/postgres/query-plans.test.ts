import pg from 'pg';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { countReports, readReportPage } from '~/domain/desk/read-report-page.server';
import { apiChannel } from '~/domain/kernel/channels';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { sealText } from '~/platform/secrets/column-cipher.server';
import { runSql } from '../support/raw';
import { listsInIndexes } from '../support/report-lists';
import { returnDatabase, takeDatabase, withClient } from '../support/test-database';

const reports = 50_000;
/**
 * One in this many reports is the first patient's, and one in this many reviews the first expert's.
 */
const shareDivisor = 50;

let url: string;
/** The product's queries on reports, each with the values of every execution. */
const statements = new Map<string, unknown[][]>();
/** The server's prepared statements, and how often each used its generic plan. */
const preparedPlans: { statement: string; generic: number }[] = [];
const preparedPages = `select statement, generic_plans as generic from pg_prepared_statements
  where statement like '%limit $%offset $%'`;
beforeAll(async () => {
  url = await takeDatabase();
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
  await runSql(clinic(sealText('+919876543210', 'reports.phone_number')));
  const { query } = pg.Client.prototype;
  vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (this: pg.Client, ...call: unknown[]) {
    const { text = '', values = [] } = call[0] as { text?: string; values?: unknown[] };
    if (text.startsWith('select') && text.includes('"reports"')) {
      statements.set(text, [...(statements.get(text) ?? []), values]);
    }
    return (query as (...all: unknown[]) => unknown).apply(this, call);
  } as typeof query);
});
afterAll(async () => {
  vi.restoreAllMocks();
  await closeDatabase();
  returnDatabase(url);
});

const clinic = (phone: Buffer) => `
  begin;
  set local session_replication_role = replica;
  insert into users (id, account_type, first_name, last_name, email, password_hash, created_at, updated_at)
    select case n when 0 then 'asha' else 'patient' || n end, 'Patient', 'Asha', 'Rao ' || n, n || '@clinic.test', 'x', 0, 0
    from generate_series(0, ${reports / 10}) as n;
  insert into reports (id, patient_id, report_type, phone_number, file_name, media_type, resource_type, bytes, status,
      language, waits_for, urgent_at, expert_id, reviewed_at, created_at, updated_at)
    select 'report' || n, case when n % ${shareDivisor} = 0 then 'asha' else 'patient' || n % ${reports / 10} end,
      (array['ECG', 'MRI', 'X-Ray', 'Blood Test'])[1 + n / 2 % 4], '\\x${phone.toString('hex')}', 'file' || n, 'application/pdf', 'raw', 1,
      case when n % 2 = 0 then 'Reviewed' else 'Pending' end, (array['en', 'hi', 'ml'])[1 + n % 3],
      case when n % 16 = 1 then 'patient' end,
      case when n % 64 = 3 then 1700000000000 + n::bigint * 60000 end,
      case when n % 2 = 0 then case when n / 2 % ${shareDivisor} = 0 then 'meera' else 'expert' || n % ${shareDivisor} end end,
      case when n % 2 = 0 then 1700000000000 + n::bigint * 60000 end, 1700000000000 + n::bigint * 60000, 0
    from generate_series(0, ${reports - 1}) as n;
  insert into report_days (list, day, slot, rows) select list, day, 0, count(*) from report_places group by list, day;
  commit;
  analyze`;

/** Tells whether a step of a plan visits all rows, or sorts more rows than one patient has. */
function isOfAll(step: string) {
  const [, what, rows] = /(Seq Scan|Sort) .*\(cost=\S+ rows=(\d+)/.exec(step) ?? [];
  return what === 'Seq Scan' || (what === 'Sort' && Number(rows) > 2 * (reports / shareDivisor));
}

test.each(listsInIndexes)(
  'finds %s in an index, on every page, without reading the others or sorting them all',
  async (_what, listOf) => {
    const list = await listOf();
    const total = await countReports(list);
    expect(total).toBeGreaterThan(400);
    statements.clear();
    const pages = [1, 2, Math.ceil(total / 40), Math.ceil(total / 20)];
    // PostgreSQL considers a generic plan after five executions.
    for (const page of pages.flatMap((one) => Array.from({ length: 7 }, () => one)))
      expect((await readReportPage(list, { page, limit: 20 }, apiChannel)).rows.length).toBeGreaterThan(0);
    expect(statements.size).toBeGreaterThan(1);
    const texts = [...statements];
    const plans = await withClient(url, async (client) => {
      const steps: string[] = [];
      for (const [text, calls] of texts) {
        const { rows } = await client.query({
          text: `explain ${text}`,
          values: calls.at(-1),
          rowMode: 'array',
        });
        steps.push(...rows.map(([step]) => `${step} — ${text}`));
      }
      // Lists without a count may use a generic plan: each row is visited anyway.
      if (!list.countName) return steps;
      for (const [at, [text, calls]] of texts.entries())
        for (const values of calls) await client.query({ name: `page ${at}`, text, values });
      preparedPlans.push(...(await client.query(preparedPages)).rows);
      return steps;
    });
    expect(plans.filter(isOfAll)).toEqual([]);
  },
);

test('keeps no generic plan for any page of counted lists', () => {
  expect(preparedPlans.length).toBeGreaterThan(3);
  expect(preparedPlans.filter(({ generic }) => Number(generic) > 0)).toEqual([]);
});
