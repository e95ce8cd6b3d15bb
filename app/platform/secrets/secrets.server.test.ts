import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { keyFor, makeSecrets, readSecrets, setSessionSecret, sign } from './secrets.server';
import { sameText } from './tokens.server';

let dataDir: string;
beforeEach(() => {
  dataDir = join(mkdtempSync(join(tmpdir(), 'secrets-')), 'data');
});
afterEach(() => rmSync(join(dataDir, '..'), { recursive: true, force: true }));

const files = () => readdirSync(join(dataDir, '..'), { recursive: true }).map(String).sort();
const find = ({ hasEncryptedData = false, ...settings }: Partial<FindOptions> = {}) =>
  makeSecrets(dataDir, readSecrets({ DATA_DIR: dataDir, ...settings }, { hasEncryptedData }));
type FindOptions = Parameters<typeof readSecrets>[0] & Parameters<typeof readSecrets>[1];
/** Writes a secret file, by default readable by its owner only. */
function keep(name: string, text: string, mode = 0o600) {
  mkdirSync(dataDir, { recursive: true });
  writeFileSync(join(dataDir, name), text);
  chmodSync(join(dataDir, name), mode);
}

describe('the two secrets of a clinic', () => {
  test('are created privately at the first start and found at the next', () => {
    const secrets = find();
    expect([secrets.fileKey.length, secrets.sessionSecret.length]).toEqual([32, 64]);
    expect(files()).toEqual(['data', 'data/file.key', 'data/session.secret']);
    for (const name of ['file.key', 'session.secret']) {
      expect((statSync(join(dataDir, name)).mode & 0o777).toString(8)).toBe('600');
    }
    expect((statSync(dataDir).mode & 0o777).toString(8)).toBe('700');
    expect(find({ hasEncryptedData: true })).toEqual(secrets);
  });

  test('differ between clinics', () => {
    const first = find();
    rmSync(dataDir, { recursive: true });
    expect(find().fileKey.equals(first.fileKey)).toBe(false);
  });

  test('in the settings override the files, and no file is created', () => {
    const secrets = find({
      FILE_KEY: 'ab'.repeat(32),
      SESSION_SECRET: 's'.repeat(32),
      hasEncryptedData: true,
    });
    expect(secrets).toEqual({ fileKey: Buffer.alloc(32, 0xab), sessionSecret: 's'.repeat(32) });
    expect(files()).toEqual([]);
  });

  test.each(['file.key', 'session.secret'])(
    'that others can read (%s) stop the start with a remedy',
    (name) => {
      for (const mode of [0o644, 0o640, 0o604, 0o660]) {
        keep(name, 'ab'.repeat(32), mode);
        expect(() => find()).toThrow(`Run: chmod 600 ${join(dataDir, name)}`);
      }
      chmodSync(join(dataDir, name), 0o600);
      expect(() => find()).not.toThrow();
    },
  );

  test('that are missing although encrypted data exists stop the start, with nothing written', () => {
    expect(() => find({ hasEncryptedData: true })).toThrow(
      /FILE_KEY is not set and .*file\.key is missing.*Nothing was changed\.$/,
    );
    expect(files()).toEqual([]);
  });

  test.each(['', 'not a key', 'ab'.repeat(31)])(
    'with a broken key file (%j) stop the start and leave the file',
    (text) => {
      keep('file.key', text);
      const before = files();
      expect(() => find()).toThrow(/file\.key does not hold a key of 64 hexadecimal digits/);
      expect(files()).toEqual(before);
      expect(readFileSync(join(dataDir, 'file.key'), 'utf8')).toBe(text);
    },
  );
});

describe('a signature', () => {
  test('differs by text, purpose and secret, and is stable', () => {
    setSessionSecret('one secret of thirty-two letters');
    const first = sign('file link', 'text');
    expect(sign('file link', 'text')).toBe(first);
    expect(sign('file link', 'text2')).not.toBe(first);
    expect(sign('one-time code', 'text')).not.toBe(first);
    setSessionSecret('another secret of so many letters');
    expect(sign('file link', 'text')).not.toBe(first);
  });

  test('cannot be made before the secret is set', () => {
    setSessionSecret('');
    expect(() => keyFor('file link')).toThrow('The session secret is not set yet.');
  });

  test('is compared in full', () => {
    expect([sameText('abc', 'abc'), sameText('abc', 'abd'), sameText('abc', 'ab'), sameText('', '')]).toEqual(
      [true, false, false, true],
    );
  });
});
