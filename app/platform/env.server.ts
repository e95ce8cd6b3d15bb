import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Retention } from './backup/retention';
import { parseIp } from './limits/ip-network';
import { OperatorError } from './operator-error.server';

const text = (fallback = '') => z.string().trim().default(fallback);
const wholeNumber = (fallback: number, least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(least)
    .max(most)
    .default(fallback);

const wholeNumberOrNone = (least: number, most: number) =>
  z.coerce
    .number({ error: 'must be a number' })
    .int('must be a whole number')
    .min(least)
    .max(most)
    .optional();

const isOrigin = (one: string) => URL.canParse(one) && new URL(one).origin === one;

const listOf = (isGood: (one: string) => boolean, error: string) =>
  text()
    .transform((list) => list.split(/[\s,]+/).filter(Boolean))
    .refine((list) => list.every(isGood), error);

const emptyIsUnset = (source: Record<string, string | undefined>) =>
  Object.fromEntries(
    Object.entries(source).filter(([, value]) => value !== undefined && value.trim() !== ''),
  );

const hoursIn = { h: 1, d: 24 };

function retentionOf(list: string): Retention {
  const [daily = 0, weekly = 0, monthly = 0] = list.split(',').map(Number);
  return { daily, weekly, monthly };
}

function hoursOf(span: string) {
  return Number(span.slice(0, -1)) * hoursIn[span.slice(-1) as keyof typeof hoursIn];
}

const keyText = z
  .string()
  .regex(
    /^[0-9a-f]{64}$/i,
    'must be 64 hexadecimal digits (32 bytes), for example from `openssl rand -hex 32`',
  );

/**
 * What of the documents is said beside each setting: what it does, what holds without it, and an
 * example.
 */
type About = { description: string; without?: string; example?: string };

const about = <Schema extends z.ZodType>(schema: Schema, text: About): Schema => schema.meta(text);

const server = {
  PORT: about(wholeNumber(3000, 1, 65_535), { description: 'The port that the server listens on.' }),
  HOST: about(text(), {
    description: 'The interface that the server listens on, as a host name or an IP address.',
    without: 'every interface',
  }),
  PUBLIC_URL: about(
    z
      .url({ protocol: /^https?$/, error: 'must be a whole address such as https://clinic.example' })
      .optional(),
    {
      description:
        'The address that people type; links in e-mails are built from it, and with https cookies are `Secure`.',
      without: '`http://localhost:3000`, made of `HOST` and `PORT`',
      example: 'https://clinic.example',
    },
  ),
  TRUST_PROXY: about(
    listOf((one) => isIP(one) !== 0, 'must be addresses such as 127.0.0.1, with commas between them'),
    {
      description: 'The IP addresses of reverse proxies whose `X-Forwarded-For` header is believed.',
      without: 'no proxy is believed',
      example: '127.0.0.1',
    },
  ),
  CORS_ORIGINS: about(
    listOf(isOrigin, 'must be origins such as https://app.example (no path), with commas between them'),
    {
      description: 'The other origins whose pages may call the API from a browser.',
      without: 'no other origin',
      example: 'https://app.example',
    },
  ),
};

const storage = {
  DATABASE_URL: about(
    z
      .string()
      .regex(/^(file:.+|:memory:)$/, 'must start with file:, for example file:data/app.db')
      .default('file:data/app.db'),
    { description: 'The SQLite database: `file:` and a path.' },
  ),
  UPLOADS_DIR: about(text('uploads'), { description: 'The folder of the encrypted report files.' }),
  DATA_DIR: about(text('data'), {
    description:
      'The folder of everything else that the server keeps: secrets, counters of limits, e-mails that were not sent, copies from before a migration.',
  }),
  MAX_UPLOAD_MB: about(wholeNumber(25, 1, 1024), {
    description: 'The largest report file, in megabytes.',
  }),
  ACCOUNT_QUOTA_MB: about(wholeNumber(2048, 1, 1e9), {
    description:
      'How many megabytes of report files one account may keep in all; `LIMIT_SCALE` does not multiply it.',
  }),
  MIN_FREE_DISK_MB: about(wholeNumber(2048, 0, 1e9), {
    description:
      'With less than this many megabytes free on the disk of `UPLOADS_DIR`, uploads are refused and everything else goes on; 0 never refuses, and `LIMIT_SCALE` does not multiply it.',
  }),
};

const secrets = {
  SESSION_SECRET: about(z.string().min(32, 'must have at least 32 characters').optional(), {
    description: 'The key of cookies, signed links and stored hashes, with at least 32 characters.',
    without: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  FILE_KEY: about(keyText.optional(), {
    description:
      'The key that wraps every key of files and encrypted columns: 64 hexadecimal digits, for example from `openssl rand -hex 32`.',
    without: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  NEW_FILE_KEY: about(keyText.optional(), {
    description: 'The next `FILE_KEY`; only `npm run rotate-key` reads it.',
    without: 'that command makes one, where `FILE_KEY` is kept in `DATA_DIR`',
  }),
};

const backups = {
  BACKUP_EVERY: about(
    z
      .string()
      .regex(/^[1-9]\d{0,2}[hd]$/, 'must be hours or days, such as 24h or 1d')
      .optional(),
    {
      description: 'How often the server makes a backup by itself: hours or days, such as `24h` or `7d`.',
      without: 'the server makes none by itself',
      example: '24h',
    },
  ),
  BACKUP_KEEP: about(
    z
      .string()
      .regex(
        /^\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}$/,
        'must be three numbers: how many daily, weekly and monthly ones, such as 7,4,12',
      )
      .refine((list) => /[1-9]/.test(list), 'must keep at least one')
      .default('7,4,12'),
    { description: 'How many backups are kept: the newest of so many days, weeks and months.' },
  ),
  BACKUP_DIR: about(text(), {
    description: 'The folder of the backups, better on another disk.',
    without: '`DATA_DIR/backups`',
  }),
  BACKUP_RECIPIENT: about(
    z
      .string()
      // The start asks the library itself (`requireRecipient`); there are kinds with a second 1 in
      // them.
      .regex(/^age1[0-9a-z]+$/, 'must be an age recipient: age1 and what age-keygen printed after it')
      .optional(),
    {
      description:
        'The age recipient that backups are encrypted to, with `FILE_KEY` inside: `age1…`, as `age-keygen` prints it.',
      without: 'backups are not encrypted and hold no key',
    },
  ),
  BACKUP_IDENTITY: about(text(), {
    description:
      'What opens an encrypted backup: `AGE-SECRET-KEY-…` or the path of the file with it; for `npm run restore`, not for the server.',
    without: 'an encrypted backup is not opened',
  }),
};

const email = {
  SMTP_URL: about(z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(), {
    description: 'The mail server that e-mails are sent through.',
    without: 'e-mails are printed on the terminal and kept in `DATA_DIR/mail`',
    example: 'smtps://user:password@mail.example:465',
  }),
  MAIL_FROM: about(z.email('must be an e-mail address').optional(), {
    description: 'The sender of every e-mail.',
    without: '`no-reply@` and the host of `PUBLIC_URL`',
    example: 'no-reply@clinic.example',
  }),
};

const accounts = {
  ADMIN_EMAIL: about(z.email('must be an e-mail address').optional(), {
    description: 'The e-mail address of the first admin, who is made at a start where no admin exists.',
    without: '`admin@localhost`',
  }),
  ADMIN_PASSWORD: about(z.string().min(8, 'must have at least 8 characters').max(128).optional(), {
    description: 'The password of the first admin.',
    without: 'a random one, printed once',
  }),
  REQUIRE_2FA: about(
    listOf(
      (one) => /^(patient|expert|admin)$/i.test(one),
      'must be account types (patient, expert, admin), with commas between them',
    ),
    {
      description: 'The account types that have to log in with a second factor; everybody else may.',
      without: 'nobody has to',
      example: 'admin,expert',
    },
  ),
  LIMIT_SCALE: about(z.coerce.number({ error: 'must be a number' }).positive().default(1), {
    description:
      'Multiplies every limit on how often something may be done; a clinic behind one shared address raises it.',
  }),
};

const appearance = {
  PRODUCT_NAME: about(text('SecondLook'), { description: 'The name that pages and e-mails use.' }),
  SUPPORT_EMAIL: about(z.email('must be an e-mail address').optional(), {
    description: 'The address on the contact page, which also gets every message that is sent there.',
    without: 'it is not shown, and messages are only kept for the admins',
  }),
  HELPLINE: about(text(), {
    description: 'The phone number on the About and Contact pages.',
    without: 'it is not shown',
  }),
  OFFICE_ADDRESS: about(text(), {
    description:
      'The postal address of the office; for several lines, put `\\n` between them and quotes around all.',
    without: 'it is not shown',
  }),
  OUTREACH_ADDRESS: about(text(), {
    description: 'The postal address of the outreach office, written in the same way.',
    without: 'it is not shown',
  }),
  SOCIAL_PHOTOS: about(z.url('must be a whole address').optional(), {
    description: 'The link to the clinic on a photo-sharing site, in the footer.',
    without: 'it is not shown',
  }),
  SOCIAL_NETWORK: about(z.url('must be a whole address').optional(), {
    description: 'The link to the clinic on a social network, in the footer.',
    without: 'it is not shown',
  }),
  SOCIAL_MICROBLOG: about(z.url('must be a whole address').optional(), {
    description: 'The link to the clinic on a microblog, in the footer.',
    without: 'it is not shown',
  }),
  SOCIAL_VIDEO: about(z.url('must be a whole address').optional(), {
    description: 'The link to the clinic on a video site, in the footer.',
    without: 'it is not shown',
  }),
};

const observation = {
  METRICS_PORT: about(wholeNumberOrNone(1, 65_535), {
    description: 'The port of `/metrics`, for Prometheus; `/healthz` and `/readyz` are always there.',
    without: 'no metrics are served',
    example: '9464',
  }),
  METRICS_HOST: about(text('127.0.0.1'), { description: 'The interface of `/metrics`.' }),
  LOG_LEVEL: about(z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'), {
    description: 'How much is logged: `silent`, `fatal`, `error`, `warn`, `info` or `debug`.',
  }),
  LOG_CLIENT_IP: about(z.stringbool({ error: 'must be true or false' }).default(false), {
    description:
      'Whether the access log holds client IP addresses, which are personal data; switch it on while you look for an attacker.',
  }),
};

/** Every setting, in the order in which `docs/settings.md` and `.env.example` list them. */
export const settingGroups: { title: string; settings: Record<string, z.ZodType> }[] = [
  { title: 'Server', settings: server },
  { title: 'Storage', settings: storage },
  { title: 'Secrets', settings: secrets },
  { title: 'Backups', settings: backups },
  { title: 'E-mail', settings: email },
  { title: 'Accounts and limits', settings: accounts },
  { title: 'What the pages say of the clinic', settings: appearance },
  { title: 'Metrics and log', settings: observation },
];

const schema = z.object({
  ...server,
  ...storage,
  ...secrets,
  ...backups,
  ...email,
  ...accounts,
  ...appearance,
  ...observation,
});

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads and checks every setting (docs/requirements.md#running).
 *
 * @param source name → text, as the environment gives it; an empty text counts as not set.
 * @returns typed settings with the defaults filled in.
 * @throws Error whose message names each bad setting and what is wrong with it, one a line.
 */
export function readSettings(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(emptyIsUnset(source));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new OperatorError(`These settings are not right:\n${lines.join('\n')}`);
  }
  const values = parsed.data;
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://${values.HOST || 'localhost'}:${values.PORT}`)
    .origin;
  return {
    ...values,
    PUBLIC_URL: publicUrl,
    isSecure: publicUrl.startsWith('https:'),
    maxUploadBytes: values.MAX_UPLOAD_MB * 1024 * 1024,
    accountQuotaBytes: values.ACCOUNT_QUOTA_MB * 1024 * 1024,
    minFreeDiskBytes: values.MIN_FREE_DISK_MB * 1024 * 1024,
    BACKUP_DIR: values.BACKUP_DIR || join(values.DATA_DIR, 'backups'),
    /**
     * How many hours lie between two backups that are made by themselves; undefined where none are.
     */
    backupEveryHours: values.BACKUP_EVERY === undefined ? undefined : hoursOf(values.BACKUP_EVERY),
    /** How many of those backups are kept. */
    retention: retentionOf(values.BACKUP_KEEP),
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    trustedProxies: values.TRUST_PROXY.map((one) => parseIp(one) ?? one),
    corsOrigins: values.CORS_ORIGINS,
    /** The account types, in lower case, that have to have a second factor. */
    secondFactorFor: values.REQUIRE_2FA.map((type) => type.toLowerCase()),
  };
}

let current: Settings | undefined;

/**
 * The settings of this process, read and checked once.
 *
 * @throws as `readSettings` does.
 */
export function getSettings(): Settings {
  current ??= readSettings(process.env);
  return current;
}

/**
 * Replaces the settings of this process; a test or a script that starts a second server calls it
 * first.
 */
export function setSettings(next: Settings) {
  current = next;
}
