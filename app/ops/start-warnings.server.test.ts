import { beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { execute } from '~/platform/db/db.server';
import * as log from '~/platform/observability/log.server';
import { clinicForFile } from '../../tests/support/clinic-for-file';
import { warnAtStart } from './start-warnings.server';

const noted = vi.spyOn(log, 'note').mockImplementation(() => undefined);
clinicForFile();
beforeAll(async () => {
  await execute(auditEntry({ action: 'backup.started' }));
});
beforeEach(() => noted.mockClear());

const day = 86_400_000;
const machine = { uid: 1000, nodeVersion: '24.1.0', now: Date.now() };

test.each([
  ['as it should be', {}, []],
  ['root', { uid: 0 }, ['server.asRoot']],
  ['a clock that is 400 days behind', { now: Date.now() - 400 * day }, ['clock.behind']],
  ['a clock that is 400 days ahead', { now: Date.now() + 400 * day }, ['clock.ahead']],
  ['a clock that is a minute behind', { now: Date.now() - 60_000 }, []],
  ['a clinic that was closed for a month', { now: Date.now() + 30 * day }, []],
  ['a Node that nobody keeps up', { nodeVersion: '23.11.0' }, ['node.withoutFixes']],
  ['a Node that is newer than this release', { nodeVersion: '26.0.0' }, []],
  ['Windows, which has no root', { uid: undefined }, []],
] as const)('a start warns of %s, and of nothing else', async (_what, differing, events) => {
  await warnAtStart({ ...machine, ...differing });
  expect(noted.mock.calls.map(([event]) => event)).toEqual([...events]);
  for (const [, fields] of noted.mock.calls) expect(fields?.message).toMatch(/\.|#/);
});

test('a start on Node 20 warns from the day after its last fixes', async () => {
  await warnAtStart({ uid: 1000, nodeVersion: '20.20.2', now: Date.parse('2026-04-30T12:00:00Z') });
  expect(noted.mock.calls.filter(([event]) => event === 'node.withoutFixes')).toEqual([]);
  await warnAtStart({ uid: 1000, nodeVersion: '20.20.2', now: Date.parse('2026-05-01T12:00:00Z') });
  expect(noted.mock.calls.filter(([event]) => event === 'node.withoutFixes')).toHaveLength(1);
});
