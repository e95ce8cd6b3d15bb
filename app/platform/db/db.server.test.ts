import { mkdtempSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { hasDatabase } from '~/platform/db/core/database-url.server';
import { codes, users } from '~/platform/db/core/tables/accounts.server';
import { outbox } from '~/platform/db/core/tables/clinic.server';
import { readSql, runSql } from '../../../tests/support/raw';
import {
  atomically,
  closeDatabase,
  db,
  execute,
  isDuplicate,
  openDatabase,
  requireChange,
} from './db.server';

const fileKey = Buffer.alloc(32, 1);

let folder: string;
let url: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'db-'));
  url = `file:${join(folder, 'deep', 'app.db')}`;
});
afterEach(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

const now = new Date();
const person = (id: string, email = `${id}@clinic.test`) =>
  db().insert(users).values({
    id,
    accountType: 'Patient',
    firstName: 'Asha',
    lastName: 'Rao',
    email,
    contactNumber: '+919876543210',
    passwordHash: 'x',
    createdAt: now,
    updatedAt: now,
  });
const ids = async () => (await db().select({ id: users.id }).from(users)).map(({ id }) => id).sort();

describe('opening the database', () => {
  test('creates it with its folder and finds everything at the next start', async () => {
    expect(hasDatabase(url)).toBe(false);
    await openDatabase({ url, fileKey });
    await execute(person('one'));
    await closeDatabase();
    expect(hasDatabase(url)).toBe(true);
    await openDatabase({ url, fileKey });
    expect((await db().select().from(users))[0]).toMatchObject({ id: 'one', contactNumber: '+919876543210' });
  });

  test('rejects another key with a message and changes no byte', async () => {
    await openDatabase({ url, fileKey });
    await execute(person('one'));
    await closeDatabase();
    const path = join(folder, 'deep', 'app.db');
    const before = readFileSync(path);
    await expect(openDatabase({ url, fileKey: Buffer.alloc(32, 2) })).rejects.toThrow(
      /was written with a different FILE_KEY.*Nothing was changed\.$/,
    );
    expect(() => db()).toThrow('The database is not open.');
    expect(readFileSync(path).equals(before)).toBe(true);
    // Reading the database leaves SQLite's side files; nothing is written to the journal.
    const journal = statSync(`${path}-wal`, { throwIfNoEntry: false });
    expect(journal?.size ?? 0).toBe(0);
    await openDatabase({ url, fileKey });
    expect(await ids()).toEqual(['one']);
  });

  test('sets the safe pragmas every time', async () => {
    for (let opening = 0; opening < 2; opening += 1) {
      await openDatabase({ url, fileKey });
      const is = async (pragma: string) => Object.values((await readSql(`pragma ${pragma}`))[0] ?? {})[0];
      expect(
        await Promise.all(['journal_mode', 'synchronous', 'foreign_keys', 'secure_delete'].map(is)),
        // NORMAL: the program itself waits for the disk.
      ).toEqual(['wal', 1, 1, 1]);
    }
  });

  test('rejects a text that was moved to another column', async () => {
    await openDatabase({ url: ':memory:', fileKey });
    await execute(person('one'));
    await runSql(`update users set date_of_birth = contact_number`);
    await expect(db().select().from(users)).rejects.toThrow();
    await runSql(`update users set date_of_birth = null`);
    expect(await db().select().from(users)).toHaveLength(1);
  });
});

describe('a transaction', () => {
  beforeEach(() => openDatabase({ url: ':memory:', fileKey }));

  test('writes all of its steps', async () => {
    expect(await atomically([person('one'), false, undefined, person('two')])).toBe(true);
    expect(await ids()).toEqual(['one', 'two']);
  });

  test('writes nothing if one statement fails, and the database goes on', async () => {
    const failing = atomically([person('one'), person('two', 'one@clinic.test'), person('three')]);
    const error = await failing.catch((reason: unknown) => reason);
    expect(isDuplicate(error)).toBe(true);
    expect(await ids()).toEqual([]);
    expect(await atomically([person('four')])).toBe(true);
    expect(await ids()).toEqual(['four']);
  });

  test('writes nothing if a required change changes nothing', async () => {
    await execute(person('one'));
    const rename = (id: string) => db().update(users).set({ firstName: 'New' }).where(eq(users.id, id));
    expect(await atomically([person('two'), requireChange(rename('nobody')), person('three')])).toBe(false);
    expect(await ids()).toEqual(['one']);
    expect(await atomically([requireChange(rename('one')), person('two')])).toBe(true);
    expect(await ids()).toEqual(['one', 'two']);
  });

  test('is atomic without waiting for the disk', async () => {
    const rename = (id: string) => db().update(users).set({ firstName: 'New' }).where(eq(users.id, id));
    const notDurable = { durable: false };
    expect(await atomically([person('one'), requireChange(rename('one'))], notDurable)).toBe(true);
    expect(await atomically([person('two'), requireChange(rename('nobody'))], notDurable)).toBe(false);
    await expect(atomically([person('three'), person('one')], notDurable)).rejects.toThrow();
    await execute(rename('one'), notDurable);
    expect(await ids()).toEqual(['one']);
  });

  test('returns the number of changed rows and recognises a duplicate', async () => {
    await atomically([person('one'), person('two')]);
    expect(await execute(db().update(users).set({ firstName: 'New' }))).toBe(2);
    expect(await execute(db().delete(codes))).toBe(0);
    const broken = await atomically([
      db()
        .insert(outbox)
        .values({} as never),
    ]).catch((reason: unknown) => reason);
    expect(broken).toBeInstanceOf(Error);
    expect([isDuplicate(broken), isDuplicate(undefined), isDuplicate('x')]).toEqual([false, false, false]);
  });
});
