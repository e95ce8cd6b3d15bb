import { beforeAll, expect, test } from 'vitest';
import { drawMissingThumbnails } from '~/domain/report-view/thumbnails.server';
import { giveBackLease, takeLease } from '~/platform/db/cluster/leases.server';
import { connection } from '~/platform/db/core/connection.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { a } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aReportOf } from '../../support/reports';

const clinic = clinicForFile();
beforeAll(async () => {
  Object.assign(connection().engine, { isShared: true });
});

const missing = async () =>
  (await db().select({ name: reports.thumbnailName }).from(reports)).filter(({ name }) => name === null)
    .length;

test('a report uploaded after the start is left to its own upload', async () => {
  const startedAt = new Date();
  await aReportOf(await a.patient(), { description: 'Late' });
  await clinic.storedFiles();
  await execute(db().update(reports).set({ thumbnailName: null }));
  await drawMissingThumbnails(startedAt);
  expect(await missing()).toBe(1);
  await drawMissingThumbnails();
  expect(await missing(), 'after the next start').toBe(0);
});

test('missing thumbnails are drawn by one server at a time, and by the next when it ends', async () => {
  const patient = await a.patient();
  for (const description of ['One', 'Two']) await aReportOf(patient, { description });
  await clinic.storedFiles();
  await execute(db().update(reports).set({ thumbnailName: null }));
  await takeLease('thumbnails', 60_000, 'another server');
  const drawing = drawMissingThumbnails();
  await clinic.storedFiles();
  expect(await missing()).toBe(3);
  await giveBackLease('thumbnails', 'another server');
  await drawing;
  expect(await missing()).toBe(0);
  expect(await takeLease('thumbnails', 1000, 'another server'), 'the lease is released').toBe(true);
});
