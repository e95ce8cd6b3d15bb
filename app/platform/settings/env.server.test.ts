import { describe, expect, test } from 'vitest';
import { clinicWords, getSettings, readSettings, setSettings, setTypedWords } from './env.server';

function messageOf(act: () => unknown): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  throw new Error('nothing was thrown');
}

describe('the settings of a clinic', () => {
  test('have defaults for everything', () => {
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

  test('count as unset if empty', () => {
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

  test('for disk space are not multiplied by LIMIT_SCALE', () => {
    expect(readSettings({ LIMIT_SCALE: '1000' })).toMatchObject({
      accountQuotaBytes: 2 * 1024 ** 3,
      minFreeDiskBytes: 2 * 1024 ** 3,
    });
  });

  test('are parsed in every accepted spelling', () => {
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

  const port = 'must be a whole number from 1 to 65535';
  const wholeAddress = 'must be a full URL such as https://';
  const oneAddress = 'must be one e-mail address, such as help@clinic.example';
  const smtpForm = 'must be smtp://user:password@host:port; write % in user and password as %25';
  const postgresForm = 'must be postgres://user:password@host/database; write % in user';
  const sslMode = 'must end with ?sslmode=verify-full, or with ?sslmode=disable on a private network';
  const bucket =
    'must be s3:// and the name of a bucket (3 to 63 lower-case letters, digits, dots and hyphens)';
  const key = 'must be 64 hexadecimal digits (32 bytes)';
  const origins = 'must be origins such as https://app.example (no path), separated by commas';
  const proxies = 'must be IP addresses such as 127.0.0.1 (no names, no ranges), separated by commas';
  const noPath = 'must have no path, query or user; SecondLook needs its own host name';
  const accountTypes =
    'must be account types or duties (patient, expert, admin, frontdesk, helper), separated by commas';

  test.each([
    ['PORT', 'http', port],
    ['PORT', '0', port],
    ['PORT', '65536', port],
    ['PORT', '70000', port],
    ['PORT', '30.5', port],
    ['STOP_DELAY', '-1', 'must be a whole number from 0 to 300'],
    ['STOP_DELAY', '2s', 'must be a whole number from 0 to 300'],
    ['PUBLIC_URL', 'clinic.example', wholeAddress],
    ['PUBLIC_URL', 'ftp://clinic.example', wholeAddress],
    ['PUBLIC_URL', 'https://clinic.example/secondlook', noPath],
    ['PUBLIC_URL', 'https://clinic.example/?from=mail', noPath],
    ['PUBLIC_URL', 'https://clinic.example/#top', noPath],
    ['PUBLIC_URL', 'https://admin@clinic.example', noPath],
    ['TRUST_PROXY', 'localhost', proxies],
    ['TRUST_PROXY', '10.0.0.0/8', proxies],
    ['TRUST_PROXY', 'true', proxies],
    ['CORS_ORIGINS', 'https://app.example/', origins],
    ['CORS_ORIGINS', 'https://app.example/path', origins],
    ['CORS_ORIGINS', 'app.example', origins],
    ['CORS_ORIGINS', '*', origins],
    ['DATABASE_URL', 'mysql://localhost/app', 'must start with file:'],
    ['DATABASE_URL', 'data/app.db', 'must start with file:'],
    ['DATABASE_URL', 'file:', 'must start with file:'],
    ['DATABASE_URL', 'postgres://database.example/app', sslMode],
    ['DATABASE_URL', 'postgres://database.example/app?sslmode=require', sslMode],
    ['DATABASE_URL', 'postgres://user:p#ss@localhost/app', postgresForm],
    ['DATABASE_POOL', '0', 'must be a whole number from 1 to 500'],
    ['DATABASE_PREPARE', 'perhaps', 'must be yes or no'],
    ['STORAGE_URL', 's3://b/x', bucket],
    ['STORAGE_URL', 's3://Clinic/x', bucket],
    ['STORAGE_URL', 'https://s3.example/clinic', bucket],
    ['S3_ENDPOINT', 's3.example', 'must be a URL such as https://s3.example'],
    ['SMTP_URL', 'mail.example:25', 'must start with smtp:// or smtps://'],
    ['SMTP_URL', 'https://mail.example', 'must start with smtp:// or smtps://'],
    ['SMTP_URL', 'smtp://', smtpForm],
    ['SMTP_URL', 'smtp://mail.example:99999', smtpForm],
    ['SMTP_URL', 'smtp://user:p#ss@mail.example', smtpForm],
    ['SMTP_URL', 'smtp://user:25#ss@mail.example', smtpForm],
    ['SMTP_URL', 'smtps://user:p/ss@mail.example', smtpForm],
    ['MAIL_FROM', 'the clinic', 'must be a plain e-mail address, such as no-reply@clinic.example'],
    ['MAIL_FROM', 'Clinic <no-reply@clinic.example>', 'must be a plain e-mail address'],
    ['SMS_URL', 'sms.example/send', 'must start with https:// or http://'],
    ['SMS_URL', 'ftp://sms.example', 'must start with https:// or http://'],
    ['SMS_URL', 'https://', 'must be a full URL such as https://sms.example/send'],
    ['SMS_URL', 'https://sms.example/#a', 'must be a full URL such as https://sms.example/send'],
    ['SMS_URL', 'https://clinic:pw@sms.example', 'must have no user and password; put them in SMS_AUTHOR'],
    ['SMS_AUTHORIZATION', 'Bearer a\r\nHost: b', 'must be one line of ASCII characters'],
    ['SMS_AUTHORIZATION', 'Bearer ü', 'must be one line of ASCII characters'],
    ['SMS_BODY', 'to={to}', 'must contain {to} and {text}'],
    ['SMS_BODY', 'to={TO}&text={text}', 'must contain {to} and {text}'],
    ['SMS_BODY', 'to={to}&text={text}\n&a=b', 'must be one line of ASCII characters'],
    ['SMS_BODY', 'to={to}&text={text}&from={sender}', 'may contain only the placeholders {to}, {text}, {id}'],
    ['SMS_BODY', '{"to":{to},"text":"{text}"}', 'must be JSON with each placeholder in quotation marks'],
    ['SMS_BODY', '{"to":"{to}","text":"{text}"', 'must be JSON with each placeholder in quotation marks'],
    ['SMS_BODY', 'to {to} text {text}', 'must be JSON with each placeholder in quotation marks, or a form'],
    ['SMS_ALLOW_PRIVATE', 'perhaps', 'must be yes or no'],
    ['SMS_COUNTRIES', 'India', 'must be dial codes such as +91 or codes of countries such as IN'],
    ['SMS_COUNTRIES', '+91,XX', 'must be dial codes such as +91 or codes of countries such as IN'],
    ['SMS_DAILY_MAX', '-1', 'must be a whole number from 0 to 1000000'],
    ['SMS_TEMPLATES', 'answer=1107', 'must be numbers of texts with their registered IDs'],
    ['SMS_STATUS_SECRET', 'short', 'must have at least 32 characters, without spaces'],
    ['ADMIN_EMAIL', 'admin', oneAddress],
    ['ADMIN_PASSWORD', 'short', 'must have 8 to 128 characters'],
    ['ADMIN_PASSWORD', 'a'.repeat(129), 'must have 8 to 128 characters'],
    ['SESSION_SECRET', 'too short to be one', 'must have at least 32 characters'],
    ['FILE_KEY', 'a'.repeat(63), key],
    ['FILE_KEY', 'g'.repeat(64), key],
    ['NEW_FILE_KEY', 'a'.repeat(65), key],
    ['MAX_UPLOAD_MB', '0', 'must be a whole number from 1 to 1024'],
    ['MAX_UPLOAD_MB', 'many', 'must be a whole number from 1 to 1024'],
    ['MAX_UPLOAD_MB', '25MB', 'must be a whole number from 1 to 1024'],
    ['ACCOUNT_QUOTA_MB', '0', 'must be a whole number from 1 to 1000000000'],
    ['ACCOUNT_QUOTA_MB', '1.5', 'must be a whole number from 1 to 1000000000'],
    ['MIN_FREE_DISK_MB', '-1', 'must be a whole number from 0 to 1000000000'],
    ['UNDO_SECONDS', '61', 'must be a number from 0 to 60'],
    ['UNDO_SECONDS', 'ten', 'must be a number from 0 to 60'],
    ['LIMIT_SCALE', '0', 'must be a number above 0'],
    ['LIMIT_SCALE', '-1', 'must be a number above 0'],
    ['LIMIT_SCALE', 'high', 'must be a number above 0'],
    ['LIMIT_SCALE', 'Infinity', 'must be a number above 0'],
    ['REQUIRE_2FA', 'doctors', accountTypes],
    ['REQUIRE_2FA', 'admin,everybody', accountTypes],
    ['TIME_ZONE', 'India', 'must be a time zone such as Asia/Kolkata'],
    ['TIME_ZONE', '+05:30', 'must be a time zone such as Asia/Kolkata'],
    ['SUPPORT_EMAIL', 'help', oneAddress],
    ['SUPPORT_EMAIL', 'help@a.example, help@b.example', oneAddress],
    ['OFFERED_LANGUAGES', 'te,fr', 'must be codes of languages (en, hi, bn'],
    ['SOCIAL_PHOTOS', 'photos', wholeAddress],
    ['SOCIAL_NETWORK', 'javascript:alert(1)', wholeAddress],
    ['SOCIAL_MICROBLOG', 'microblog', wholeAddress],
    ['SOCIAL_VIDEO', 'video', wholeAddress],
    ['METRICS_PORT', '0', port],
    ['METRICS_PORT', '3000', 'must differ from PORT'],
    ['LOG_LEVEL', 'loud', 'must be one of silent, fatal, error, warn, info, debug'],
    ['LOG_CLIENT_IP', 'sometimes', 'must be true or false'],
    ['BACKUP_EVERY', 'day', 'must be a number of hours or days, such as 24h or 1d'],
    ['BACKUP_EVERY', '0h', 'must be a number of hours or days, such as 24h or 1d'],
    ['BACKUP_KEEP', '14', 'must be three numbers'],
    ['BACKUP_KEEP', '7,4', 'must be three numbers'],
    ['BACKUP_KEEP', '0,0,0', 'must keep at least one'],
    ['BACKUP_CONTENTS', 'files', 'must be all or database'],
    ['BACKUP_RECIPIENT', 'AGE-SECRET-KEY-1', 'must be an age recipient'],
    ['BACKUP_DIR', 'data', 'must differ from DATA_DIR'],
    ['BACKUP_DIR', 'uploads/backups', 'must not be UPLOADS_DIR or a folder in it'],
    ['BACKUP_DIR', 'uploads/../uploads/', 'must not be UPLOADS_DIR or a folder in it'],
    ['DATA_DIR', './uploads/data', 'must not be UPLOADS_DIR or a folder in it'],
    ['DATA_DIR', 'uploads', 'must not be UPLOADS_DIR or a folder in it'],
  ])('stop the start if %s is %s and say what it must be', (name, value, sentence) => {
    const [first, line, ...otherLines] = messageOf(() => readSettings({ [name]: value })).split('\n');
    expect(first).toBe('These settings are invalid:');
    expect(line?.startsWith(`  ${name}: ${sentence}`), line).toBe(true);
    expect(otherLines).toEqual([]);
  });

  test('may name folders beside each other or in DATA_DIR', () => {
    const folders = {
      DATA_DIR: '/srv/data',
      UPLOADS_DIR: '/srv/data/uploads',
      BACKUP_DIR: '/srv/data/uploads-old',
    };
    expect(readSettings(folders)).toMatchObject(folders);
    expect(readSettings({ PORT: '9000', METRICS_PORT: '9001' })).toMatchObject({ METRICS_PORT: 9001 });
  });

  test('explain how to write a password that breaks a URL', () => {
    for (const [name, value] of [
      ['SMTP_URL', 'smtp://user:p#ss@mail.example'],
      ['DATABASE_URL', 'postgres://user:p/ss@localhost/app'],
    ] as const)
      expect(() => readSettings({ [name]: value })).toThrow(/# as %23/);
    expect(readSettings({ SMTP_URL: 'smtp://user:p%23ss@mail.example:25' }).SMTP_URL).toContain('%23');
    expect(readSettings({ SMTP_URL: 'smtp://user:p@ss@mail.example/?pool=true' }).SMTP_URL).toContain('p@ss');
  });

  test('are all named if wrong, without their values', () => {
    const secret = 'a-secret-that-is-short';
    const message = messageOf(() => readSettings({ PORT: 'x', SESSION_SECRET: secret, FILE_KEY: secret }));
    expect(message.split('\n').map((line) => line.trim().split(':')[0])).toEqual([
      'These settings are invalid',
      'PORT',
      'SESSION_SECRET',
      'FILE_KEY',
    ]);
    expect(message).not.toContain(secret);
  });
});

describe('the settings of text messages', () => {
  const gateway = { SMS_URL: 'https://sms.example/send', SMS_BODY: 'to={to}&message={text}' };

  test('are off without an address, and have defaults', () => {
    expect(readSettings({}).SMS_URL).toBeUndefined();
    expect(readSettings({})).toMatchObject({
      SMS_DAILY_MAX: 200,
      SMS_COUNTRIES: ['+91'],
      smsAllowPrivate: false,
    });
    expect(
      readSettings({ ...gateway, SMS_COUNTRIES: 'IN, +977', SMS_TEMPLATES: '1=a 1-te=b' }),
    ).toMatchObject({
      ...gateway,
      SMS_COUNTRIES: ['IN', '+977'],
      SMS_TEMPLATES: new Map([
        ['1', 'a'],
        ['1-te', 'b'],
      ]),
    });
  });

  test.each([
    [{ ...gateway, SMS_BODY: '' }, 'SMS_BODY: must be set with SMS_URL'],
    [
      { ...gateway, SMS_URL: 'http://10.0.0.7:8080/message' },
      'SMS_URL: must start with https://; set SMS_ALLOW',
    ],
  ])('stop the start if they contradict each other', (source, sentence) => {
    expect(messageOf(() => readSettings(source))).toContain(`:\n  ${sentence}`);
  });

  test('allow http in the network of the clinic', () => {
    const source = { ...gateway, SMS_URL: 'http://10.0.0.7:8080/message', SMS_ALLOW_PRIVATE: 'yes' };
    expect(readSettings(source)).toMatchObject({ SMS_URL: source.SMS_URL, smsAllowPrivate: true });
  });
});

describe("the clinic's words", () => {
  test('are those of the environment, otherwise the typed ones', () => {
    setSettings(readSettings({ HELPLINE: '1800 000 000' }));
    setTypedWords({ HELPLINE: '1800 111 111', OFFICE_HOURS: '9 to 17', OFFERED_LANGUAGES: ['te'] });
    expect(clinicWords()).toMatchObject({
      name: 'SecondLook',
      helpline: '1800 000 000',
      hours: '9 to 17',
      languages: ['en', 'te'],
      fixed: ['HELPLINE'],
    });
    expect(getSettings()).toMatchObject({ HELPLINE: '1800 000 000', OFFICE_HOURS: '9 to 17' });
  });

  test('send under the name that the machine gives the product, unless a sender is named', () => {
    setSettings(readSettings({ PRODUCT_NAME: 'SecondLook Pune' }));
    expect(clinicWords().senderName).toBe('SecondLook Pune');
    setSettings(readSettings({}));
    setTypedWords({ PRODUCT_NAME: 'Hope Cancer Clinic' });
    expect(clinicWords()).toMatchObject({ name: 'Hope Cancer Clinic', senderName: 'SecondLook' });
    setTypedWords({ PRODUCT_NAME: 'Hope Cancer Clinic', SENDER_NAME: 'Hope' });
    expect(clinicWords().senderName).toBe('Hope');
    setSettings(readSettings({ SENDER_NAME: 'Second opinions' }));
    setTypedWords({ SENDER_NAME: 'Hope' });
    expect(clinicWords().senderName).toBe('Second opinions');
  });
});
