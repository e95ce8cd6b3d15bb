import { spawnSync } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { afterEach, expect, test, vi } from 'vitest';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { enqueueEmail } from '~/domain/notifications/enqueue-email.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { noteBackup } from '~/platform/backup/backup-folder.server';
import { atomically, closeDatabase } from '~/platform/db/db.server';
import { beginStopping } from '~/platform/health/health.server';
import { countRequest } from '~/platform/health/metrics.server';
import { getSettings, readSettings, setSettings } from '~/platform/settings/env.server';
import * as alive from '~/routes/public/alive';
import * as ready from '~/routes/public/ready';
import { a, origin } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { openClinicMetrics } from '../../support/metrics';
import { readSql, runSql } from '../../support/raw';
import { aReportOf } from '../../support/reports';
import { callApi } from '../../support/requests';
import { logInByApi } from '../../support/visits';
import { isThere } from '../../tools/programs/apt.mjs';

clinicForFile({ BACKUP_EVERY: '1d', SERVER_NAME: 'north-1' });
afterEach(async () => {
  vi.useRealTimers();
});

/** Reads the metrics without the server's name, which each series has. */
const textOf = async (port: number) => {
  const text = await (await fetch(`http://127.0.0.1:${port}/metrics`)).text();
  const series = text.split('\n').filter((line) => /^\w/.test(line));
  expect(series.length).toBeGreaterThan(50);
  expect(series.filter((line) => !/[{,]server="north-1"[,}]/.test(line))).toEqual([]);
  return text.replace(/(?<=\{)server="[^"]+",?|,server="[^"]+"/g, '').replaceAll('{}', '');
};
const numbersOf = async (port: number) =>
  Object.fromEntries(
    (await textOf(port))
      .split('\n')
      .filter((line) => line.startsWith('secondlook_'))
      .map((line) => [line.slice(0, line.lastIndexOf(' ')), Number(line.slice(line.lastIndexOf(' ')))]),
  );

const readiness = async () => {
  const { status, json } = await callApi(ready, { path: '/readyz' });
  return [status, json.ready, json.problems];
};

test('the metrics count what is done and what waits, and identify nobody', async () => {
  const metrics = await openClinicMetrics();
  const patient = await a.patient();
  const { _id } = await aReportOf(patient);
  countRequest({ route: () => '/files/raw/:reportId', method: 'BREW', status: 405, ms: 30 });
  const answer = await fetch(`http://127.0.0.1:${metrics.port}/metrics`);
  const text = await textOf(metrics.port);
  expect(answer.headers.get('content-type')).toContain('text/plain');
  expect(text).toContain('secondlook_uploads_total{operation="report.upload",outcome="done"} 1');
  expect(text).toContain('secondlook_queue_length{queue="pendingReports"} 1');
  expect(text).toMatch(/^secondlook_answered_reports 0$/m);
  expect(text).toMatch(/^secondlook_oldest_waiting_report_seconds 0$/m);
  expect(text).toContain('{route="/files/raw/:reportId",method="other",status="405"} 1');
  expect(text).toContain('nodejs_eventloop_lag_seconds');
  for (const secret of [_id, patient.id, patient.email]) expect(text).not.toContain(secret);
  expect((await fetch(`http://127.0.0.1:${metrics.port}/`)).status).toBe(404);
  await expect(openClinicMetrics(metrics.port)).rejects.toThrow('METRICS_PORT');
  metrics.close();
});

test('the metrics cover backups, disks, e-mails, log-ins and the running version', async () => {
  const { DATA_DIR: dataDir } = getSettings();
  const [good, failed] = [Date.parse('2026-05-05T04:00:00Z'), Date.parse('2026-05-06T04:00:00Z')];
  noteBackup(dataDir, {
    good: { at: good, path: '/srv/x.tar', bytes: 12_345, files: 4, isEncrypted: true, missing: 0 },
  });
  noteBackup(dataDir, { failed: { at: failed, why: 'noRoom' } });
  const metrics = await openClinicMetrics();
  const patient = await a.patient();
  await logInByApi(patient.email, 'not their password');
  await atomically([
    enqueueEmail({
      template: 'passwordChanged',
      to: { name: 'A', address: patient.email },
      params: {},
      language: 'en',
    }),
  ]);
  const before = await numbersOf(metrics.port);
  const refusing = { deliver: () => Promise.reject(new Error('no')), close: () => undefined };
  await sendWaiting(
    refusing,
    makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin })),
  );
  vi.setSystemTime(Date.now() + 3_600_000);
  const after = await numbersOf(metrics.port);
  vi.setSystemTime(Date.now() + 24 * 3_600_000);
  await sendWaiting(
    refusing,
    makeEmailComposer(() => ({ productName: 'SecondLook', publicUrl: origin })),
  );
  const givenUp = await numbersOf(metrics.port);
  metrics.close();
  expect(before).toMatchObject({
    secondlook_backup_interval_seconds: 86_400,
    secondlook_backup_last_success_timestamp_seconds: good / 1000,
    secondlook_backup_last_success_size_bytes: 12_345,
    secondlook_backup_last_failure_timestamp_seconds: failed / 1000,
    secondlook_backup_last_succeeded: 0,
    secondlook_backup_on_data_disk: 1,
    'secondlook_failed_logins_total{step="password"}': 1,
    'secondlook_failed_logins_total{step="second factor"}': 0,
    'secondlook_emails_total{outcome="delayed"}': 0,
    'secondlook_emails_total{outcome="given up"}': 0,
    'secondlook_queue_length{queue="outboxWaiting"}': 1,
    'secondlook_build_info{version="1.2.3",commit="abc",node="v24"}': 1,
  });
  for (const folder of ['data', 'uploads', 'backups'])
    expect(before[`secondlook_disk_free_bytes{folder="${folder}"}`]).toBeGreaterThan(0);
  expect(before.secondlook_oldest_waiting_email_seconds).toBeLessThan(60);
  expect(after.secondlook_oldest_waiting_email_seconds).toBeGreaterThanOrEqual(3600);
  expect(after['secondlook_emails_total{outcome="delayed"}']).toBe(1);
  expect(givenUp['secondlook_emails_total{outcome="given up"}']).toBe(1);
  expect(givenUp.secondlook_oldest_waiting_email_seconds).toBe(0);
});

test.skipIf(!isThere('promtool'))('promtool accepts our metrics', async () => {
  const metrics = await openClinicMetrics();
  const input = await textOf(metrics.port);
  metrics.close();
  const lint = (text: string) => {
    const { stdout, stderr } = spawnSync('promtool', ['check', 'metrics'], { input: text, encoding: 'utf8' });
    return `${stdout}${stderr}`.split('\n').filter((line) => line && !/^(?:nodejs|process)_/.test(line));
  };
  expect(lint(input)).toEqual([]);
  expect(lint(input.replaceAll('secondlook_emails_total', 'secondlook_emails'))).not.toEqual([]);
});

test('a working server reports that it is ready', async () => {
  expect((await callApi(alive, { path: '/healthz' })).json).toEqual({ alive: true });
  expect(await readiness()).toEqual([200, true, []]);
});

test('a failing server names the fault, and still reports that it is alive', async () => {
  const settings = getSettings();
  // /dev/null is not a folder, so no disk answers below it.
  setSettings({ ...readSettings({}), DATA_DIR: '/dev/null/data', DATABASE_URL: ':memory:' });
  expect(await readiness()).toEqual([503, false, ['disk']]);
  setSettings(settings);

  const [last] = await readSql<{ at: number }>('select max(created_at) as at from __drizzle_migrations');
  await runSql(`update __drizzle_migrations set created_at = 1 where created_at = ${last?.at}`);
  expect(await readiness()).toEqual([503, false, ['migrations']]);
  await runSql(`update __drizzle_migrations set created_at = ${last?.at} where created_at = 1`);

  await closeDatabase();
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
