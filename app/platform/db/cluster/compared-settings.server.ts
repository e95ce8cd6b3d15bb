import { createHmac } from 'node:crypto';
import { keyOfDatabase } from '~/platform/db/core/tables/column-cipher.server';
import type { Settings } from '~/platform/settings/env.server';
import type { About } from './server-rows.server';

/**
 * Settings that differ between no two servers of a clinic: a session, a link or a file of one would
 * be nothing to the other, or one would let in whom the other does not. FILE_KEY is not among them,
 * since the database itself is opened by one key alone. Names and passwords of accounts with the
 * mail server are left out: they are changed on one server after the other.
 */
const bound = {
  SESSION_SECRET: ({ SESSION_SECRET }: Settings) => SESSION_SECRET,
  PUBLIC_URL: ({ PUBLIC_URL }: Settings) => PUBLIC_URL,
  SMTP_URL: ({ SMTP_URL }: Settings) => SMTP_URL && withoutAccount(SMTP_URL),
  STORAGE_URL: ({ STORAGE_URL }: Settings) => STORAGE_URL?.replace(/\/$/, ''),
  S3_ENDPOINT: ({ S3_ENDPOINT }: Settings) => S3_ENDPOINT && new URL(S3_ENDPOINT).href,
  REQUIRE_2FA: ({ secondFactorFor }: Settings) => [...secondFactorFor].sort(),
};

/**
 * Settings that should agree, and may differ for as long as they are changed on one server after
 * the other: what people read and how much they may do then depends on the server they come to.
 */
const alike = [
  'ACCOUNT_QUOTA_MB',
  'CORS_ORIGINS',
  'HELPLINE',
  'LIMIT_SCALE',
  'MAX_UPLOAD_MB',
  'OFFICE_ADDRESS',
  'OUTREACH_ADDRESS',
  'PRODUCT_NAME',
  'SOCIAL_MICROBLOG',
  'SOCIAL_NETWORK',
  'SOCIAL_PHOTOS',
  'SOCIAL_VIDEO',
  'SUPPORT_EMAIL',
  'TIME_ZONE',
  'mailFrom',
] as const satisfies (keyof Settings)[];

/** Without these a server keeps on its own disk what others would have to have. */
const needed = ['STORAGE_URL', 'SMTP_URL'] as const;

/**
 * What the row of a server says of its settings: nothing that they could be read or guessed from
 * without the key of the database, which has to be open.
 */
export function settingsOf(settings: Settings): Pick<About, 'missing' | 'bound' | 'alike'> {
  const entries = Object.entries(bound).map(([name, read]) => [name, print(name, read(settings))]);
  const others = alike.map((name) => [spelled(name), print(name, settings[name])]);
  return {
    missing: needed.filter((name) => !settings[name]),
    bound: Object.fromEntries(entries),
    alike: Object.fromEntries(others),
  };
}

/** The names of settings whose fingerprints differ, of those that both have. */
export function differing(one: Record<string, string> = {}, other: Record<string, string> = {}): string[] {
  return Object.keys(one).filter((name) => name in other && one[name] !== other[name]);
}

const spelled = (name: (typeof alike)[number]) => (name === 'mailFrom' ? 'MAIL_FROM' : name);

function print(name: string, value: unknown): string {
  return createHmac('sha256', keyOfDatabase('settings of servers'))
    .update(JSON.stringify([name, value ?? null]))
    .digest('base64url');
}

function withoutAccount(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '' }).href;
}
