import { beforeAll, expect, test } from 'vitest';
import { repeatDeletions } from '~/domain/clinic/repeat-deletions.server';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { readDatabase } from '~/platform/db/copy/copy-database.server';
import { copiedTables } from '~/platform/db/core/copied-tables.server';
import { uploadPieces, uploadSlots } from '~/platform/db/core/tables/uploads.server';
import { db } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { a, fixture } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import { aSlotOf } from '../../support/pieces';

clinicForFile();
beforeAll(async () => {
  await aSlotOf(await a.patient(), await fixture('xray.jpg'), { pieceBytes: 10_000 });
});

test('a file that is still arriving is neither backed up nor moved', async () => {
  const pieces = await db().select().from(uploadPieces);
  expect(pieces).toHaveLength(3);
  expect(copiedTables.map(({ name }) => name).filter((name) => name.startsWith('upload_'))).toEqual([]);
  const url = getSettings().DATABASE_URL;
  if (url.includes(':memory:')) return;
  const read = await readDatabase(url);
  const names = (await read.files()).map(({ name }) => name);
  await read.close();
  expect(names.filter((name) => pieces.some(({ fileName }) => fileName === name))).toEqual([]);
});

test('each piece is listed with its binding, for a change of the key', async () => {
  const bound = new Map((await listBoundFiles()).map(({ name, boundTo }) => [name, boundTo]));
  let bytes = 0;
  for (const { fileName } of await db().select().from(uploadPieces)) {
    const opened = await storage().open({ name: fileName, boundTo: bound.get(fileName) ?? '' });
    opened.stream.destroy();
    bytes += opened.totalBytes;
  }
  expect(bytes).toBe((await fixture('xray.jpg')).size);
});

test('a restored clinic has no file that is still arriving', async () => {
  await repeatDeletions([], { isComplete: true });
  expect(await db().select().from(uploadSlots)).toEqual([]);
  expect(await db().select().from(uploadPieces)).toEqual([]);
});
