import Database from 'better-sqlite3';
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { apiChannel } from '~/domain/kernel/channels';
import type { CallContext } from '~/domain/kernel/operation';
import type { Viewer } from '~/domain/kernel/viewer';
import { breaches } from '~/platform/db/core/tables/accountability.server';
import { closeDatabase, db, execute, openDatabase } from '~/platform/db/db.server';
import { readSql } from '../../../tests/support/raw';
import { listBreachPeople } from './breach-people.server';

const executedSelects = new Set<string>();
beforeAll(async () => {
  const prepare = Database.prototype.prepare;
  vi.spyOn(Database.prototype, 'prepare').mockImplementation(function (
    this: Database.Database,
    text: string,
  ) {
    if (/^select/i.test(text)) executedSelects.add(text);
    return prepare.call(this, text);
  });
  await openDatabase({ url: ':memory:', fileKey: Buffer.alloc(32, 1) });
  const at = new Date(1_700_000_000_000);
  const row = {
    id: 'one',
    number: 1,
    foundAt: at,
    notedAt: at,
    notedBy: 'admin',
    what: 'x',
    actorId: 'meera',
  };
  await execute(
    db()
      .insert(breaches)
      .values({ ...row, fromAt: at, toAt: at }),
  );
});
afterAll(async () => {
  await closeDatabase();
  vi.restoreAllMocks();
});

test('the people of a breach are read through the index of the actor, and all else by its key', async () => {
  executedSelects.clear();
  const context = { ...apiChannel, language: 'en', linkTo: (path: string) => path } as CallContext;
  await listBreachPeople.run({ viewer: { id: 'admin' } as Viewer, input: { number: '1' }, context });
  const ofPeople = [...executedSelects].filter((text) => text.includes('audit'));
  expect(ofPeople.length).toBeGreaterThanOrEqual(2);
  const plans = await Promise.all(
    ofPeople.map((text) => readSql<{ detail: string }>(`explain query plan ${text.replaceAll('?', '1')}`)),
  );
  const steps = plans.flat().map(({ detail }) => detail);
  const reads = steps.filter((step) => /^(?:SCAN|SEARCH) /.test(step));
  const isIndexed =
    /^SEARCH (?:audit USING INDEX audit_actor|audit_seen USING (?:COVERING INDEX|PRIMARY KEY)|(?:reports|users) USING (?:COVERING )?INDEX|deleted USING INDEX audit_object)/;
  // The people themselves are a short list in memory.
  const ofTables = reads.filter((step) => !/\b(?:seen|seen_lines)\b(?! USING)/.test(step));
  expect(ofTables.filter((step) => !isIndexed.test(step))).toEqual([]);
  expect(ofTables.filter((step) => step.includes('audit_actor')).length).toBeGreaterThanOrEqual(3);
});
