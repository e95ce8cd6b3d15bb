import { readFileSync } from 'node:fs';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { generateIdentity, identityToRecipient } from 'age-encryption';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { readArchive, requireRecipient, writeArchive } from '~/platform/backup/archive.server';
import { OperatorError } from '~/platform/errors.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { interruptedKeyChange, keysToChange, readSecrets } from '~/platform/secrets/secrets.server';
import { readSettings } from '~/platform/settings/env.server';
import { toErrorSentence } from './error-sentence.server.ts';

let folder = '';
beforeAll(async () => {
  setLogLevel('silent');
  folder = await mkdtemp(join(tmpdir(), 'sentence-'));
});
afterAll(() => rm(folder, { recursive: true }));

async function thrownBy(work: () => unknown): Promise<unknown> {
  try {
    await work();
  } catch (error) {
    return error;
  }
  throw new Error('nothing was thrown');
}

describe('the sentence about an error', () => {
  test('shows a sentence written for the operator unchanged', () => {
    expect(toErrorSentence(new OperatorError('Stop the server first.'))).toBe('Stop the server first.');
  });

  const incidents: [what: string, error: unknown][] = [
    ['a plain error', new Error('Mrs Canary')],
    ['an error of another class', new TypeError('Mrs Canary')],
    ['a thrown string', 'Mrs Canary'],
  ];
  test.each(incidents)('reports %s as an incident by its ID only', (_what, error) => {
    expect(toErrorSentence(error)).toMatch(/^Unexpected error \(incident [\w-]{10}\)\.$/);
  });

  test('shows the path of an operating system error', () => {
    let refused: unknown;
    try {
      readFileSync(join(folder, 'absent'));
    } catch (error) {
      refused = error;
    }
    expect(toErrorSentence(refused)).toBe(
      `ENOENT: no such file or directory, open '${join(folder, 'absent')}'`,
    );
  });

  const refusals: [what: string, work: () => unknown, sentence: RegExp][] = [
    ['a wrong setting', () => readSettings({ PORT: 'x' }), /^These settings are invalid:\n {2}PORT: /],
    [
      'a missing key',
      () => readSecrets({ DATA_DIR: folder }, { hasEncryptedData: true }),
      /^FILE_KEY is not set and /,
    ],
    ['nothing to change', () => keysToChange({ DATA_DIR: folder }), /^There is no key to change: /],
    [
      'an interrupted change of the key',
      () => Promise.reject(interruptedKeyChange()),
      /^A change of the file key was interrupted/,
    ],
    ['a slip in a recipient', () => requireRecipient('age1x'), /^BACKUP_RECIPIENT: must be an age recipient/],
  ];
  test.each(refusals)('explains %s in a sentence', async (_what, work, sentence) => {
    const error = await thrownBy(work);
    expect(error).toBeInstanceOf(OperatorError);
    expect(toErrorSentence(error)).toMatch(sentence);
  });

  test('names the setting of a mistyped age identity without quoting it', async () => {
    const path = join(folder, 'backup.tar.age');
    const identity = await generateIdentity();
    const entries = (async function* () {
      yield { name: 'about.json', bytes: 2, content: [Buffer.from('{}')] };
    })();
    await writeArchive({ path, entries, recipient: await identityToRecipient(identity) });
    const slipped = `${identity.slice(0, -1)}${identity.endsWith('Q') ? 'P' : 'Q'}`;
    const error = await thrownBy(() => readArchive({ path, identity: slipped, take: async () => undefined }));
    expect(toErrorSentence(error)).toMatch(/^BACKUP_IDENTITY: must be an age identity/);
    expect(toErrorSentence(error)).not.toContain(slipped.slice(-20));
  });
});
