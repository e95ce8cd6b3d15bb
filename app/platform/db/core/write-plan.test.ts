import { and, eq, exists, notExists, sql } from 'drizzle-orm';
import { afterAll, describe, expect, test } from 'vitest';
import {
  closeDatabase,
  db,
  execute,
  lock,
  openDatabase,
  requireChange,
  withoutLock,
} from '~/platform/db/db.server';
import { users } from './tables/accounts.server';
import { reports } from './tables/reports.server';
import { planWrite } from './write-plan';

await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
afterAll(() => closeDatabase());

const otherUser = () => db().select({ one: sql`1` }).from(reports).where(eq(reports.patientId, users.id));
const ofOne = lock(users, eq(users.id, 'one'));

describe('a statement that reads other rows', () => {
  const statements = {
    'that are there': db()
      .delete(users)
      .where(and(eq(users.id, 'one'), exists(otherUser()))),
    'that are not there': db()
      .update(users)
      .set({ about: '' })
      .where(and(eq(users.id, 'one'), notExists(otherUser()))),
    'to copy them': db().insert(users).select(db().select().from(users)),
    'and writes nothing': db().select().from(users),
  };
  test.each(Object.entries(statements))('%s is refused without a lock', async (_name, statement) => {
    expect(() => planWrite([statement])).toThrow('without a lock');
    expect(() => planWrite([requireChange(statement)])).toThrow('without a lock');
    await expect(execute(statement)).rejects.toThrow('without a lock');
  });

  test.each(Object.entries(statements))(
    '%s is accepted under a lock anywhere in the list',
    (_name, statement) => {
      const { locks, writes } = planWrite([requireChange(statement), false, ofOne]);
      expect([locks.length, writes.length]).toEqual([1, 1]);
      expect(planWrite([withoutLock(statement)]).writes).toHaveLength(1);
    },
  );
});

test('accepts a statement about its own row without a lock, whatever its values and names contain', () => {
  const plain = db().update(users).set({ about: 'select from' }).where(sql`${users.firstName} = 'select'`);
  expect(
    planWrite([plain, undefined, { line: { at: 1, actorId: null, action: 'x', objectId: null } }]),
  ).toEqual({
    locks: [],
    writes: [{ ...plain.toSQL(), isRequired: false }],
    entries: [{ line: { at: 1, actorId: null, action: 'x', objectId: null } }],
  });
});
