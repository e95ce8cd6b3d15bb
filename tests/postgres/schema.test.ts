import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { promisify } from 'node:util';
import Database from 'better-sqlite3';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { closeDatabase, openDatabase } from '~/platform/db/db.server';
import { projectRoot } from '~/platform/project-root.server';
import { openBeside, returnDatabase, takeDatabase } from '../support/test-database';

/** A table as both engines describe it, in the same words. */
type Table = { columns: string[]; indexes: string[]; parents: string[] };
type Schema = Record<string, Table>;

/** Only PostgreSQL has tables for limit counters: SQLite has a separate file for them. */
const onlyOnPostgres = ['limits'];

let folder: string;
let url: string;
let database: ReturnType<typeof openBeside>;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'schema-'));
  url = await takeDatabase();
  database = openBeside(url);
});
afterAll(async () => {
  await database.close();
  returnDatabase(url);
  await rm(folder, { recursive: true, force: true });
});

const sorted = (lines: string[]) => lines.sort();
const flat = (condition: string | null) =>
  condition
    ? ` where ${condition
        .replace(/::text|[()"]/g, '')
        .replace(/\s+/g, ' ')
        .toLowerCase()}`
    : '';

async function postgresSchema(): Promise<Schema> {
  const columns = await database.rows(`
    select c.table_name, c.column_name, c.data_type, c.is_nullable, c.collation_name, t.table_type
    from information_schema.columns c join information_schema.tables t using (table_schema, table_name)
    where table_schema = 'public' and table_type = 'BASE TABLE' and table_name <> '__drizzle_migrations'`);
  const indexes = await database.rows(`
    select t.relname as table_name, i.relname as name, x.indisunique, x.indisprimary,
      pg_get_expr(x.indpred, x.indrelid) as condition,
      (select string_agg(a.attname, ',' order by k.n) from unnest(x.indkey) with ordinality k(attnum, n)
        join pg_attribute a on a.attrelid = x.indrelid and a.attnum = k.attnum) as columns
    from pg_index x join pg_class i on i.oid = x.indexrelid join pg_class t on t.oid = x.indrelid
    join pg_namespace s on s.oid = t.relnamespace where s.nspname = 'public'`);
  const parents = await database.rows(`
    select t.relname as table_name, a.attname as column_name, p.relname as parent, b.attname as parent_column,
      c.confdeltype = 'c' as cascades
    from pg_constraint c join pg_class t on t.oid = c.conrelid join pg_class p on p.oid = c.confrelid
    join pg_attribute a on a.attrelid = t.oid and a.attnum = c.conkey[1]
    join pg_attribute b on b.attrelid = p.oid and b.attnum = c.confkey[1] where c.contype = 'f'`);
  const kinds: Record<string, string> = {
    bigint: 'integer',
    boolean: 'integer',
    bytea: 'blob',
    text: 'text',
  };
  const schema: Schema = {};
  for (const {
    table_name: table,
    column_name: name,
    data_type: type,
    is_nullable,
    collation_name,
  } of columns) {
    schema[String(table)] ??= { columns: [], indexes: [], parents: [] };
    const kind = kinds[String(type)] ?? String(type);
    expect(kind === 'text' ? collation_name : 'C', `${table}.${name} is sorted by bytes`).toBe('C');
    schema[String(table)]?.columns.push(`${name} ${kind}${is_nullable === 'NO' ? ' not null' : ''}`);
  }
  for (const { table_name: table, name, indisunique, indisprimary, condition, columns: on } of indexes) {
    const kind = indisprimary ? 'key' : `${indisunique ? 'unique ' : ''}${name}`;
    schema[String(table)]?.indexes.push(`${kind} on ${on}${flat(condition as string | null)}`);
  }
  for (const { table_name: table, column_name, parent, parent_column, cascades } of parents)
    schema[String(table)]?.parents.push(
      `${column_name} of ${parent}.${parent_column}${cascades ? ', cascades' : ''}`,
    );
  return schema;
}

async function sqliteSchema(): Promise<Schema> {
  const path = join(folder, 'app.db');
  await openDatabase({ url: `file:${path}`, fileKey: Buffer.alloc(32) });
  await closeDatabase();
  const sqlite = new Database(path, { readonly: true });
  const rows = (text: string) => sqlite.prepare(text).all() as { [column: string]: string | number | null }[];
  const schema: Schema = {};
  for (const { name: table } of rows(
    "select name from sqlite_master where type = 'table' and name not like 'sqlite_%' and name <> '__drizzle_migrations'",
  )) {
    const columns = rows(`pragma table_info("${table}")`);
    const keys = columns.filter(({ pk }) => Number(pk) > 0).sort((a, b) => Number(a.pk) - Number(b.pk));
    const indexes = rows(`pragma index_list("${table}")`).filter(({ origin }) => origin === 'c');
    schema[String(table)] = {
      columns: columns.map(
        ({ name, type, notnull, pk }) =>
          `${name} ${String(type).toLowerCase()}${notnull || pk ? ' not null' : ''}`,
      ),
      indexes: [
        ...(keys.length > 0 ? [`key on ${keys.map(({ name }) => name).join(',')}`] : []),
        ...indexes.map(({ name, unique }) => {
          const on = rows(`pragma index_info("${name}")`)
            // SQLite gives computed index columns no name, and PostgreSQL works without.
            .flatMap((column) => column.name ?? [])
            .join(',');
          const [definition] = rows(`select sql from sqlite_master where name = '${name}'`);
          const condition = / where (.+)$/is.exec(String(definition?.sql))?.[1] ?? null;
          return `${unique ? 'unique ' : ''}${name} on ${on}${flat(condition)}`;
        }),
      ],
      parents: rows(`pragma foreign_key_list("${table}")`).map(
        ({ from, table: parent, to, on_delete: onDelete }) =>
          `${from} of ${parent}.${to}${String(onDelete) === 'CASCADE' ? ', cascades' : ''}`,
      ),
    };
  }
  sqlite.close();
  return schema;
}

test('ends both folders of migrations at the same tables, columns, indexes and foreign keys', async () => {
  const schemas = [await sqliteSchema(), await postgresSchema()];
  const plain = schemas.map((schema) => {
    const ours = Object.entries(schema).filter(([name]) => !onlyOnPostgres.includes(name));
    return Object.fromEntries(
      ours.map(([name, { columns, indexes, parents }]) => [
        name,
        { columns: sorted(columns), indexes: sorted(indexes), parents: sorted(parents) },
      ]),
    );
  });
  expect(Object.keys(plain[0] ?? {}).length).toBeGreaterThan(20);
  expect(plain[1]).toEqual(plain[0]);
});

describe('drizzle-kit finds nothing to generate', () => {
  test.each([
    ['SQLite', 'drizzle', 'sqlite', 'core/tables/*.server.ts'],
    ['PostgreSQL', 'drizzle/postgres', 'postgresql', 'postgres/postgres-tables.ts'],
  ])('for %s', async (_name, migrations, dialect, tables) => {
    const out = join(folder, dialect);
    await cp(join(projectRoot(), migrations), out, { recursive: true });
    const program = join(projectRoot(), 'node_modules/drizzle-kit/bin.cjs');
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        program,
        'generate',
        '--dialect',
        dialect,
        '--schema',
        `app/platform/db/${tables}`,
        '--out',
        relative(projectRoot(), out),
      ],
      { cwd: projectRoot() },
    );
    expect(stdout).toContain('No schema changes');
  });
});
