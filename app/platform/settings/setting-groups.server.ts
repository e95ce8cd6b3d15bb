import { isIP } from 'node:net';
import { z } from 'zod';
import { accountSettings } from './account-settings.server';
import { appearanceSettings } from './appearance-settings.server';
import {
  describeSetting,
  hasHost,
  hasNoPath,
  isOrigin,
  isWholeUrl,
  keySetting,
  listSetting,
  percentHint,
  textSetting,
  wholeNumberOrNone,
  wholeNumberSetting,
} from './setting-fields.server';
import { smsSettings } from './sms-settings.server';
import { storageSettings } from './storage-settings.server';

const server = {
  PORT: describeSetting(wholeNumberSetting(3000, 1, 65_535), {
    description: 'Port that the server listens on.',
  }),
  HOST: describeSetting(textSetting(), {
    description: 'Interface that the server listens on: a host name or an IP address.',
    ifUnset: 'every interface',
  }),
  PUBLIC_URL: describeSetting(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be a full URL such as https://clinic.example',
        abort: true,
      })
      .refine(
        hasNoPath,
        'must have no path, query or user; SecondLook needs its own host name, such as https://secondlook.clinic.example',
      )
      .optional(),
    {
      description: 'Public URL of the service, used for links in e-mails. With https, cookies are `Secure`.',
      ifUnset: '`http://localhost:3000`, from `HOST` and `PORT`',
      example: 'https://clinic.example',
    },
  ),
  SERVER_NAME: describeSetting(textSetting(), {
    description: 'Unique name of this server, shown in its metrics and its log.',
    ifUnset: 'the host name of the machine and `PORT`',
    example: 'north-1',
  }),
  STOP_DELAY: describeSetting(wholeNumberSetting(2, 0, 300), {
    description:
      'Seconds for which a stopping server (SIGTERM) reports that it is not ready and still accepts requests. Set it longer than the load balancer needs to notice.',
  }),
  TRUST_PROXY: describeSetting(
    listSetting(
      (one) => isIP(one) !== 0,
      'must be IP addresses such as 127.0.0.1 (no names, no ranges), separated by commas',
    ),
    {
      description: 'IP addresses of the reverse proxies whose `X-Forwarded-For` header is trusted.',
      ifUnset: 'no proxy is trusted',
      example: '127.0.0.1',
    },
  ),
  CORS_ORIGINS: describeSetting(
    listSetting(isOrigin, 'must be origins such as https://app.example (no path), separated by commas'),
    {
      description: 'Other origins whose pages may call the API from a browser.',
      ifUnset: 'no other origin',
      example: 'https://app.example',
    },
  ),
  WEBHOOKS_ALLOW_PRIVATE: describeSetting(
    z.enum(['yes', 'no'], { error: 'must be yes or no' }).default('no'),
    {
      description:
        'Whether webhooks may lead to private addresses and to `http`, for receivers in the network of the clinic.',
    },
  ),
};

const secrets = {
  SESSION_SECRET: describeSetting(z.string().min(32, 'must have at least 32 characters').optional(), {
    description: 'Secret for cookies, signed links and stored hashes, at least 32 characters long.',
    ifUnset: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  FILE_KEY: describeSetting(keySetting.optional(), {
    description:
      'Key that encrypts the keys of files and private columns: 64 hexadecimal digits, for example from `openssl rand -hex 32`.',
    ifUnset: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  NEW_FILE_KEY: describeSetting(keySetting.optional(), {
    description: 'Next `FILE_KEY`. Only `secondlook rotate-key` reads it.',
    ifUnset: 'the command generates one if `FILE_KEY` is kept in `DATA_DIR`',
  }),
};

const backups = {
  BACKUP_EVERY: describeSetting(
    z
      .string()
      .regex(/^[1-9]\d{0,2}[hd]$/, 'must be a number of hours or days, such as 24h or 1d')
      .optional(),
    {
      description: 'Time between two scheduled backups, in hours or days, such as `24h` or `7d`.',
      ifUnset: 'no backups are scheduled',
      example: '24h',
    },
  ),
  BACKUP_KEEP: describeSetting(
    z
      .string()
      .regex(
        /^\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}$/,
        'must be three numbers (daily, weekly and monthly backups), such as 7,4,12',
      )
      .refine((list) => /[1-9]/.test(list), 'must keep at least one backup')
      .default('7,4,12'),
    {
      description:
        'Number of daily, weekly and monthly backups to keep: the newest of each day, week and month.',
    },
  ),
  BACKUP_DIR: describeSetting(textSetting(), {
    description: 'Folder of the backups, preferably on another disk.',
    ifUnset: '`DATA_DIR/backups`',
  }),
  BACKUP_CONTENTS: describeSetting(
    z.enum(['all', 'database'], { error: 'must be all or database' }).default('all'),
    {
      description:
        'Contents of backups: `all`, or `database` for a clinic that copies the files in `UPLOADS_DIR` separately.',
    },
  ),
  BACKUP_RECIPIENT: describeSetting(
    z
      .string()
      // The start asks the library itself (`requireRecipient`); some kinds contain a second 1.
      .regex(/^age1[0-9a-z]+$/, 'must be an age recipient (age1…), as printed by age-keygen')
      .optional(),
    {
      description:
        'Public age key (recipient) that backups are encrypted to: `age1…`, as printed by `age-keygen`. Encrypted backups include `FILE_KEY`.',
      ifUnset: 'backups are not encrypted and do not include `FILE_KEY`',
    },
  ),
  BACKUP_IDENTITY: describeSetting(textSetting(), {
    description:
      'Private age key (identity) that opens encrypted backups: `AGE-SECRET-KEY-…`, or the path of a file that contains it. Set it for `secondlook restore`, not for the server.',
    ifUnset: 'encrypted backups cannot be opened',
  }),
};

const smtpForm = `must be smtp://user:password@host:port; ${percentHint}`;

const email = {
  SMTP_URL: describeSetting(
    z
      .string()
      .regex(/^smtps?:\/\//i, { error: 'must start with smtp:// or smtps://', abort: true })
      .refine(isWholeUrl, { error: smtpForm, abort: true })
      .refine(hasHost, smtpForm)
      .optional(),
    {
      description:
        'Mail server that sends the e-mails. In user and password, write `#` as `%23`, `/` as `%2F`, `?` as `%3F` and `@` as `%40`.',
      ifUnset: 'e-mails are printed on the terminal and saved in `DATA_DIR/mail`',
      example: 'smtps://user:password@mail.example:465',
    },
  ),
  MAIL_FROM: describeSetting(
    z.email('must be a plain e-mail address, such as no-reply@clinic.example').optional(),
    {
      description: 'Sender address of every e-mail.',
      ifUnset: '`no-reply@` followed by the host of `PUBLIC_URL`',
      example: 'no-reply@clinic.example',
    },
  ),
};

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

const observation = {
  METRICS_PORT: describeSetting(wholeNumberOrNone(1, 65_535), {
    description:
      'Port of `/metrics`, for Prometheus. `/healthz` and `/readyz` are always available on `PORT`.',
    ifUnset: 'metrics are off',
    example: '9464',
  }),
  METRICS_HOST: describeSetting(textSetting('127.0.0.1'), {
    description: 'Interface that `/metrics` listens on.',
  }),
  LOG_LEVEL: describeSetting(
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    {
      description: 'Lowest level that is logged: `silent`, `fatal`, `error`, `warn`, `info` or `debug`.',
    },
  ),
  LOG_FORMAT: describeSetting(z.enum(['json', 'text'], { error: 'must be json or text' }).optional(), {
    description: 'Format of the log: `json`, or `text`, with requests only if `LOG_LEVEL=debug`.',
    ifUnset: '`text` on a terminal, otherwise `json`',
    example: 'json',
  }),
  LOG_CLIENT_IP: describeSetting(z.stringbool({ error: 'must be true or false' }).default(false), {
    description:
      'Adds client IP addresses, which are personal data, to the access log. Set it to `true` only while you look for an attacker.',
  }),
};

/** The settings in the order in which `docs/settings.md` and `.env.example` list them. */
export const settingGroups: { title: string; settings: Record<string, z.ZodType> }[] = [
  { title: 'Server', settings: server },
  { title: 'Storage', settings: storageSettings },
  { title: 'Secrets', settings: secrets },
  { title: 'Backups', settings: backups },
  { title: 'E-mail', settings: email },
  { title: 'Text messages', settings: smsSettings },
  { title: 'Accounts and limits', settings: accountSettings },
  { title: 'Clinic details on pages', settings: appearanceSettings },
  { title: 'Metrics and log', settings: observation },
];

/** The schema of the settings as the environment gives them: names and texts. */
export const settingsSchema = z.object({
  ...server,
  ...storageSettings,
  ...secrets,
  ...backups,
  ...email,
  ...smsSettings,
  ...accountSettings,
  ...appearanceSettings,
  ...observation,
});
