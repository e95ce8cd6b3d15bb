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
        error: 'must start with file: (for example file:data/app.db) or postgres://',
        abort: true,
      })
      .refine((url) => !url.startsWith('postgres') || isWholeUrl(url), {
        error: `must be postgres://user:password@host/database; ${percentHint}`,
        abort: true,
      })
      .refine(
        isPlainOrVerified,
        'must end with ?sslmode=verify-full, or with ?sslmode=disable on a private network',
      )
      .default('file:data/app.db'),
    {
      description:
        'Database: `file:` and a path for SQLite, or `postgres://user:password@host/database?sslmode=verify-full` for PostgreSQL 15 or later. Leave out `sslmode` if PostgreSQL runs on this machine.',
    },
  ),
  DATABASE_POOL: describeSetting(wholeNumberSetting(10, 1, 500), {
    description: 'Maximum number of PostgreSQL connections of this server.',
  }),
  DATABASE_PREPARE: describeSetting(yesNoSetting('yes'), {
    description: 'Use of prepared statements in PostgreSQL: `yes`, or `no` behind PgBouncer.',
  }),
  STORAGE_URL: describeSetting(
    z
      .string()
      .regex(
        /^s3:\/\/[a-z0-9][a-z0-9.-]{1,61}[a-z0-9](\/[\w.-]+)*\/?$/,
        'must be s3:// and the name of a bucket (3 to 63 lower-case letters, digits, dots and hyphens), optionally with a prefix, such as s3://clinic/reports',
      )
      .optional(),
    {
      description:
        'Place of the encrypted files: `s3://bucket/prefix` in an S3-compatible object store. Several servers must share one.',
      ifUnset: 'files are kept in `UPLOADS_DIR`',
      example: 's3://clinic/reports',
    },
  ),
  S3_ENDPOINT: describeSetting(
    z.url({ protocol: /^https?$/, error: 'must be a URL such as https://s3.example' }).optional(),
    {
      description: 'URL of the object store.',
      ifUnset: 'Amazon S3 in `S3_REGION`',
      example: 'https://s3.example',
    },
  ),
  S3_REGION: describeSetting(textSetting('us-east-1'), { description: 'Region of the object store.' }),
  S3_ACCESS_KEY_ID: describeSetting(textSetting(), {
    description: 'Access key ID for the object store.',
    ifUnset: 'the server does not start with `STORAGE_URL`',
  }),
  S3_SECRET_ACCESS_KEY: describeSetting(textSetting(), {
    description: 'Secret key of `S3_ACCESS_KEY_ID`.',
    ifUnset: 'the server does not start with `STORAGE_URL`',
  }),
  UPLOADS_DIR: describeSetting(textSetting('uploads'), {
    description:
      'Folder of the encrypted report files. With `STORAGE_URL`, it only holds files that are being received.',
  }),
  DATA_DIR: describeSetting(textSetting('data'), {
    description:
      'Folder of all other data of the server: secrets, rate-limit counters, e-mails saved without `SMTP_URL`, and database copies made before migrations.',
  }),
  MAX_UPLOAD_MB: describeSetting(wholeNumberSetting(25, 1, 1024), {
    description: 'Maximum size of one report file, in megabytes.',
  }),
  ACCOUNT_QUOTA_MB: describeSetting(wholeNumberSetting(2048, 1, 1e9), {
    description:
      'Maximum total size of the report files of one account, in megabytes. `LIMIT_SCALE` does not change it.',
  }),
  MIN_FREE_DISK_MB: describeSetting(wholeNumberSetting(2048, 0, 1e9), {
    description:
      'Minimum free space on the disk of `UPLOADS_DIR`, in megabytes. With less, uploads are refused and everything else continues. 0 turns the check off; `LIMIT_SCALE` does not change the value.',
  }),
};
