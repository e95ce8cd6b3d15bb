import { describe, expect, test } from 'vitest';
import { readSettings } from './env.server';

describe('the settings of a clinic', () => {
  test('need nothing to be set', () => {
    expect(readSettings({})).toMatchObject({
      PORT: 3000,
      PUBLIC_URL: 'http://localhost:3000',
      DATABASE_URL: 'file:data/app.db',
      UPLOADS_DIR: 'uploads',
      DATA_DIR: 'data',
      MAX_UPLOAD_MB: 25,
      maxUploadBytes: 25 * 1024 * 1024,
      accountQuotaBytes: 2 * 1024 ** 3,
      minFreeDiskBytes: 2 * 1024 ** 3,
      LIMIT_SCALE: 1,
      PRODUCT_NAME: 'SecondLook',
      isSecure: false,
      trustedProxies: [],
      corsOrigins: [],
      secondFactorFor: [],
      retention: { daily: 7, weekly: 4, monthly: 12 },
      LOG_CLIENT_IP: false,
      mailFrom: 'no-reply@localhost',
    });
  });

  test('left empty are not set', () => {
    const names = [
      'PORT',
      'PUBLIC_URL',
      'SMTP_URL',
      'FILE_KEY',
      'SESSION_SECRET',
      'MAX_UPLOAD_MB',
      'LIMIT_SCALE',
    ];
    expect(readSettings(Object.fromEntries(names.map((name) => [name, ' '])))).toEqual(readSettings({}));
  });

  test('of room are not multiplied by LIMIT_SCALE', () => {
    expect(readSettings({ LIMIT_SCALE: '1000' })).toMatchObject({
      accountQuotaBytes: 2 * 1024 ** 3,
      minFreeDiskBytes: 2 * 1024 ** 3,
    });
  });

  test('are taken as they are written', () => {
    const settings = readSettings({
      PUBLIC_URL: 'https://clinic.example/',
      TRUST_PROXY: '10.0.0.1, 10.0.0.2',
      CORS_ORIGINS: 'https://a.example https://b.example',
      LIMIT_SCALE: '0.5',
      REQUIRE_2FA: 'Admin, EXPERT',
      FILE_KEY: 'aB'.repeat(32),
      BACKUP_KEEP: '3, 0,24',
      LOG_CLIENT_IP: 'true',
    });
    expect(settings).toMatchObject({
      PUBLIC_URL: 'https://clinic.example',
      isSecure: true,
      mailFrom: 'no-reply@clinic.example',
      trustedProxies: ['10.0.0.1', '10.0.0.2'],
      corsOrigins: ['https://a.example', 'https://b.example'],
      LIMIT_SCALE: 0.5,
      secondFactorFor: ['admin', 'expert'],
      retention: { daily: 3, weekly: 0, monthly: 24 },
      LOG_CLIENT_IP: true,
    });
  });

  test.each([
    ['PORT', 'http'],
    ['PORT', '0'],
    ['PORT', '65536'],
    ['PORT', '30.5'],
    ['PUBLIC_URL', 'clinic.example'],
    ['PUBLIC_URL', 'ftp://clinic.example'],
    ['PUBLIC_URL', 'https://clinic.example/secondlook'],
    ['PUBLIC_URL', 'https://clinic.example/?from=mail'],
    ['PUBLIC_URL', 'https://clinic.example/#top'],
    ['PUBLIC_URL', 'https://admin@clinic.example'],
    ['DATABASE_URL', 'mysql://localhost/app'],
    ['DATABASE_URL', 'postgres://database.example/app'],
    ['DATABASE_URL', 'postgres://database.example/app?sslmode=require'],
    ['DATABASE_POOL', '0'],
    ['DATABASE_PREPARE', 'perhaps'],
    ['DATABASE_URL', 'data/app.db'],
    ['DATABASE_URL', 'file:'],
    ['SMTP_URL', 'mail.example:25'],
    ['SMTP_URL', 'https://mail.example'],
    ['SMTP_URL', 'smtp://user:p#ss@mail.example'],
    ['SMTP_URL', 'smtp://user:25#ss@mail.example'],
    ['SMTP_URL', 'smtps://user:p/ss@mail.example'],
    ['DATABASE_URL', 'postgres://user:p#ss@localhost/app'],
    ['MAIL_FROM', 'the clinic'],
    ['ADMIN_EMAIL', 'admin'],
    ['ADMIN_PASSWORD', 'short'],
    ['SESSION_SECRET', 'too short to be one'],
    ['FILE_KEY', 'a'.repeat(63)],
    ['FILE_KEY', 'g'.repeat(64)],
    ['MAX_UPLOAD_MB', '0'],
    ['MAX_UPLOAD_MB', 'many'],
    ['ACCOUNT_QUOTA_MB', '0'],
    ['ACCOUNT_QUOTA_MB', '1.5'],
    ['MIN_FREE_DISK_MB', '-1'],
    ['LIMIT_SCALE', '0'],
    ['LIMIT_SCALE', '-1'],
    ['LIMIT_SCALE', 'high'],
    ['LIMIT_SCALE', 'Infinity'],
    ['REQUIRE_2FA', 'doctors'],
    ['REQUIRE_2FA', 'admin,everybody'],
    ['TIME_ZONE', 'India'],
    ['TIME_ZONE', '+05:30'],
    ['SUPPORT_EMAIL', 'help'],
    ['SOCIAL_PHOTOS', 'photos'],
    ['SOCIAL_NETWORK', 'network'],
    ['SOCIAL_MICROBLOG', 'microblog'],
    ['SOCIAL_VIDEO', 'video'],
    ['LOG_LEVEL', 'loud'],
    ['LOG_CLIENT_IP', 'sometimes'],
    ['BACKUP_KEEP', '14'],
    ['BACKUP_KEEP', '7,4'],
    ['BACKUP_KEEP', '0,0,0'],
  ])('stop the start where %s is %s, and say so by its name', (name, value) => {
    const start = () => readSettings({ [name]: value });
    expect(start).toThrow(new RegExp(`^These settings are invalid:\\n  ${name}: \\S.*$`));
  });

  test('say how to write a password that breaks a URL', () => {
    for (const [name, value] of [
      ['SMTP_URL', 'smtp://user:p#ss@mail.example'],
      ['DATABASE_URL', 'postgres://user:p/ss@localhost/app'],
    ] as const)
      expect(() => readSettings({ [name]: value })).toThrow(/# as %23/);
    expect(readSettings({ SMTP_URL: 'smtp://user:p%23ss@mail.example:25' }).SMTP_URL).toContain('%23');
    expect(readSettings({ SMTP_URL: 'smtp://user:p@ss@mail.example/?pool=true' }).SMTP_URL).toContain('p@ss');
  });

  test('that are wrong are all named at once, and their values are not shown', () => {
    const secret = 'a-secret-that-is-short';
    let message = '';
    try {
      readSettings({ PORT: 'x', SESSION_SECRET: secret, FILE_KEY: secret });
    } catch (error) {
      message = (error as Error).message;
    }
    expect(message.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
      'These settings are invalid',
      'PORT',
      'SESSION_SECRET',
      'FILE_KEY',
    ]);
    expect(message).not.toContain(secret);
  });
});
