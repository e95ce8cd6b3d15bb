import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../', import.meta.url));

/** Files that use a database driver: the engine, and the file of the limit counters. */
const engine = /^app\/platform\/(?:db\/|limits\/limit-stores\.server\.ts$)/;

/**
 * Tests and tools that open a database without the product, to inspect a file from outside or to
 * break one.
 */
const outside = new Set([
  'app/platform/db/core/folder-lock.server.test.ts',
  'app/platform/db/sqlite/migrate-sqlite.server.test.ts',
  'app/platform/db/core/upgrade.test.ts',
  'app/platform/db/sqlite/sqlite-engine.server.test.ts',
  'app/platform/db/sqlite/sqlite-driver.test.ts',
  'app/domain/clinic/breach-plans.test.ts',
  'app/domain/desk/query-plans.test.ts',
  'bench/lib/clinic.mjs',
  'bench/lib/postgres-clinic.mjs',
  'scripts/lib/releases.mjs',
  'tests/e2e/lists.spec.ts',
  'tests/faults/full-disk.spec.ts',
  'tests/faults/log.spec.ts',
  'tests/faults/mail.spec.ts',
  'tests/faults/starts.spec.ts',
  'tests/faults/support/command.ts',
  'tests/faults/support/look.ts',
  'tests/integration/system/backup.test.ts',
  'tests/postgres/query-plans.test.ts',
  'tests/postgres/schema.test.ts',
  'tests/security/keys.test.ts',
  'tests/support/fresh-limits.ts',
  'tests/support/full-database.ts',
  'tests/support/migrated-content.ts',
  'tests/support/raw.ts',
  'tests/support/test-database.ts',
]);

/** Lists the statements of a source file that only the engine may use. */
function queryFaults(path: string, text: string): string[] {
  // Reading a file costs more than all of this; most have no query.
  if (!/\b(?:db|queries)\b/.test(text)) return [];
  const source = ts.createSourceFile(path, text, ts.ScriptTarget.Latest, true);
  const findings: string[] = [];
  const visit = (node: ts.Node) => {
    const what = ts.isCallExpression(node) ? faultOf(node) : undefined;
    if (what)
      findings.push(`${path}:${source.getLineAndCharacterOfPosition(node.getStart()).line + 1} ${what}`);
    ts.forEachChild(node, visit);
  };
  visit(source);
  return findings;
}

function faultOf(node: ts.CallExpression): string | undefined {
  const methods = methodsOnBuilder(node);
  if (methods === undefined) return undefined;
  const [first = '', last = ''] = [methods[0], methods.at(-1)];
  if (['all', 'get', 'run'].includes(last)) return `reads or writes by .${last}()`;
  const { parent } = node;
  if (ts.isExpressionStatement(parent)) return 'is built and not run';
  if (ts.isAwaitExpression(parent) && /^(?:insert|update|delete)$/.test(first))
    return 'writes past execute and atomically';
  return undefined;
}

/** Lists the methods called on the result of `db()`, or on a function's `queries`, in order. */
function methodsOnBuilder(call: ts.CallExpression): string[] | undefined {
  const methods: string[] = [];
  let at: ts.Expression = call;
  while (ts.isCallExpression(at) && ts.isPropertyAccessExpression(at.expression)) {
    methods.unshift(at.expression.name.text);
    at = at.expression.expression;
  }
  const isBuilder =
    (ts.isCallExpression(at) && ts.isIdentifier(at.expression) && at.expression.text === 'db') ||
    (ts.isIdentifier(at) && at.text === 'queries');
  return isBuilder && methods.length > 0 ? methods : undefined;
}

const usesDriver = (text: string) =>
  /(?:from|import\(|require\()\s*'(?:better-sqlite3|pg)'/.test(text) ||
  /\.pragma\(|\bcreate (?:temp )?trigger\b/i.test(text);

const sources = ['app', 'bench', 'scripts', 'tests'].flatMap((folder) =>
  readdirSync(`${root}${folder}`, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|tsx|mjs)$/.test(entry.name))
    .map((entry) => `${entry.parentPath}/${entry.name}`.slice(root.length))
    .filter((path) => path !== 'tests/queries.test.ts'),
);
const textOf = (path: string) => readFileSync(`${root}${path}`, 'utf8');

describe('a query', () => {
  test('is awaited, and only writes through the engine', () => {
    const others = sources.filter((path) => !engine.test(path));
    expect(others.length).toBeGreaterThan(500);
    expect(others.flatMap((path) => queryFaults(path, textOf(path)))).toEqual([]);
  });

  test.each([
    ['db().select().from(users).all();', 'reads or writes by .all()'],
    ['const row = db().select().from(users).get();', 'reads or writes by .get()'],
    ['db().insert(users).values(row).run();', 'reads or writes by .run()'],
    ['const rows = queries.all(text);', 'reads or writes by .all()'],
    ['db().update(users).set(row);', 'is built and not run'],
    ['await db().delete(users);', 'writes past execute and atomically'],
  ])('is reported if it is of another kind: %s', (line, what) => {
    expect(queryFaults('app/domain/x.ts', line)).toEqual([`app/domain/x.ts:1 ${what}`]);
  });

  test.each([
    'const rows = await db().select().from(users);',
    'await execute(db().delete(users));',
    'const list = new Map().get(1);',
    'return queries.select().from(users);',
  ])('is accepted if it is of this kind: %s', (line) => {
    expect(queryFaults('app/domain/x.ts', `async () => { ${line} }`)).toEqual([]);
  });
});

test('replaces no row: triggers would not see the old one go', () => {
  const replacing = sources.filter(
    (path) =>
      path.startsWith('app/') && /\b(?:insert|update) or replace\b|\breplace into\b/i.test(textOf(path)),
  );
  expect(replacing).toEqual([]);
});

test('allows the driver only to the engine and to files that inspect a database from outside', () => {
  const driverUsers = sources.filter(
    (path) => usesDriver(textOf(path)) && !(engine.test(path) && !/\.test\./.test(path)),
  );
  expect(driverUsers.filter((path) => !outside.has(path))).toEqual([]);
  expect([...outside].filter((path) => !driverUsers.includes(path))).toEqual([]);
});
