import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { closeDatabase, db, openDatabase } from '~/platform/db/db.server';
import { audit } from '~/platform/db/tables.server';
import { whileBroken } from '../../../tests/support/broken';
import { auditListAccess } from './list-access.server';

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  vi.useRealTimers();
  await closeDatabase();
});

const recorded = async () =>
  (await db().select().from(audit)).map(({ actorId, objectId }) => `${actorId} saw ${objectId}`);

test('a doctor who looks at the same list again and again is noted once in a quarter of an hour', async () => {
  await auditListAccess('meera', ['asha', 'ravi']);
  await auditListAccess('meera', ['asha', 'ravi']);
  expect(await recorded()).toEqual(['meera saw asha', 'meera saw ravi']);
  vi.advanceTimersByTime(15 * 60_000);
  await auditListAccess('meera', ['ravi']);
  expect(await recorded()).toHaveLength(3);
});

test('whoever else looks, and whoever else is in the list, is noted at once', async () => {
  await auditListAccess('meera', ['asha']);
  await auditListAccess('priya', ['asha']);
  await auditListAccess('meera', ['asha', 'emile']);
  expect(await recorded()).toEqual(['meera saw asha', 'priya saw asha', 'meera saw emile']);
});

test('what could not be written is noted the next time', async () => {
  await whileBroken('audit', async () => {
    await expect(auditListAccess('meera', ['asha'])).rejects.toThrow();
  });
  await auditListAccess('meera', ['asha']);
  expect(await recorded()).toEqual(['meera saw asha']);
});
