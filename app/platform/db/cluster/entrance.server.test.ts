import { beforeAll, describe, expect, test } from 'vitest';
import { setColumnKey } from '~/platform/db/core/tables/column-cipher.server';
import { readSettings } from '~/platform/settings/env.server';
import { differing, settingsOf } from './compared-settings.server';
import { requireRoom } from './entrance.server';
import type { About, Process, ServerRow } from './server-rows.server';

beforeAll(() => setColumnKey(Buffer.alloc(32, 1)));

const shared = {
  SESSION_SECRET: 'a secret of thirty-two characters',
  PUBLIC_URL: 'https://clinic.example',
  SMTP_URL: 'smtps://user:password@mail.example:465',
  STORAGE_URL: 's3://clinic/reports',
  S3_ENDPOINT: 'https://s3.example',
};
const said = (more: Record<string, string | undefined> = {}) =>
  settingsOf(readSettings({ ...shared, ...more }));

const own = (about: Partial<About> = {}, name = 'south'): Process => ({
  name,
  process: 'own',
  about: { place: 'south place', ...said(), ...about },
});
const other = (about: Partial<About> = {}, row: Partial<ServerRow> = {}): ServerRow => ({
  ...{ name: 'north', process: 'other', seenAt: 0, agoMs: 3000 },
  ...row,
  about: { place: 'north place', ...said(), ...about },
});

describe('a server that comes to a database', () => {
  test('stands beside others of the same settings', () => {
    expect(() => requireRoom(own(), [other(), other({}, { name: 'west', process: 'third' })])).not.toThrow();
  });

  test.each([
    ['SESSION_SECRET', { SESSION_SECRET: 'another one of thirty-two characters' }],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://other.example' }],
    ['SMTP_URL', { SMTP_URL: 'smtps://user:password@other.example:465' }],
    ['STORAGE_URL', { STORAGE_URL: 's3://clinic/others' }],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'https://s3.other.example' }],
    ['REQUIRE_2FA', { REQUIRE_2FA: 'admin' }],
    ['PUBLIC_URL, REQUIRE_2FA', { PUBLIC_URL: 'https://other.example', REQUIRE_2FA: 'admin' }],
  ])('is refused where %s is another one, which the sentence names', (names, settings) => {
    expect(() => requireRoom(own(said(settings)), [other()])).toThrow(
      `The server north is running on this database with another ${names}. All servers of a clinic have the same. Nothing was changed.`,
    );
  });

  test('may have another password with the mail server, another way of writing the store, and other words', () => {
    const settings = {
      SMTP_URL: 'smtps://user:newer@mail.example:465',
      STORAGE_URL: 's3://clinic/reports/',
      S3_ENDPOINT: 'https://s3.example/',
      PRODUCT_NAME: 'Another',
      TIME_ZONE: 'Asia/Dhaka',
      MAIL_FROM: 'other@clinic.example',
    };
    expect(() => requireRoom(own(said(settings)), [other()])).not.toThrow();
    expect(differing(said(settings).alike, said().alike).sort()).toEqual([
      'MAIL_FROM',
      'PRODUCT_NAME',
      'TIME_ZONE',
    ]);
  });

  test('says nothing of its settings that could be read or guessed without the key of the database', () => {
    const text = JSON.stringify(said());
    expect(text).not.toMatch(/clinic|example|thirty|password/);
    setColumnKey(Buffer.alloc(32, 2));
    const elsewhere = said();
    setColumnKey(Buffer.alloc(32, 1));
    expect(differing(elsewhere.bound, said().bound)).toHaveLength(6);
  });

  test.each([
    ['STORAGE_URL', { STORAGE_URL: undefined, S3_ENDPOINT: undefined }],
    ['SMTP_URL', { SMTP_URL: undefined }],
  ])('is alone without %s, whichever of the two has none', (name, settings) => {
    const sentence = `The server north is running on this database already, and a second one needs ${name} to be set on both`;
    expect(() => requireRoom(own(said(settings)), [other()])).toThrow(sentence);
    expect(() => requireRoom(own(), [other(said(settings))])).toThrow(sentence);
    expect(() => requireRoom(own(said(settings)), [other(said(settings), { agoMs: 30_000 })])).not.toThrow();
  });

  test('is refused beside one of the same name, which is nobody any more after 15 seconds', () => {
    const namesake = (agoMs: number) => [other({}, { name: 'south', agoMs })];
    expect(() => requireRoom(own(), namesake(14_999))).toThrow(
      'A server with the name south is running on this database already. Give this one another SERVER_NAME.',
    );
    expect(() => requireRoom(own(), namesake(15_000))).not.toThrow();
  });

  test('takes the place of one that ran in the same data folder, which has ended', () => {
    const before = [other({ place: 'south place' }, { name: 'south', agoMs: 10 })];
    expect(() => requireRoom(own(), before)).not.toThrow();
    // Who was away for a while cannot know that of a server that came meanwhile.
    expect(() => requireRoom(own(), before, { isBack: true })).toThrow('Give this one another SERVER_NAME.');
  });

  test('compares only what both of them know, for the other may be of another version', () => {
    const later = other({ bound: { ...said().bound, LATER: 'x' } });
    const earlier = other({ bound: {}, alike: undefined, missing: undefined });
    expect(() => requireRoom(own(), [later, earlier])).not.toThrow();
  });
});

describe('a command that has a database alone', () => {
  const command = {
    name: 'npm run restore',
    process: 'own',
    about: { place: 'south place', isCommand: true },
  };

  test('is refused until no server was seen for 30 seconds, and until another command has ended', () => {
    const seen = (agoMs: number, about: Partial<About> = {}) => [other(about, { agoMs })];
    expect(() => requireRoom(command, seen(12_300))).toThrow(
      'The server north is running on this database: it was last seen 12 seconds ago. Stop every server first; one that was killed counts as running for 30 seconds. Nothing was changed.',
    );
    expect(() => requireRoom(command, seen(29_999))).toThrow('Stop every server first');
    expect(() => requireRoom(command, seen(30_000))).not.toThrow();
    expect(() => requireRoom(command, seen(29_999, { isCommand: true }))).toThrow(
      'The command north is at work',
    );
  });

  test('keeps every server from starting meanwhile', () => {
    const atWork = other({ isCommand: true }, { name: 'npm run restore', agoMs: 20_000 });
    expect(() => requireRoom(own(), [atWork])).toThrow(
      'The command npm run restore is at work on this database. Wait until it has ended. Nothing was changed.',
    );
  });
});
