import { spawnSync } from 'node:child_process';
import { inspect } from 'node:util';
import { eq, sql } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { toMigrationError } from '~/platform/db/core/migration-files.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, closeDatabase, db, execute, openDatabase, rawStatement } from '~/platform/db/db.server';
import { describeError } from '~/platform/observability/log.server';
import { bundled } from '../support/bundled';
import { returnDatabase, takeDatabase } from '../support/test-database';

/** Text typed by a user, with lines that look like those of a stack. */
const typed = 'canary\n    at night I cough (canary:1:1)';
const row = sql`insert into users (id, email, account_type, first_name, last_name, password_hash, approved, created_at, updated_at)
  values (${typed}, ${typed}, 'Patient', '', '', '', false, 0, 0)`;
const raising = "do $$ begin raise exception 'canary' using detail = 'canary', hint = 'canary'; end $$";

let url: string;
beforeAll(async () => {
  url = await takeDatabase();
  await openDatabase({ url, fileKey: Buffer.alloc(32, 7) });
  await execute(rawStatement(row));
});
afterAll(async () => {
  await closeDatabase();
  returnDatabase(url);
});

const failures: [string, string, () => Promise<unknown>][] = [
  [
    'the message of a value that is none',
    '22P02',
    () =>
      db()
        .select()
        .from(users)
        .where(eq(users.createdAt, sql`${typed}`)),
  ],
  [
    'the message, of a write',
    '22P02',
    () => execute(rawStatement(sql`update users set created_at = ${typed}`)),
  ],
  ['the detail of a row that is there already', '23505', () => atomically([rawStatement(row)])],
  ['all that a function says', 'P0001', () => execute(rawStatement(sql.raw(raising)))],
  [
    'where in a function it was',
    '22P02',
    () => execute(rawStatement(sql.raw("do $$ begin perform 'canary'::bigint; end $$"))),
  ],
];

describe('an error of PostgreSQL shows nothing that a user typed:', () => {
  test.each(failures)('%s', async (_what, code, fail) => {
    const error = await fail().then(
      () => 'nothing failed',
      (thrown: unknown) => thrown,
    );
    expect(inspect(error, { depth: 5 })).toMatch(/canary/);
    const logged = describeError(error);
    expect(logged).toMatchObject({ kind: 'error', code });
    expect(logged.frames?.length).toBeGreaterThan(0);
    expect(JSON.stringify(logged)).not.toMatch(/canary|cough/);
  });

  test('in the output of an uncaught error', async () => {
    const program = await bundled('tests/support/uncaught-error.ts');
    const statement = 'insert into users select * from users -- canary';
    const { status, stdout, stderr } = spawnSync(process.execPath, [program, url, statement], {
      encoding: 'utf8',
    });
    expect([status, stderr]).toEqual([1, '']);
    expect(JSON.parse(stdout)).toMatchObject({ msg: 'incident', kind: 'error', code: '23505' });
    expect(stdout).not.toMatch(/canary|cough/);
  });

  test('in the message of a migration that fails', async () => {
    const error = await execute(rawStatement(sql`update users set created_at = ${typed}`)).catch(
      (thrown: unknown) => thrown,
    );
    const { message } = toMigrationError('0002_more', error);
    expect(message).toContain(
      'Migration 0002_more of the database failed: error 22P02 of PostgreSQL. The database is unchanged',
    );
    expect(message).not.toMatch(/canary/);
  });
});
