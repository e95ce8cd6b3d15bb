import { afterAll, beforeAll, expect, test } from 'vitest';
import { limitTable } from '~/platform/limits/limits.server.ts';
import { type Connection, openConnection } from '../support/connections.ts';
import { printFigures, roundCount, timeoutFor } from '../support/scale.ts';
import { openSharedDatabase } from '../support/shared-database.ts';

let database: Awaited<ReturnType<typeof openSharedDatabase>>;
let servers: Connection[];
beforeAll(async () => {
  database = await openSharedDatabase();
  servers = await Promise.all([1, 2].map(() => openConnection(database.url, 1)));
});
afterAll(async () => {
  await Promise.all((servers ?? []).map((server) => server.close()));
  await database?.remove();
});

test(
  'lets exactly the allowed number of calls through when two servers share a limit',
  async () => {
    let rounds = roundCount(20, 1);
    const { points } = limitTable.apiCalls;
    for (let round = 0; round < rounds; round += 1) {
      const admin = await servers[0]?.call('admin');
      if (!admin) throw new Error('No caller is known');
      const answers = await Promise.all(servers.map((server) => server.call('askOften', admin, 200)));
      const statuses = answers.flat();
      const allowed = statuses.filter((status) => status === 200);
      const refused = statuses.filter((status) => status === 429);
      printFigures('one limit, two servers', { allowed: allowed.length, refused: refused.length });
      if (statuses.includes(503)) {
        // On a busy machine some requests fail, which says nothing about the limit.
        expect(allowed.length).toBeLessThanOrEqual(points);
        rounds += 1;
        continue;
      }
      expect([allowed.length, refused.length]).toEqual([points, 400 - points]);
      const laterStatuses = await Promise.all(servers.map((server) => server.call('askOften', admin, 8)));
      expect(new Set(laterStatuses.flat())).toEqual(new Set([429]));
    }
  },
  timeoutFor(10),
);
