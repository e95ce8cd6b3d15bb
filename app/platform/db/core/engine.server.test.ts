import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { asc, eq, sql } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { auditEntry, listAuditEntry } from '~/domain/audit/audit-entry.server';
import { containsWords } from '~/domain/kernel/search.server';
import {
  atomically,
  closeDatabase,
  db,
  execute,
  openDatabase,
  readTransaction,
  selectListViews,
} from '~/platform/db/db.server';
import { databaseSettings, returnDatabase } from '../../../../tests/support/test-database';
import { users } from './tables/accounts.server';
import { audit } from './tables/clinic.server';

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'engine-'));
  url = (await databaseSettings(folder)).DATABASE_URL ?? '';
  await openDatabase({ url, fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  await closeDatabase();
  returnDatabase(url);
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date(1_700_000_000_000);
const person = (firstName: string) =>
  db()
    .insert(users)
    .values({
      id: firstName,
      accountType: 'Patient',
      firstName,
      lastName: 'Rao',
      email: `${firstName}@clinic.test`,
      passwordHash: 'x',
      createdAt: now,
      updatedAt: now,
    });
const names = async (queries = db()) =>
  (await queries.select({ name: users.firstName }).from(users).orderBy(asc(users.id))).map(
    ({ name }) => name,
  );

describe('a read transaction', () => {
  test('sees no concurrent write, but the next one does', async () => {
    await execute(person('Asha'));
    const seen = await readTransaction(async (queries) => {
      const before = await names(queries);
      await execute(person('Ravi'));
      return [before, await names(queries)];
    });
    expect(seen).toEqual([['Asha'], ['Asha']]);
    expect(await names()).toEqual(['Asha', 'Ravi']);
    expect(await readTransaction(names)).toEqual(['Asha', 'Ravi']);
  });

  test('runs beside others, and a failing one holds up none', async () => {
    await execute(person('Asha'));
    const failing = readTransaction(() => Promise.reject(new Error('no')));
    const many = Array.from({ length: 20 }, () => readTransaction(names));
    await expect(failing).rejects.toThrow('no');
    for (const found of await Promise.all(many)) expect(found).toEqual(['Asha']);
  });
});

describe('the query builder', () => {
  test('writes nothing by itself', async () => {
    await expect(person('Asha').then()).rejects.toThrow();
    expect(await names()).toEqual([]);
  });
});

describe('an audit entry', () => {
  const opened = { action: 'report.opened', actorId: 'doctor', objectId: 'one' } as const;
  const isThere = () => db().select({ id: audit.id }).from(audit).where(eq(audit.objectId, 'one')).limit(1);
  const lines = async () => (await db().select().from(audit)).length;

  test('is skipped if one exists at the time of writing', async () => {
    await Promise.all(Array.from({ length: 5 }, () => execute(auditEntry(opened, isThere()))));
    expect(await lines()).toBe(1);
    expect(await execute(auditEntry(opened))).toBe(1);
    expect(await lines()).toBe(2);
  });

  test('that names several patients is found by each of them, anywhere in the log', async () => {
    const look = (patients: string[]) => listAuditEntry('doctor', patients);
    const otherEntries = (count: number) => Array.from({ length: count }, () => auditEntry(opened));
    await atomically([
      look(['asha', 'ravi']),
      ...otherEntries(200),
      look(['asha', 'emile']),
      look(['ravi', 'asha']),
    ]);
    await atomically([...otherEntries(70), look(['emile', 'ravi'])]);
    const numbersOf = async (patient: string) => {
      const rows = await db()
        .select({ id: audit.id })
        .from(audit)
        .where(sql`${audit.id} in (${selectListViews(patient)})`);
      return rows.map(({ id }) => id).sort((a, b) => a - b);
    };
    expect(await numbersOf('asha')).toEqual([1, 202, 203]);
    expect(await numbersOf('ravi')).toEqual([1, 203, 274]);
    expect(await numbersOf('emile')).toEqual([202, 274]);
    expect(await numbersOf('nobody')).toEqual([]);
  });

  test('is undone with its transaction', async () => {
    await execute(person('Asha'));
    await expect(atomically([auditEntry(opened), person('Asha')])).rejects.toThrow();
    expect(await lines()).toBe(0);
  });
});

describe('a search', () => {
  test.each([
    ['Élise', 'ÉLI'],
    ['Élise', 'éli'],
    ['E\u0301lise', 'élise'],
    ['Ωμέγα', 'ωΜέ'],
    ['ക്ഷമ', 'ക്ഷ'],
    ['100%_a', '%_A'],
  ])('finds %s by %s', async (name, typed) => {
    await execute(person('Ravi'));
    await execute(person(name));
    const rows = await db()
      .select({ name: users.firstName })
      .from(users)
      .where(containsWords(users.firstName, typed));
    expect(rows).toEqual([{ name }]);
  });
});
