import { readFileSync } from 'node:fs';
import { sql } from 'drizzle-orm';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { countQueues } from '~/domain/notices/lists';
import { closeDatabase, db } from '~/platform/db/db.server';
import { readSettings, setSettings, settings } from '~/platform/env.server';
import { beginStopping } from '~/platform/health.server';
import { countRequest, openMetrics } from '~/platform/metrics.server';
import * as alive from '~/routes/health/alive';
import * as ready from '~/routes/health/ready';
import { a, type Clinic, openClinic } from '../support/clinic';
import { callApi } from '../support/doors';
import { aReportOf } from '../support/reports';

let clinic: Clinic;
beforeAll(async () => {
  clinic = await openClinic();
});
afterAll(() => clinic.close());

const readiness = async () => {
  const { status, json } = await callApi(ready, { path: '/readyz' });
  return [status, json.ready, json.problems];
};

test('the numbers tell how much is done and waits, and nothing of anybody', async () => {
  const metrics = await openMetrics({
    port: 0,
    host: '127.0.0.1',
    queues: async () => ({ ...(await countQueues()), decoder: 0 }),
  });
  const patient = await a.patient();
  const { _id } = await aReportOf(patient);
  countRequest({ route: () => '/files/raw/:reportId', method: 'BREW', status: 405, ms: 30 });
  const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  const text = await answer.text();
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('secondlook_uploads_total{operation="report.upload",outcome="done"} 1');
  expect(text).toContain('secondlook_queue_length{queue="pendingReports"} 1');
  expect(text).toContain('{route="/files/raw/:reportId",method="other",status="405"} 1');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  for (const secret of [_id, patient.id, patient.email]) expect(text).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
  await expect(
    openMetrics({ port: metrics.port, host: '127.0.0.1', queues: async () => ({}) }),
  ).rejects.toThrow('METRICS_PORT');
  metrics.close();
});

test('a server that can do its work says so', async () => {
  expect((await callApi(alive, { path: '/healthz' })).json).toEqual({ alive: true });
  expect(await readiness()).toEqual([200, true, []]);
});

test('one that cannot says what is wrong, and is alive all the same', async () => {
  const house = settings();
  // A file is no folder: there is no disk below it that answers.
  setSettings({ ...readSettings({}), DATA_DIR: '/dev/null/data', DATABASE_URL: ':memory:' });
  expect(await readiness()).toEqual([503, false, ['disk']]);
  setSettings(house);

  const last = db().get<{ at: number }>(sql`select max(created_at) as at from __drizzle_migrations`);
  db().run(sql`update __drizzle_migrations set created_at = 1 where created_at = ${last.at}`);
  expect(await readiness()).toEqual([503, false, ['migrations']]);
  db().run(sql`update __drizzle_migrations set created_at = ${last.at} where created_at = 1`);

  closeDatabase();
  expect(await readiness()).toEqual([503, false, ['database']]);
  beginStopping();
  expect(await readiness()).toEqual([503, false, ['stopping', 'database']]);
  expect((await callApi(alive, { path: '/healthz' })).status).toBe(200);
});

test('the newest migration is the one in the folder', () => {
  const journal = JSON.parse(readFileSync('drizzle/meta/_journal.json', 'utf8'));
  expect(journal.entries.at(-1).when).toBe(
    Math.max(...journal.entries.map(({ when }: { when: number }) => when)),
  );
});
