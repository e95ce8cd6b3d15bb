import { createHash } from 'node:crypto';
import {
  chmodSync,
  existsSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { Readable } from 'node:stream';
import Database from 'better-sqlite3';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { listBoundFiles } from '~/domain/upload/known-files.server';
import { rotateKey } from '~/ops/rotate-key.server';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute } from '~/platform/db/db.server';
import { newId } from '~/platform/ids.server';
import { readSettings } from '~/platform/settings/env.server';
import { storage } from '~/platform/storage/current-storage.server';
import { openStorage } from '~/platform/storage/storage.server';
import { fixture } from '../support/clinic';

const otherKey = 'ab'.repeat(32);
const thirdKey = 'cd'.repeat(32);

let folder: string;
beforeEach(async () => {
  folder = mkdtempSync(join(tmpdir(), 'keys-'));
  await openStores(settingsWith());
  await fill();
  await closeDatabase();
});
afterEach(async () => {
  await closeDatabase();
  rmSync(folder, { recursive: true, force: true });
});

const settingsWith = (changes: Record<string, string> = {}) =>
  readSettings({
    DATA_DIR: folder,
    DATABASE_URL: `file:${join(folder, 'app.db')}`,
    UPLOADS_DIR: join(folder, 'uploads'),
    ...changes,
  });
const keyPath = () => join(folder, 'file.key');
const keyNow = () => readFileSync(keyPath(), 'utf8').trim();

/** Opens a storage whose files are sealed under FILE_KEY itself, as older versions did. */
const olderStorage = () =>
  openStorage({
    directory: join(folder, 'uploads'),
    keys: { current: Buffer.from(keyNow(), 'hex'), older: [] },
  });

async function keep(bytes: Uint8Array, boundTo: string, files = olderStorage()) {
  const received = await files.receive(Readable.from([bytes]), { boundTo, maxBytes: 1e7 });
  if ('refused' in received) throw new Error(received.refused);
  await files.keep(received.pendingFile);
  return received.pendingFile;
}

/** Creates a patient with a picture and two reports, each with its thumbnail. */
async function fill() {
  const now = new Date();
  const [pdf, png] = await Promise.all(
    ['two-pages.pdf', 'rash.png'].map(async (name) => (await fixture(name)).bytes()),
  );
  if (!pdf || !png) throw new Error('no fixtures');
  const [userId, pictureTag] = [newId(), newId()];
  const { name: pictureName } = await keep(png, `${userId}/picture/${pictureTag}`);
  const name = { firstName: 'Asha', lastName: 'Rao', email: 'asha@clinic.test' };
  await execute(
    db()
      .insert(users)
      .values({
        ...{ id: userId, accountType: 'Patient', ...name, passwordHash: 'x', pictureName, pictureTag },
        ...{ contactNumber: '+919876543210', dateOfBirth: '1984-05-21', createdAt: now, updatedAt: now },
      }),
  );
  for (let at = 0; at < 2; at += 1) {
    const id = newId();
    const { name: fileName, bytes } = await keep(pdf, id);
    const { name: thumbnailName } = await keep(png, `${id}/thumbnail`);
    await execute(
      db()
        .insert(reports)
        .values({
          ...{ id, patientId: userId, reportType: 'MRI', fileName, thumbnailName, bytes },
          ...{ phoneNumber: '+919876543210', description: `Tired ${at}`, originalName: 'scan.pdf' },
          ...{ mediaType: 'application/pdf', resourceType: 'raw', createdAt: now, updatedAt: now },
        }),
    );
  }
}

/**
 * Reads all files of the folder byte for byte, with their permissions. Leaves out locks and the
 * files that SQLite creates beside an open database.
 */
function everything() {
  const files = readdirSync(folder, { recursive: true }).map(String).sort();
  return files.flatMap((name) => {
    const path = join(folder, name);
    const { mode } = statSync(path);
    if (statSync(path).isDirectory() || /-(?:shm|wal)$|\.lock(?:\.db)?$/.test(name)) return [];
    return [[name, mode & 0o777, createHash('sha256').update(readFileSync(path)).digest('hex')]];
  });
}

/**
 * Reads the clinic's data as its pages would: every private column, and every file from end to end.
 */
async function readAll() {
  const people = await db().select().from(users);
  const reportRows = await db().select().from(reports);
  const contents: string[] = [];
  for (const { name, boundTo } of await listBoundFiles()) {
    const { stream } = await storage().open({ name, boundTo });
    const hash = createHash('sha256');
    for await (const piece of stream) hash.update(piece);
    contents.push(hash.digest('hex'));
  }
  return JSON.stringify([people, reportRows, contents]);
}

async function readUnder(settings = settingsWith()) {
  await openStores(settings);
  const all = await readAll();
  await closeDatabase();
  return all;
}

describe('a start of the server', () => {
  test('reads everything with the right key', async () => {
    expect(await readUnder()).toContain('Tired 1');
    expect(await readUnder(settingsWith({ FILE_KEY: keyNow() }))).toContain('Tired 1');
  });

  type Wrong = [how: string, spoil: () => void, other: Record<string, string>, sentence: RegExp];
  const wrongs: Wrong[] = [
    [
      'another key in the settings',
      () => rmSync(join(folder, 'session.secret')),
      { FILE_KEY: otherKey },
      /database .* was written with a different FILE_KEY.*Nothing was changed/,
    ],
    [
      'another key, and the database is gone',
      () => rmSync(join(folder, 'app.db')),
      { FILE_KEY: otherKey },
      /Files in .* were written with a different FILE_KEY.*Nothing was changed/,
    ],
    [
      'another key in the folder',
      () => writeFileSync(keyPath(), otherKey),
      {},
      /was written with a different FILE_KEY.*Nothing was changed/,
    ],
    [
      'no key at all',
      () => rmSync(keyPath()),
      {},
      /FILE_KEY is not set and .* is missing.*Nothing was changed/,
    ],
    ['half a key', () => writeFileSync(keyPath(), keyNow().slice(0, 40)), {}, /64 hexadecimal digits/],
    ['a key others can read', () => chmodSync(keyPath(), 0o644), {}, /can be read by other users.*chmod 600/],
    [
      'a key the group can write',
      () => chmodSync(keyPath(), 0o620),
      {},
      /can be read by other users.*chmod 600/,
    ],
    [
      'a secret others can read',
      () => chmodSync(join(folder, 'session.secret'), 0o604),
      {},
      /can be read by other users.*chmod 600/,
    ],
    [
      'a change of the key that was interrupted',
      () => writeFileSync(join(folder, 'file.key.next'), otherKey, { mode: 0o600 }),
      {},
      /interrupted.*npm run rotate-key/,
    ],
  ];
  test.each(wrongs)(
    'refuses with %s in a sentence and changes nothing',
    async (_how, spoil, changes, sentence) => {
      spoil();
      const before = everything();
      await expect(openStores(settingsWith(changes))).rejects.toThrow(sentence);
      expect(everything()).toEqual(before);
    },
  );
});

test('refuses even the right key beside files of a missing database', async () => {
  await openStores(settingsWith());
  await keep(await (await fixture('rash.png')).bytes(), newId(), storage());
  await closeDatabase();
  rmSync(join(folder, 'app.db'));
  const before = everything();
  await expect(openStores(settingsWith())).rejects.toThrow(
    /or with a database other than .*Nothing was changed/,
  );
  expect(everything()).toEqual(before);
});

describe('a change of the key', () => {
  const printedLines: string[] = [];
  const print = (line: string) => printedLines.push(line);
  beforeEach(() => printedLines.splice(0));

  const isUnder = (key: string) => {
    const database = new Database(join(folder, 'app.db'), { readonly: true });
    const ids = database.prepare('select key_id from keyring').pluck().all();
    database.close();
    const id = createHash('sha256')
      .update('keyring')
      .update(Buffer.from(key, 'hex'))
      .digest('hex')
      .slice(0, 16);
    return ids.includes(id);
  };
  /** Lists the file keys named in the headers of the stored files. */
  const keysOfFiles = () => {
    const uploads = join(folder, 'uploads');
    const names = readdirSync(uploads, { recursive: true }).map(String);
    const files = names.filter((name) => !name.startsWith('.')).map((name) => join(uploads, name));
    const heads = files.filter((path) => statSync(path).isFile()).map((path) => readFileSync(path));
    return [...new Set(heads.map((bytes) => bytes.subarray(4, 12).toString('hex')))];
  };

  test('leaves everything readable under the new key, and nothing under the old', async () => {
    const [before, old, [oldId, ...otherHeaders]] = [await readUnder(), keyNow(), keysOfFiles()];
    expect(otherHeaders).toEqual([]);
    await rotateKey(settingsWith(), print);
    expect(keyNow()).not.toBe(old);
    expect((statSync(keyPath()).mode & 0o777).toString(8)).toBe('600');
    expect(existsSync(join(folder, 'file.key.next'))).toBe(false);
    expect([isUnder(old), isUnder(keyNow())]).toEqual([false, true]);
    expect(keysOfFiles()).not.toContain(oldId);
    expect(keysOfFiles()).toHaveLength(1);
    expect(await readUnder()).toBe(before);
    await expect(openStores(settingsWith({ FILE_KEY: old }))).rejects.toThrow('a different FILE_KEY');
    expect(printedLines[0]).toBe(
      '5 of 5 files have to be sealed again; the database holds the keys of the others.',
    );
    expect(printedLines.at(-1)).toContain('Nothing uses the old key any more');
  });

  test('uses the given key, from the folder or from the settings', async () => {
    const before = await readUnder();
    await rotateKey(settingsWith({ NEW_FILE_KEY: otherKey }), print);
    expect(keyNow()).toBe(otherKey);
    rmSync(keyPath());
    await expect(rotateKey(settingsWith({ FILE_KEY: otherKey }), print)).rejects.toThrow(
      'Set NEW_FILE_KEY to the new key',
    );
    await rotateKey(settingsWith({ FILE_KEY: otherKey, NEW_FILE_KEY: thirdKey }), print);
    expect(existsSync(keyPath())).toBe(false);
    expect(await readUnder(settingsWith({ FILE_KEY: thirdKey }))).toBe(before);
  });

  test('updates one row if all files are under the key of the database', async () => {
    await rotateKey(settingsWith(), print);
    const [before, old, ids] = [await readUnder(), keyNow(), keysOfFiles()];
    const files = everything().filter(([name]) => String(name).startsWith('uploads'));
    await rotateKey(settingsWith(), print);
    expect(printedLines).toContain(
      '0 of 5 files have to be sealed again; the database holds the keys of the others.',
    );
    expect([isUnder(old), isUnder(keyNow()), keysOfFiles()]).toEqual([false, true, ids]);
    expect(everything().filter(([name]) => String(name).startsWith('uploads'))).toEqual(files);
    expect(await readUnder()).toBe(before);
  });

  test.each([0, 1, 2, 5])('resumes when interrupted after %i files', async (after) => {
    const [before, old] = [await readUnder(), keyNow()];
    // Part of the work, as a kill at this point leaves it.
    writeFileSync(join(folder, 'file.key.next'), otherKey, { mode: 0o600 });
    await openStores(settingsWith({ FILE_KEY: old }));
    for (const { name, boundTo } of (await listBoundFiles()).slice(0, after))
      await storage().rewrap({ name, boundTo });
    await closeDatabase();
    await expect(openStores(settingsWith())).rejects.toThrow('npm run rotate-key');
    await rotateKey(settingsWith(), print);
    expect(keyNow()).toBe(otherKey);
    expect(printedLines[0]).toBe(
      `${5 - after} of 5 files have to be sealed again; the database holds the keys of the others.`,
    );
    expect(await readUnder()).toBe(before);
  });

  test('resumes after an older version, which sealed files under the new key itself', async () => {
    const [before, old] = [await readUnder(), keyNow()];
    writeFileSync(join(folder, 'file.key.next'), otherKey, { mode: 0o600 });
    await openStores(settingsWith({ FILE_KEY: old }));
    const bound = await listBoundFiles();
    await closeDatabase();
    const keys = { current: Buffer.from(otherKey, 'hex'), older: [Buffer.from(old, 'hex')] };
    const files = openStorage({ directory: join(folder, 'uploads'), keys });
    for (const { name, boundTo } of bound.slice(0, 2)) await files.rewrap({ name, boundTo });
    expect(keysOfFiles()).toHaveLength(2);
    await rotateKey(settingsWith(), print);
    expect([printedLines[0], keysOfFiles().length]).toEqual([
      '5 of 5 files have to be sealed again; the database holds the keys of the others.',
      1,
    ]);
    expect(await readUnder()).toBe(before);
  });

  test('resumes when interrupted before the first file, and again at the very end', async () => {
    const [before, old] = [await readUnder(), keyNow()];
    const failing = (line: string) => {
      if (/sealed again/.test(line)) throw new Error('the power is gone');
    };
    await expect(rotateKey(settingsWith(), failing)).rejects.toThrow('the power is gone');
    expect([isUnder(old), existsSync(join(folder, 'file.key.next'))]).toEqual([true, true]);
    await expect(openStores(settingsWith())).rejects.toThrow('npm run rotate-key');
    await expect(openStores(settingsWith({ FILE_KEY: old }))).rejects.toThrow('npm run rotate-key');
    const next = readFileSync(join(folder, 'file.key.next'), 'utf8').trim();
    await expect(rotateKey(settingsWith({ NEW_FILE_KEY: thirdKey }), print)).rejects.toThrow(
      'Finish it first',
    );
    await rotateKey(settingsWith(), print);
    // The state after a crash between the database and the key.
    renameSync(keyPath(), join(folder, 'file.key.next'));
    writeFileSync(keyPath(), old, { mode: 0o600 });
    await rotateKey(settingsWith(), print);
    expect(keyNow()).toBe(next);
    expect(await readUnder()).toBe(before);
  });

  test('changes nothing while a server is running, and works once it has stopped', async () => {
    await openStores(settingsWith());
    const second = new Database(join(folder, 'app.db'));
    second.prepare('select count(*) from users').get();
    await closeDatabase();
    const before = everything();
    await expect(rotateKey(settingsWith(), print)).rejects.toThrow('Stop the server first');
    expect(everything()).toEqual(before);
    second.close();
    await rotateKey(settingsWith(), print);
    expect(await readUnder()).toContain('Tired 1');
  });

  test('refuses a folder with files of another database', async () => {
    const database = new Database(join(folder, 'app.db'));
    database.exec('delete from reports; update users set picture_name = null');
    database.close();
    const old = keyNow();
    await expect(rotateKey(settingsWith(), print)).rejects.toThrow('5 files in');
    expect([keyNow(), isUnder(old), existsSync(join(folder, 'file.key.next'))]).toEqual([old, true, false]);
  });

  test('stops at a damaged file, and continues once it is restored', async () => {
    const rows = new Database(join(folder, 'app.db'));
    const [file] = rows.prepare('select file_name as name from reports').all() as [{ name: string }];
    rows.close();
    const path = join(folder, 'uploads', file.name.slice(0, 2), file.name);
    const bytes = readFileSync(path);
    const damaged = Buffer.from(bytes);
    damaged.writeUInt8((damaged[40] ?? 0) ^ 1, 40);
    writeFileSync(path, damaged);
    await expect(rotateKey(settingsWith(), print)).rejects.toThrow(`The file ${file.name} is damaged`);
    expect(readFileSync(path).equals(damaged)).toBe(true);
    writeFileSync(path, bytes);
    await rotateKey(settingsWith(), print);
    expect(await readUnder()).toContain('Tired 1');
  });
});
