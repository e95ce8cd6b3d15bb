import { z } from 'zod';
import {
  describeSetting,
  isPlainOrVerified,
  isWholeUrl,
  percentHint,
  textSetting,
  wholeNumberSetting,
  yesNoSetting,
} from './setting-fields.server';

/** The settings of the database and the files. */
export const storageSettings = {
  DATABASE_URL: describeSetting(
    z
      .string()
      .regex(/^(file:.+|:memory:|postgres(ql)?:\/\/.+)$/, {
        error: 'must start with file:, for example file:data/app.db, or with postgres://',
        abort: true,
      })
      .refine((url) => !url.startsWith('postgres') || isWholeUrl(url), {
        error: `must be postgres://user:password@host/database; ${percentHint}`,
        abort: true,
      })
      .refine(
        isPlainOrVerified,
        'must end with ?sslmode=verify-full, or with ?sslmode=disable on a network that nobody else reaches',
      )
      .default('file:data/app.db'),
    {
      description:
        'The database: `file:` and a path for SQLite, or `postgres://user:password@host/database?sslmode=verify-full` for PostgreSQL 15 or later, on this machine without `sslmode`.',
    },
  ),
  DATABASE_POOL: describeSetting(wholeNumberSetting(10, 1, 500), {
    description: 'How many connections to PostgreSQL this server opens at most.',
  }),
  DATABASE_PREPARE: describeSetting(yesNoSetting('yes'), {
    description: 'Whether PostgreSQL keeps plans of statements: `yes`, or `no` behind PgBouncer.',
  }),
  STORAGE_URL: describeSetting(
    z
      .string()
      .regex(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/,
        'must be s3:// and the name of a bucket (3 to 63 small letters, digits, dots and hyphens), then a prefix if there is one, such as s3://clinic/reports',
      )
      .optional(),
    {
      description:
        'Where encrypted files are kept: `s3://bucket/prefix` in an object store that speaks S3, which several servers share.',
      ifUnset: 'in `UPLOADS_DIR`',
      example: 's3://clinic/reports',
    },
  ),
  S3_ENDPOINT: describeSetting(
    z.url({ protocol: /^https?$/, error: 'must be an address such as https://s3.example' }).optional(),
    {
      description: 'The address of the object store.',
      ifUnset: 'that of Amazon S3 in `S3_REGION`',
      example: 'https://s3.example',
    },
  ),
  S3_REGION: describeSetting(textSetting('us-east-1'), { description: 'The region of the object store.' }),
  S3_ACCESS_KEY_ID: describeSetting(textSetting(), {
    description: 'Who this server is to the object store.',
    ifUnset: 'with `STORAGE_URL` a start is refused',
  }),
  S3_SECRET_ACCESS_KEY: describeSetting(textSetting(), {
    description: 'The secret that belongs to `S3_ACCESS_KEY_ID`.',
    ifUnset: 'with `STORAGE_URL` a start is refused',
  }),
  UPLOADS_DIR: describeSetting(textSetting('uploads'), {
    description:
      'The folder of the encrypted report files; with `STORAGE_URL`, of those that are just being received.',
  }),
  DATA_DIR: describeSetting(textSetting('data'), {
    description:
      'The folder of everything else that the server keeps: secrets, counters of limits, e-mails that were not sent, copies from before a migration.',
  }),
  MAX_UPLOAD_MB: describeSetting(wholeNumberSetting(25, 1, 1024), {
    description: 'The largest report file, in megabytes.',
  }),
  ACCOUNT_QUOTA_MB: describeSetting(wholeNumberSetting(2048, 1, 1e9), {
    description:
      'How many megabytes of report files one account may keep in all; `LIMIT_SCALE` does not multiply it.',
  }),
  MIN_FREE_DISK_MB: describeSetting(wholeNumberSetting(2048, 0, 1e9), {
    description:
      'With less than this many megabytes free on the disk of `UPLOADS_DIR`, uploads are refused and everything else goes on; 0 never refuses, and `LIMIT_SCALE` does not multiply it.',
  }),
};
