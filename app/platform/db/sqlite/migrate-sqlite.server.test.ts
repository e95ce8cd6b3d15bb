import { createHash } from 'node:crypto';
import {
  cpSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { requireKnownSchema } from '~/platform/db/core/migration-files.server';
import { readBuild } from '~/platform/observability/build-info.server';
import { projectRoot } from '~/platform/project-root.server';
import { migrateSqlite } from './migrate-sqlite.server';
import { sqliteState } from './open-sqlite.server';

let folder: string;
let migrations: string;
let path: string;
let copies: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'migrate-'));
  [migrations, path, copies] = [join(folder, 'drizzle'), join(folder, 'app.db'), join(folder, 'copies')];
  mkdirSync(join(migrations, 'meta'), { recursive: true });
  migration(
    '0000_start',
    'CREATE TABLE `people` (`id` text PRIMARY KEY)',
    'CREATE TABLE `papers` (`id` text PRIMARY KEY, `person` text REFERENCES `people`(`id`) ON DELETE CASCADE)',
  );
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a migration to the folder, as drizzle-kit writes it. */
function migration(tag: string, ...statements: string[]) {
  const journal = join(migrations, 'meta', '_journal.json');
  const entries = tag === '0000_start' ? [] : JSON.parse(readFileSync(journal, 'utf8')).entries;
  entries.push({ idx: entries.length, when: 1000 + entries.length, tag, breakpoints: true });
  writeFileSync(journal, JSON.stringify({ entries }));
  writeFileSync(join(migrations, `${tag}.sql`), statements.join(';\n--> statement-breakpoint\n'));
}

function open<Result>(use: (sqlite: Database.Database) => Result): Result {
  const sqlite = new Database(path);
  try {
    return use(sqlite);
  } finally {
    sqlite.close();
  }
}
const migrate = () => open((sqlite) => migrateSqlite({ sqlite, path, copies, folder: migrations }));

function fill() {
  migrate();
  open((sqlite) =>
    sqlite.exec("insert into people values ('asha'), ('dev'); insert into papers values ('x-ray', 'asha')"),
  );
}

/** Reads the schema and all texts of the database. */
const contents = (file = path) => {
  const sqlite = new Database(file, { readonly: true });
  const rows = ['sqlite_master', 'people', 'papers', '__drizzle_migrations'].map((name) =>
    sqlite
      .prepare(`select * from ${name} order by 1`)
      .raw()
      .all()
      .map((row) => (row as unknown[]).filter((one) => typeof one !== 'number')),
  );
  sqlite.close();
  return JSON.stringify(rows);
};
const hashOf = (file: string) => createHash('sha256').update(readFileSync(file)).digest('hex');

const rebuild = (keep: string) => [
  'CREATE TABLE `__new_people` (`id` text PRIMARY KEY, `name` text)',
  `INSERT INTO \`__new_people\`(\`id\`) SELECT \`id\` FROM \`people\` ${keep}`,
  'DROP TABLE `people`',
  'ALTER TABLE `__new_people` RENAME TO `people`',
];

describe('an upgrade of the database', () => {
  test('makes no copy of an empty database or if nothing is due', () => {
    expect(migrate()).toBeUndefined();
    expect(migrate()).toBeUndefined();
    expect(readdirSync(folder)).not.toContain('copies');
  });

  test('copies the database privately first and keeps every row of a rebuilt table', () => {
    fill();
    const before = contents();
    migration('0001_names', ...rebuild(''));
    const copy = migrate() ?? '';
    expect(contents(copy)).toBe(before);
    expect((statSync(copy).mode & 0o777).toString(8)).toBe('600');
    expect(contents()).toContain('`name` text');
    expect(open((sqlite) => sqlite.prepare('select count(*) from papers').pluck().get())).toBe(1);
    expect(open((sqlite) => sqlite.pragma('foreign_keys', { simple: true }))).toBe(1);
  });

  type Bad = [what: string, statements: string[], says: RegExp];
  const bad: Bad[] = [
    [
      'breaks off half-way',
      ['ALTER TABLE `people` ADD `name` text', 'ALTER TABLE `nothing` ADD `x` text'],
      /no such table: nothing/,
    ],
    ['loses a row', rebuild("WHERE `id` <> 'dev'"), /the table people would have 1 rows instead of 2/],
    [
      'leaves a report without its patient',
      ["UPDATE `papers` SET `person` = 'nobody'"],
      /1 rows would lose their parent row/,
    ],
  ];
  test.each(bad)('that %s changes nothing and says where the copy is', (_what, statements, says) => {
    fill();
    const before = contents();
    migration('0001_fine', 'CREATE TABLE `more` (`id` text)');
    migration('0002_bad', ...statements);
    expect(migrate).toThrow(says);
    expect(migrate).toThrow(
      /Migration 0002_bad of the database failed: .* The database is unchanged\. A copy of it is .*before-0001_fine-.*Z\.db\./,
    );
    expect(contents()).toBe(before);
    for (const name of readdirSync(copies)) expect(contents(join(copies, name))).toBe(before);
  });

  test('does not begin if no copy can be made', () => {
    fill();
    const before = hashOf(path);
    migration('0001_more', 'CREATE TABLE `more` (`id` text)');
    writeFileSync(copies, 'a file where the folder should be');
    expect(migrate).toThrow(/could not be copied to .*Nothing was changed/);
    expect(hashOf(path)).toBe(before);
  });

  test('keeps the last three copies', () => {
    fill();
    mkdirSync(copies);
    for (const day of [1, 2, 3])
      writeFileSync(join(copies, `before-000${9 - day}_x-2020-01-0${day}T00-00-00Z.db`), '');
    writeFileSync(join(copies, 'notes.txt'), 'not a copy');
    migration('0001_more', 'CREATE TABLE `more` (`id` text)');
    migrate();
    const fileNames = readdirSync(copies).sort();
    expect(fileNames).toHaveLength(4);
    expect(fileNames.join(' ')).toMatch(/before-0001_more-\S+ before-0006_x-\S+ before-0007_x-\S+ notes.txt/);
  });
});

describe('a database written by a newer program', () => {
  test('is refused with a message and stays unchanged', async () => {
    fill();
    const older = join(folder, 'older');
    cpSync(migrations, older, { recursive: true });
    migration('0001_more', 'CREATE TABLE `more` (`id` text)');
    migrate();
    const before = hashOf(path);
    const { version } = readBuild();
    const says = `was written by SecondLook ${version}, which is newer than this one. Start that version or a later one, or restore an older backup. Nothing was changed.`;
    const state = await sqliteState(`file:${path}`);
    expect(() => requireKnownSchema(state, older)).toThrow(says);
    expect(() => open((sqlite) => migrateSqlite({ sqlite, path, copies, folder: older }))).toThrow(says);
    expect(hashOf(path)).toBe(before);
    requireKnownSchema(await sqliteState(`file:${path}`), migrations);
  });

  test('is refused without the version if its program has recorded none', async () => {
    fill();
    const older = join(folder, 'older');
    cpSync(migrations, older, { recursive: true });
    migration('0001_more', 'CREATE TABLE `more` (`id` text)');
    migrate();
    open((sqlite) => sqlite.exec('ALTER TABLE __drizzle_migrations DROP COLUMN version'));
    const state = await sqliteState(`file:${path}`);
    expect(() => requireKnownSchema(state, older)).toThrow(
      'was written by a newer version of this program. Start that version, or',
    );
  });
});

describe('the migrations of this program', () => {
  test('bring a database of the first version with a report up to date', () => {
    const all = join(projectRoot(), 'drizzle');
    const first = join(folder, 'first');
    cpSync(all, first, { recursive: true });
    const journal = JSON.parse(readFileSync(join(all, 'meta', '_journal.json'), 'utf8'));
    writeFileSync(
      join(first, 'meta', '_journal.json'),
      JSON.stringify({ ...journal, entries: journal.entries.slice(0, 1) }),
    );
    open((sqlite) => {
      migrateSqlite({ sqlite, path, copies, folder: first });
      sqlite.exec(
        "insert into users (id, account_type, first_name, last_name, email, password_hash, language, created_at, updated_at) values ('u', 'Patient', 'A', 'B', 'a@b.c', 'x', 'en', 0, 0);" +
          "insert into reports (id, patient_id, report_type, phone_number, file_name, media_type, resource_type, bytes, created_at, updated_at) values ('r', 'u', 'ECG', x'00', 'f', 'image/gif', 'image', 1, 0, 0)",
      );
      expect(migrateSqlite({ sqlite, path, copies })).toMatch(/before-0001_/);
      expect(sqlite.prepare('select patient_id from reports').pluck().all()).toEqual(['u']);
    });
  });
});
