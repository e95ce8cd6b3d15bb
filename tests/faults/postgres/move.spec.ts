import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { setLogLevel } from '~/platform/observability/log.server';
import { readSettings } from '~/platform/settings/env.server';
import { fillClinic } from '../../support/movable-clinic';
import { envIn, moveWithStops, requireSameRows, sealedFilesOf } from '../../support/stopped-moves';
import { takeUnmigrated } from '../../support/test-database';
import { roundCount } from '../support/scale.ts';

let folder: string;
beforeAll(() => {
  setLogLevel('silent');
  folder = mkdtempSync(join(tmpdir(), 'stopped-'));
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

test('moves every row and every file to PostgreSQL despite repeated kills', async () => {
  const old = envIn(join(folder, 'old'));
  const next = envIn(join(folder, 'new'), { DATABASE_URL: await takeUnmigrated() });
  await fillClinic(readSettings(old), 60);
  const stops = roundCount(10, 2);
  const { stopped } = await moveWithStops(old, next, { stops, filesMs: 150, rowsMs: 100 });
  expect(stopped).toBe(stops);
  expect(await requireSameRows(old, next)).toBeGreaterThan(120);
  const files = sealedFilesOf(next);
  expect(Object.keys(files)).toEqual(Object.keys(sealedFilesOf(old)));
});
