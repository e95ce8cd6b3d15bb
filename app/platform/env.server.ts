import { isIP } from 'node:net';
import { join } from 'node:path';
import { z } from 'zod';
import type { Retention } from './backup/retention';
import { parseAddress } from './limits/ip-network';

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

const schema = z.object({
  PORT: wholeNumber(3000, 1, 65_535),
  HOST: text(),
  PUBLIC_URL: z
    .url({ protocol: /^https?$/, error: 'must be a whole address such as https://clinic.example' })
    .optional(),
  DATABASE_URL: z
    .string()
    .regex(/^(file:.+|:memory:)$/, 'must start with file:, for example file:data/app.db')
    .default('file:data/app.db'),
  UPLOADS_DIR: text('uploads'),
  DATA_DIR: text('data'),
  SMTP_URL: z.url({ protocol: /^smtps?$/, error: 'must start with smtp:// or smtps://' }).optional(),
  MAIL_FROM: z.email('must be an e-mail address').optional(),
  ADMIN_EMAIL: z.email('must be an e-mail address').optional(),
  ADMIN_PASSWORD: z.string().min(8, 'must have at least 8 characters').max(128).optional(),
  SESSION_SECRET: z.string().min(32, 'must have at least 32 characters').optional(),
  FILE_KEY: keyText.optional(),
  NEW_FILE_KEY: keyText.optional(),
  BACKUP_EVERY: z
    .string()
    .regex(/^[1-9]\d{0,2}[hd]$/, 'must be hours or days, such as 24h or 1d')
    .optional(),
  BACKUP_KEEP: z
    .string()
    .regex(
      /^\d{1,3}\s*,\s*\d{1,3}\s*,\s*\d{1,3}$/,
      'must be three numbers: how many daily, weekly and monthly ones, such as 7,4,12',
    )
    .refine((list) => /[1-9]/.test(list), 'must keep at least one')
    .default('7,4,12'),
  BACKUP_DIR: text(),
  BACKUP_RECIPIENT: z
    .string()
    // The start asks the library itself (`requireRecipient`); there are kinds with a second 1 in them.
    .regex(/^age1[0-9a-z]+$/, 'must be an age recipient: age1 and what age-keygen printed after it')
    .optional(),
  BACKUP_IDENTITY: text(),
  MAX_UPLOAD_MB: wholeNumber(25, 1, 1024),
  ACCOUNT_QUOTA_MB: wholeNumber(2048, 1, 1e9),
  MIN_FREE_DISK_MB: wholeNumber(2048, 0, 1e9),
  LIMIT_SCALE: z.coerce.number({ error: 'must be a number' }).positive().default(1),
  TRUST_PROXY: listOf(
    (one) => isIP(one) !== 0,
    'must be addresses such as 127.0.0.1, with commas between them',
  ),
  REQUIRE_2FA: listOf(
    (one) => /^(patient|expert|admin)$/i.test(one),
    'must be account types (patient, expert, admin), with commas between them',
  ),
  CORS_ORIGINS: listOf(
    isOrigin,
    'must be origins such as https://app.example (no path), with commas between them',
  ),
  PRODUCT_NAME: text('SecondLook'),
  SUPPORT_EMAIL: z.email('must be an e-mail address').optional(),
  HELPLINE: text(),
  OFFICE_ADDRESS: text(),
  OUTREACH_ADDRESS: text(),
  SOCIAL_PHOTOS: z.url('must be a whole address').optional(),
  SOCIAL_NETWORK: z.url('must be a whole address').optional(),
  SOCIAL_MICROBLOG: z.url('must be a whole address').optional(),
  SOCIAL_VIDEO: z.url('must be a whole address').optional(),
  METRICS_PORT: wholeNumberOrNone(1, 65_535),
  METRICS_HOST: text('127.0.0.1'),
  LOG_CLIENT_IP: z.stringbool({ error: 'must be true or false' }).default(false),
  LOG_LEVEL: z.enum(['silent', 'fatal', 'error', 'warn', 'info', 'debug']).default('info'),
});

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads and checks every setting (decisions: Running it).
 * In: name → text, as the environment gives it; an empty text counts as not set.
 * Out: typed settings with the defaults filled in. Throws an Error whose message names each bad setting
 * and what is wrong with it, one a line.
 */
export function readSettings(source: Record<string, string | undefined>) {
  const parsed = schema.safeParse(emptyIsUnset(source));
  if (!parsed.success) {
    const lines = parsed.error.issues.map((issue) => `  ${issue.path.join('.')}: ${issue.message}`);
    throw new Error(`These settings are not right:\n${lines.join('\n')}`);
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
    /** How many hours lie between two backups that are made by themselves; undefined where none are. */
    backupEveryHours: values.BACKUP_EVERY === undefined ? undefined : hoursOf(values.BACKUP_EVERY),
    /** How many of those backups are kept. */
    retention: retentionOf(values.BACKUP_KEEP),
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    trustedProxies: values.TRUST_PROXY.map((one) => parseAddress(one) ?? one),
    corsOrigins: values.CORS_ORIGINS,
    /** The account types, in small letters, that have to have a second factor. */
    secondFactorFor: values.REQUIRE_2FA.map((type) => type.toLowerCase()),
  };
}

let current: Settings | undefined;

/** The settings of this process, read and checked once. Throws as `readSettings` does. */
export function getSettings(): Settings {
  current ??= readSettings(process.env);
  return current;
}

/** Replaces the settings of this process; what opens a second house (a test, a script) calls it first. */
export function setSettings(next: Settings) {
  current = next;
}
