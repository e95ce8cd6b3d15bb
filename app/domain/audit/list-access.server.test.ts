import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { closeDatabase, db, openDatabase } from '~/platform/db/db.server';
import { whileBroken } from '../../../tests/support/broken';
import { auditListAccess, findSeenPatients } from './audit-entry.server';
import { verifyAudit } from './verify-chain.server';

let now = 1000;
beforeEach(async () => {
  vi.spyOn(performance, 'now').mockImplementation(() => now);
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
});
afterEach(async () => {
  vi.restoreAllMocks();
  await closeDatabase();
});

const recorded = async () => {
  const lines = await db().select().from(audit).orderBy(audit.id);
  const seen = await findSeenPatients(lines);
  return lines.map(
    ({ id, actorId, objectId }) => `${actorId} saw ${seen.get(id)?.join(' and ') ?? objectId}`,
  );
};

test('records repeated views of a list by one doctor once in a quarter of an hour', async () => {
  await auditListAccess('meera', ['asha', 'ravi']);
  await auditListAccess('meera', ['asha', 'ravi']);
  expect(await recorded()).toEqual(['meera saw asha and ravi']);
  now += 15 * 60_000 + 1;
  await auditListAccess('meera', ['ravi']);
  expect(await recorded()).toEqual(['meera saw asha and ravi', 'meera saw ravi']);
});

test('records another viewer and another patient at once', async () => {
  await auditListAccess('meera', ['asha']);
  await auditListAccess('priya', ['asha']);
  await auditListAccess('meera', ['asha', 'emile']);
  expect(await recorded()).toEqual(['meera saw asha', 'priya saw asha', 'meera saw emile']);
});

test('records each of several simultaneous views', async () => {
  await Promise.all(['meera', 'priya', 'anil'].map((doctor) => auditListAccess(doctor, ['asha', 'ravi'])));
  expect(await recorded()).toEqual(['meera', 'priya', 'anil'].map((doctor) => `${doctor} saw asha and ravi`));
  expect(await verifyAudit()).toMatchObject({ lines: 3, flaw: null });
});

test('records a view the next time if it could not be written', async () => {
  for (const broken of ['audit', 'audit_seen']) {
    await whileBroken(broken, async () => {
      await expect(auditListAccess('meera', ['asha', 'ravi'])).rejects.toThrow();
    });
  }
  await auditListAccess('meera', ['ravi', 'asha']);
  expect(await recorded()).toEqual(['meera saw asha and ravi']);
});
