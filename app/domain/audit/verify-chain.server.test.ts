import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { atomically, closeDatabase, openDatabase } from '~/platform/db/db.server';
import { bundled } from '../../../tests/support/bundled';
import { readSql, runSql, tamper } from '../../../tests/support/raw';
import { databaseSettings, isOnPostgres, returnDatabase } from '../../../tests/support/test-database';
import { auditEntry, listAuditEntry } from './audit-entry.server';
import { verifyAudit } from './verify-chain.server';

/** Builds one entry for each object. */
const entryForEach = (line: Omit<Parameters<typeof auditEntry>[0], 'objectId'>, objectIds: string[]) =>
  objectIds.map((objectId) => auditEntry({ ...line, objectId }));

const fileKey = Buffer.alloc(32, 3);
let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'audit-'));
  url = (await databaseSettings(folder)).DATABASE_URL ?? '';
  await openDatabase({ url, fileKey });
});
afterEach(async () => {
  await closeDatabase();
  returnDatabase(url);
  rmSync(folder, { recursive: true, force: true });
});

/** Resets the counter so that the next entry gets the number 5. */
const countBack = isOnPostgres
  ? "select setval('audit_id_seq', 4);"
  : "update sqlite_sequence set seq = 4 where name = 'audit';";
const headText = isOnPostgres ? "convert_from(wrapped, 'UTF8')" : 'wrapped';
const headOf = (text: string) => (isOnPostgres ? `convert_to(${text}, 'UTF8')` : text);

const writeSixEntries = () =>
  atomically([
    auditEntry({ action: 'session.refused' }),
    auditEntry({ action: 'account.opened', objectId: 'admin' }),
    ...entryForEach({ action: 'report.listed', actorId: 'doctor' }, ['asha', 'ravi']),
    auditEntry({ action: 'report.opened', actorId: 'doctor', objectId: 'report' }),
    auditEntry({ action: 'report.deleted', actorId: 'asha', objectId: 'report' }),
  ]);
const writeEntry = () =>
  atomically([auditEntry({ action: 'session.opened', actorId: 'asha', objectId: 'asha' })]);
const findFlaw = async () => (await verifyAudit()).flaw;

describe('an unchanged audit log', () => {
  test('is whole: empty, with lines, and after the server was started again', async () => {
    expect(await verifyAudit()).toEqual({ lines: 0, older: 0, end: null, flaw: null });
    await writeSixEntries();
    expect(await verifyAudit()).toMatchObject({ lines: 6, older: 0, flaw: null });
    await closeDatabase();
    await openDatabase({ url, fileKey });
    await writeEntry();
    expect(await verifyAudit()).toMatchObject({ lines: 7, older: 0, flaw: null });
  });

  test('drops the lines of a transaction that is rolled back, and stays whole', async () => {
    await writeSixEntries();
    const undone = atomically([auditEntry({ action: 'report.deleted', actorId: 'asha' }), failing]);
    await expect(undone).rejects.toThrow('no');
    await writeEntry();
    expect(await verifyAudit()).toMatchObject({ lines: 7, flaw: null });
  });

  test('is whole if it is longer than one batch of lines', async () => {
    await atomically(
      entryForEach(
        { action: 'report.listed', actorId: 'doctor' },
        Array.from({ length: 4001 }, (_, n) => `${n}`),
      ),
    );
    expect(await verifyAudit()).toMatchObject({ lines: 4001, flaw: null });
  });

  test('contains the end noted earlier, unlike a log replaced by an older copy', async () => {
    await writeSixEntries();
    const { end } = await verifyAudit();
    await writeEntry();
    expect((await verifyAudit(end ?? '')).flaw).toBeNull();
    expect((await verifyAudit('6:0123456789abcdef')).flaw).toEqual({ kind: 'noted', id: 6 });
  });
});

const failing = {
  toSQL: () => {
    throw new Error('no');
  },
};

describe('detects a change of the database file:', () => {
  const copied = 'select at, actor_id, action, object_id, hash from audit where id = 3';
  test.each<[what: string, sql: string, flaw: object]>([
    ['a changed actor', "update audit set actor_id = 'nobody' where id = 3", { kind: 'line', id: 3 }],
    ['a changed time', 'update audit set at = at + 1 where id = 1', { kind: 'line', id: 1 }],
    ['an actor added', "update audit set actor_id = 'x' where id = 1", { kind: 'line', id: 1 }],
    ['a changed hash', "update audit set hash = 'x' where id = 4", { kind: 'line', id: 4 }],
    ['a line removed in the middle', 'delete from audit where id = 3', { kind: 'line', id: 4 }],
    ['the first line removed', 'delete from audit where id = 1', { kind: 'line', id: 2 }],
    [
      'two lines swapped',
      'update audit set id = 99 where id = 3; update audit set id = 3 where id = 4; update audit set id = 4 where id = 99',
      { kind: 'line', id: 3 },
    ],
    ['the last line removed', 'delete from audit where id = 6', { kind: 'end', id: 5 }],
    [
      'the last lines removed and the counter of ids put back',
      `delete from audit where id > 4; ${countBack}`,
      { kind: 'end', id: 4 },
    ],
    [
      'a line written by hand at the end',
      "insert into audit (at, action) values (1, 'report.opened')",
      { kind: 'unchained', id: 7 },
    ],
    [
      'a line copied to the end',
      `insert into audit (at, actor_id, action, object_id, hash) ${copied}`,
      { kind: 'line', id: 7 },
    ],
    [
      'a line put before the first',
      "insert into audit (id, at, action) values (-5, 1, 'report.opened')",
      { kind: 'older', id: 1 },
    ],
    ['the head removed', "delete from keyring where key_id = 'audit.head'", { kind: 'head' }],
    [
      'the head changed',
      `update keyring set wrapped = ${headOf(`replace(${headText}, '"id":6', '"id":5')`)} where key_id = 'audit.head'`,
      { kind: 'head' },
    ],
  ])('%s', async (_what, sql, expected) => {
    await writeSixEntries();
    expect(await findFlaw()).toBeNull();
    await tamper(sql);
    expect(await findFlaw()).toEqual(expected);
  });

  test.each([
    ['nothing else', ''],
    ['the counter of ids', countBack],
    ['the head', "delete from keyring where key_id = 'audit.head';"],
  ])(
    'lines cut off the end, also after a restart and further lines; removed with them: %s',
    async (_what, extraSql) => {
      await writeSixEntries();
      await tamper(`delete from audit where id > 4; ${extraSql}`);
      await closeDatabase();
      await openDatabase({ url, fileKey });
      await writeEntry();
      await writeEntry();
      expect(await findFlaw()).toMatchObject({ kind: 'line' });
    },
  );
});

describe('a line with the patients whose reports were seen', () => {
  // The seventh entry, after six as an earlier release wrote them: one entry for each patient.
  beforeEach(async () => {
    await writeSixEntries();
    await atomically([listAuditEntry('doctor', ['ravi', 'asha', 'emile'])]);
    await writeEntry();
  });

  test('is whole, whatever the order of the patients', async () => {
    expect(await verifyAudit()).toMatchObject({ lines: 8, older: 0, flaw: null });
    const [look] = await readSql<{ object_id: string | null }>('select object_id from audit where id = 7');
    expect(look?.object_id).toBeNull();
  });

  test('cannot be changed while the log is in use', async () => {
    for (const change of ["update audit_seen set patient_id = 'x'", 'delete from audit_seen'])
      await expect(runSql(change)).rejects.toThrow('append-only');
  });

  test.each<[what: string, sql: string, id: number]>([
    ['a patient is removed', "delete from audit_seen where patient_id = 'asha'", 7],
    ['all patients are removed', 'delete from audit_seen', 7],
    ['a patient is replaced', "update audit_seen set patient_id = 'x' where patient_id = 'asha'", 7],
    ['a patient is added', "insert into audit_seen (line, patient_id) values (7, 'x')", 7],
    ['the patients are moved to another line', 'update audit_seen set line = 8', 7],
    ['a patient is added to an old line', "insert into audit_seen (line, patient_id) values (3, 'x')", 3],
  ])('is reported as wrong if %s', async (_what, sql, id) => {
    await tamper(sql);
    expect(await findFlaw()).toEqual({ kind: 'line', id });
  });
});

describe('lines older than the chain', () => {
  beforeEach(async () => {
    await tamper(`delete from keyring where key_id = 'audit.head';
      insert into audit (at, actor_id, action, object_id) values
        (1, 'doctor', 'report.opened', 'one'), (2, 'doctor', 'report.opened', 'two'), (3, null, 'session.refused', null);`);
    await closeDatabase();
    await openDatabase({ url, fileKey });
  });

  test('are sealed at the first start with a chain', async () => {
    expect(await verifyAudit()).toMatchObject({ lines: 3, older: 3, flaw: null });
    await writeSixEntries();
    expect(await verifyAudit()).toMatchObject({ lines: 9, older: 3, flaw: null });
  });

  test.each([
    ['changed', "update audit set object_id = 'three' where id = 2"],
    ['removed', 'delete from audit where id = 2'],
    ['inserted', "insert into audit (id, at, action) values (0, 1, 'report.opened')"],
  ])('are reported as wrong if one is %s', async (_what, sql) => {
    await tamper(sql);
    expect(await findFlaw()).toMatchObject({ kind: 'end' });
  });

  test('are reported as wrong even if newer lines follow', async () => {
    await writeSixEntries();
    await tamper("update audit set object_id = 'three' where id = 2");
    expect(await findFlaw()).toEqual({ kind: 'older', id: 4 });
  });
});

test('npm run audit:verify reports a whole log while the database is open, and fails for a changed one', async () => {
  await writeSixEntries();
  const env = { ...process.env, DATABASE_URL: url, DATA_DIR: folder, UPLOADS_DIR: join(folder, 'uploads') };
  const program = await bundled('scripts/audit-verify.ts');
  const verify = () =>
    promisify(execFile)(process.execPath, [program], {
      env: { ...env, FILE_KEY: fileKey.toString('hex'), SESSION_SECRET: 'x'.repeat(32) },
    }).then(
      ({ stdout }) => ({ code: 0, stdout }),
      ({ code, stdout }: { code: number; stdout: string }) => ({ code, stdout }),
    );
  const whole = await verify();
  expect(whole).toMatchObject({ code: 0, stdout: expect.stringContaining('is intact: 6 lines.') });
  await tamper('delete from audit where id = 2');
  const broken = await verify();
  expect(broken).toMatchObject({
    code: 1,
    stdout: expect.stringContaining('The first wrong line is 3'),
  });
});
