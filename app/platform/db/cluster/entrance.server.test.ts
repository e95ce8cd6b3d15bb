import { beforeAll, describe, expect, test } from 'vitest';
import { setColumnKey } from '~/platform/secrets/column-cipher.server';
import { readSettings } from '~/platform/settings/env.server';
import { listDifferingKeys, toComparedSettings } from './compared-settings.server';
import { requireRoom } from './entrance.server';
import type { Process, ServerDescription, ServerRow } from './server-rows.server';

beforeAll(() => setColumnKey(Buffer.alloc(32, 1)));

const shared = {
  SESSION_SECRET: 'a secret of thirty-two characters',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  STORAGE_URL: 's3://clinic/reports',
  S3_ENDPOINT: 'https://s3.example',
};
const describeSettings = (overrides: Record<string, string | undefined> = {}) =>
  toComparedSettings(readSettings({ ...shared, ...overrides }));

const southProcess = (about: Partial<ServerDescription> = {}, name = 'south'): Process => ({
  name,
  process: 'own',
  about: { place: 'south place', ...describeSettings(), ...about },
});
const northRow = (about: Partial<ServerDescription> = {}, row: Partial<ServerRow> = {}): ServerRow => ({
  ...{ name: 'north', process: 'other', seenAt: 0, agoMs: 3000 },
  ...row,
  about: { place: 'north place', ...describeSettings(), ...about },
});

describe('a server that starts on a database', () => {
  test('runs beside others with the same settings', () => {
    expect(() =>
      requireRoom(southProcess(), [northRow(), northRow({}, { name: 'west', process: 'third' })]),
    ).not.toThrow();
  });

  test.each([
    ['SESSION_SECRET', { SESSION_SECRET: 'another one of thirty-two characters' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://other.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://user:password@other.example:465' }],
    ['STORAGE_URL', { STORAGE_URL: 's3://clinic/others' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'https://s3.other.example' }],
    ['REQUIRE_2FA', { REQUIRE_2FA: 'admin' }],
    ['PUBLIC_URL, REQUIRE_2FA', { PUBLIC_URL: 'https://other.example', REQUIRE_2FA: 'admin' }],
  ])('is refused if %s differs, and the message names it', (names, settings) => {
    expect(() => requireRoom(southProcess(describeSettings(settings)), [northRow()])).toThrow(
      `The server north is running on this database with different values of ${names}. All servers of a clinic need the same values. Nothing was changed.`,
    );
  });

  test('may differ in the mail password, the spelling of the store and texts', () => {
    const settings = {
      SMTP_URL: 'smtps://user:newer@mail.example:465',
      STORAGE_URL: 's3://clinic/reports/',
      S3_ENDPOINT: 'https://s3.example/',
      PRODUCT_NAME: 'Another',
      TIME_ZONE: 'Asia/Dhaka',
      MAIL_FROM: 'other@clinic.example',
    };
    expect(() => requireRoom(southProcess(describeSettings(settings)), [northRow()])).not.toThrow();
    expect(listDifferingKeys(describeSettings(settings).alike, describeSettings().alike).sort()).toEqual([
      'MAIL_FROM',
      'PRODUCT_NAME',
      'TIME_ZONE',
    ]);
  });

  test('reveals nothing about its settings without the key of the database', () => {
    const text = JSON.stringify(describeSettings());
    expect(text).not.toMatch(/clinic|example|thirty|password/);
    setColumnKey(Buffer.alloc(32, 2));
    const elsewhere = describeSettings();
    setColumnKey(Buffer.alloc(32, 1));
    expect(listDifferingKeys(elsewhere.bound, describeSettings().bound)).toHaveLength(6);
  });

  test.each([
    ['STORAGE_URL', { STORAGE_URL: undefined, S3_ENDPOINT: undefined }],
    ['SMTP_URL', { SMTP_URL: undefined }],
  ])('is refused beside another if either lacks %s', (name, settings) => {
    const sentence = `The server north is already running on this database. A second server needs ${name} on both`;
    expect(() => requireRoom(southProcess(describeSettings(settings)), [northRow()])).toThrow(sentence);
    expect(() => requireRoom(southProcess(), [northRow(describeSettings(settings))])).toThrow(sentence);
    expect(() =>
      requireRoom(southProcess(describeSettings(settings)), [
        northRow(describeSettings(settings), { agoMs: 30_000 }),
      ]),
    ).not.toThrow();
  });

  test('is refused beside a server of the same name for 15 seconds', () => {
    const namesake = (agoMs: number) => [northRow({}, { name: 'south', agoMs })];
    expect(() => requireRoom(southProcess(), namesake(14_999))).toThrow(
      'A server named south is already running on this database. Set another SERVER_NAME.',
    );
    expect(() => requireRoom(southProcess(), namesake(15_000))).not.toThrow();
  });

  test('replaces an ended server of the same data folder', () => {
    const before = [northRow({ place: 'south place' }, { name: 'south', agoMs: 10 })];
    expect(() => requireRoom(southProcess(), before)).not.toThrow();
    // A returning server cannot assume that a server which came meanwhile has ended.
    expect(() => requireRoom(southProcess(), before, { isBack: true })).toThrow('Set another SERVER_NAME.');
  });

  test('compares only settings that both versions know', () => {
    const later = northRow({ bound: { ...describeSettings().bound, LATER: 'x' } });
    const earlier = northRow({ bound: {}, alike: undefined, missing: undefined });
    expect(() => requireRoom(southProcess(), [later, earlier])).not.toThrow();
  });
});

describe('a command that needs a database to itself', () => {
  const command = {
    name: 'npm run restore',
    process: 'own',
    about: { place: 'south place', isCommand: true },
  };

  test('is refused for 30 seconds after a server and while another command runs', () => {
    const seen = (agoMs: number, about: Partial<ServerDescription> = {}) => [northRow(about, { agoMs })];
    expect(() => requireRoom(command, seen(12_300))).toThrow(
      'The server north is running on this database: it was last seen 12 seconds ago. Stop every server first; a killed server counts as running for 30 seconds. Nothing was changed.',
    );
    expect(() => requireRoom(command, seen(29_999))).toThrow('Stop every server first');
    expect(() => requireRoom(command, seen(30_000))).not.toThrow();
    expect(() => requireRoom(command, seen(29_999, { isCommand: true }))).toThrow(
      'The command north is running',
    );
  });

  test('keeps every server from starting', () => {
    const atWork = northRow({ isCommand: true }, { name: 'npm run restore', agoMs: 20_000 });
    expect(() => requireRoom(southProcess(), [atWork])).toThrow(
      'The command npm run restore is running on this database. Wait until it has ended. Nothing was changed.',
    );
  });
});
