import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findMisspeltNames, readEnvFile } from '../scripts/lib/env-file.mjs';

let folder: string;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'env-file-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function read(content: string | Buffer) {
  const path = join(folder, '.env');
  writeFileSync(path, content);
  const file = readEnvFile(path);
  const shorten = (sentence: string) => sentence.replace(`${path}`, '.env');
  return { values: file.values, problems: file.problems.map(shorten), warnings: file.warnings.map(shorten) };
}

describe('a settings file', () => {
  test.each([
    ['a byte order mark', '\ufeffPORT=4113\n'],
    ['line ends of Windows', 'PORT=4113\r\nHOST=::1\r\n'],
    ['export before the name', 'export PORT=4113'],
    ['a comment behind the value', 'PORT=4113 # behind nginx'],
    ['quotes around it', 'PORT="4113"\t# behind nginx'],
  ])('is read with %s', (_, content) => {
    expect(read(content)).toMatchObject({ values: { PORT: '4113' }, problems: [], warnings: [] });
  });

  test.each([
    ['an unquoted # in a value', 'ADMIN_PASSWORD=horsebattery#2024', /^\.env, line 1: ADMIN_PASSWORD: .*#/],
    ['an unquoted # in a URL', '\nSMTP_URL=smtp://user:p#ss@mail.example', /^\.env, line 2: SMTP_URL: .*#/],
    ['a quotation mark that is never closed', 'HOST="::1', /^\.env, line 1: HOST: .* not closed/],
    ['text after the second quotation mark', `FILE_KEY='ab'cd`, /^\.env, line 1: FILE_KEY: .* second/],
    ['a line without =', 'PORT=1\nHOST\nDATA_DIR=data', /^\.env, line 2 has no =/],
    ['UTF-16, low byte first', Buffer.from('\ufeffPORT=4113', 'utf16le'), /UTF-16\. Save it as UTF-8/],
    ['UTF-16, high byte first', Buffer.from('\ufeffPORT=4113', 'utf16le').swap16(), /UTF-16/],
    ['UTF-16 without a byte order mark', Buffer.from('PORT=4113', 'utf16le'), /UTF-16/],
    ['Latin-1', Buffer.from('OFFICE_ADDRESS=Caf\xe9', 'latin1'), /not saved as UTF-8/],
  ])('is refused with %s, without showing a value', (_, content, sentence) => {
    const { problems } = read(content);
    expect(problems).toEqual([expect.stringMatching(sentence)]);
    expect(problems.join()).not.toMatch(/horsebattery|ss@mail|4113/);
  });

  test('keeps a # in quotes, and lines inside quotes that look like settings', () => {
    const { values, problems, warnings } = read(
      `ADMIN_PASSWORD='horse#battery'\nOFFICE_ADDRESS="12 Main Road\nPORT=5\nKochi"\n`,
    );
    expect({ ...values }).toEqual({
      ADMIN_PASSWORD: 'horse#battery',
      OFFICE_ADDRESS: '12 Main Road\nPORT=5\nKochi',
    });
    expect([...problems, ...warnings]).toEqual([]);
  });

  test('gets a warning for unknown names, with the line and the likely name', () => {
    const { warnings } = read('SMPT_URL=x\n\nMAX_UPLOD_MB=50\nFAVOURITE=tea\nPORT=1\nPORT=2\nNODE_OPTIONS=x');
    expect(warnings).toEqual([
      '.env, line 1: SMPT_URL is not a setting. Did you mean SMTP_URL?',
      '.env, line 3: MAX_UPLOD_MB is not a setting. Did you mean MAX_UPLOAD_MB?',
      '.env, line 4: FAVOURITE is not a setting.',
      '.env, line 6: PORT is also set in line 5.',
    ]);
  });

  test('is refused in one sentence if it is a folder', () => {
    expect(readEnvFile(folder).problems).toEqual([`${folder} cannot be read (EISDIR).`]);
  });
});

test('warns of a misspelt name in the environment, but not of names of other programs', () => {
  const environment = {
    SMPT_URL: '',
    MAIL_FORM: '',
    LOGLEVEL: '',
    HOSTNAME: '',
    PATH: '',
    PORT: '',
    npm_execpath: '',
  };
  expect(findMisspeltNames(environment)).toEqual([
    'SMPT_URL in the environment is not a setting. Did you mean SMTP_URL?',
    'MAIL_FORM in the environment is not a setting. Did you mean MAIL_FROM?',
    'LOGLEVEL in the environment is not a setting. Did you mean LOG_LEVEL?',
  ]);
});
