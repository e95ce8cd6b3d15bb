import { mkdtempSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { backUp } from '~/ops/backup/backup.server';
import { move } from '~/ops/move/move.server';
import { restore } from '~/ops/restore/restore.server';
import { rotateKey } from '~/ops/rotate-key.server';
import { questions, reportFiles, reports } from '~/platform/db/core/tables/reports.server';
import { db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { setLogLevel } from '~/platform/observability/log.server';
import type { Settings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { openStorage } from '~/platform/storage/storage.server';
import {
  fillClinic,
  readClinic,
  sealedWords,
  secrets,
  settingsIn,
  withClinic,
} from '../../support/movable-clinic';
import { takeStorage } from '../../support/test-storage';

let folder: string;
let old: Settings;
let patientId: string;
const content = Buffer.from('%PDF-1.4\n the page that was missing');
beforeEach(async () => {
  setLogLevel('silent');
  folder = mkdtempSync(join(tmpdir(), 'added-'));
  old = settingsIn(join(folder, 'old'));
  patientId = await fillClinic(old, 1);
  await withClinic(old, addFile);
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

/** Adds a file to the only report, sealed with FILE_KEY itself, as an older release did. */
async function addFile() {
  const files = openStorage({
    directory: old.UPLOADS_DIR,
    keys: { current: Buffer.from(secrets.FILE_KEY, 'hex'), older: [] },
  });
  const id = newId();
  const received = await files.receive(Readable.from([content]), { boundTo: id, maxBytes: 1e6 });
  if ('refused' in received) throw new Error(received.refused);
  await files.keep(received.pendingFile);
  const [report] = await db().select().from(reports).where(eq(reports.patientId, patientId));
  const reportId = report?.id ?? '';
  const now = new Date();
  await execute(
    db().insert(questions).values({
      id: 'question',
      reportId,
      expertId: 'meera',
      expertFirstName: 'Meera',
      expertLastName: 'Nair',
      kind: 'pageMissing',
      language: 'en',
      askedAt: now,
      answeredAt: now,
    }),
  );
  await execute(
    db().insert(reportFiles).values({
      id,
      reportId,
      questionId: 'question',
      number: 2,
      fileName: received.pendingFile.name,
      mediaType: 'application/pdf',
      resourceType: 'raw',
      bytes: received.pendingFile.bytes,
      pages: 1,
      addedAt: now,
    }),
  );
}

/** Reads the content of the added file in a clinic. */
const readAdded = (settings: Settings) =>
  withClinic(settings, async () => {
    const [row] = await db().select().from(reportFiles);
    if (!row) return undefined;
    const { stream } = await storage().open({ name: row.fileName, boundTo: row.id, bytes: row.bytes });
    return Buffer.concat(await stream.toArray());
  });

test('an added file is in a backup and is restored with the report', async () => {
  const file = join(folder, 'clinic.tar');
  expect(await backUp(old, { file })).toMatchObject({ files: 2, missing: 0 });
  const next = settingsIn(join(folder, 'next'), await takeStorage());
  await restore(next, { file, isListOptional: true });
  expect(await readAdded(next)).toEqual(content);
  expect((await readClinic(next)).contents).toHaveLength(2);
});

test('an added file moves with its clinic', async () => {
  const next = settingsIn(join(folder, 'next'), await takeStorage());
  await move(old, { next, to: 'new.env', print: () => undefined });
  expect(await readAdded(next)).toEqual(content);
});

describe('next steps, follow-ups, phrases, checked sentences and people to tell', () => {
  /** Reads a clinic, and checks that its database file has none of the sealed words. */
  async function readSealed(settings: Settings, emptied?: string) {
    const { lines: _lines, contents: _contents, ...clinic } = await readClinic(settings);
    for (const [name, rows] of Object.entries(clinic)) expect(rows.length === 0, name).toBe(name === emptied);
    const database = readFileSync(settings.DATABASE_URL.replace('file:', ''), 'latin1');
    for (const words of sealedWords) {
      if (!emptied) expect(JSON.stringify(clinic)).toContain(words);
      expect(database).not.toContain(words);
    }
    return clinic;
  }

  test('are in a backup, and as they were in the restored clinic', async () => {
    const before = await readSealed(old);
    const file = join(folder, 'clinic.tar');
    await backUp(old, { file });
    const next = settingsIn(join(folder, 'next'), await takeStorage());
    await restore(next, { file, isListOptional: true });
    // A restore ends disputes about addresses, whose outcome after the backup it cannot know.
    expect(await readSealed(next, 'addressDisputes')).toEqual({ ...before, addressDisputes: [] });
  });

  test('are readable under a new key alone', async () => {
    const before = await readSealed(old);
    const key = 'ab'.repeat(32);
    await rotateKey({ ...old, NEW_FILE_KEY: key }, () => undefined);
    expect(await readSealed({ ...old, FILE_KEY: key })).toEqual(before);
    await expect(readClinic(old)).rejects.toThrow('FILE_KEY');
  });
});

test('an added file is brought under the new key', async () => {
  const next = 'ab'.repeat(32);
  const lines: string[] = [];
  await rotateKey({ ...old, NEW_FILE_KEY: next }, (line) => lines.push(line));
  expect(lines.join()).toContain('2 of 2 files');
  expect(await readAdded({ ...old, FILE_KEY: next })).toEqual(content);
});
