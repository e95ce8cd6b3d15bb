import { count, desc, eq, sql } from 'drizzle-orm';
import { drizzle } from 'drizzle-orm/sqlite-proxy';
import { expect, test } from 'vitest';
import { setColumnKey } from '../column-cipher.server';
import { audit, reports, users } from '../tables.server';
import type { Queries } from './engine';
import { queryBuilder } from './query-builder';

setColumnKey(Buffer.alloc(32, 1));

const at = 1_700_000_000_000;
const { id, firstName, lastName } = users;

const built: [what: string, build: (queries: Queries) => PromiseLike<unknown>, rows: unknown[][]][] = [
  ['columns', (queries) => queries.select({ id, at: users.createdAt }).from(users), [['a', at]]],
  ['nothing', (queries) => queries.select({ id }).from(users), []],
  [
    'sealed text, and none',
    (queries) => queries.select({ words: reports.description, end: reports.reviewedAt }).from(reports),
    [
      [reports.description.mapToDriverValue('Tired'), null],
      [reports.description.mapToDriverValue(''), at],
    ],
  ],
  [
    'what is counted or made in SQL',
    (queries) =>
      queries
        .select({
          rows: count(),
          twice: sql<number>`2 * ${users.createdAt}`.mapWith((value: number) => -value),
          named: sql<string>`upper(${firstName})`.as('named'),
        })
        .from(users),
    [
      [3, 6, 'ASHA'],
      [0, null, null],
    ],
  ],
  [
    'a join, and columns of its table in two places',
    (queries) =>
      queries
        .select({ report: { id: reports.id }, patient: { id, firstName }, name: lastName })
        .from(reports)
        .innerJoin(users, eq(users.id, reports.patientId)),
    [
      ['r', 'a', 'Asha', 'Rao'],
      ['r', null, null, null],
    ],
  ],
  [
    'an outer join that finds nobody, or somebody without a name',
    (queries) =>
      queries
        .select({
          at: audit.at,
          who: { id, firstName },
          by: { firstName },
          both: { id, action: audit.action },
        })
        .from(audit)
        .leftJoin(users, eq(users.id, audit.actorId)),
    [
      [at, null, null, null, null, 'report.seen'],
      [at, 'a', null, null, 'a', 'report.seen'],
      [at, 'a', 'Asha', 'Asha', 'a', 'report.seen'],
    ],
  ],
  [
    'whole tables of an outer join',
    (queries) => queries.select().from(users).fullJoin(reports, eq(users.id, reports.patientId)),
    [Array.from({ length: 200 }, () => null)],
  ],
  [
    'objects, and a query in a query',
    (queries) => {
      const found = queries
        .select({ id: reports.id, patientId: reports.patientId })
        .from(reports)
        .as('found');
      return queries
        .select({ found: { id: found.id, firstName }, name: lastName, who: { lastName } })
        .from(found)
        .innerJoin(users, eq(users.id, found.patientId))
        .orderBy(desc(found.id));
    },
    [
      ['r', 'Asha', 'Rao', 'Rao'],
      [null, null, null, null],
    ],
  ],
];

test.each(built)('rows become what Drizzle makes of them: %s', async (_what, build, rows) => {
  const run = async () => ({ rows });
  const ours = await build(queryBuilder(run));
  expect(ours).toStrictEqual(await build(drizzle(run)));
  expect(ours).toHaveLength(rows.length);
});

test('a query that is run again with other values gives other rows', async () => {
  const query = queryBuilder(async (_sql, params) => ({ rows: [params] }))
    .select({ id })
    .from(users)
    .where(eq(id, sql.placeholder('who')))
    .prepare();
  expect(await query.execute({ who: 'a' })).toEqual([{ id: 'a' }]);
  expect(await query.execute({ who: 'b' })).toEqual([{ id: 'b' }]);
});
