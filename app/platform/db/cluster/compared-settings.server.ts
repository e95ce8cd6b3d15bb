import { createHmac } from 'node:crypto';
import { keyOfDatabase } from '~/platform/secrets/column-cipher.server';
import type { Settings } from '~/platform/settings/env.server';
import type { ServerDescription } from './server-rows.server';

/**
 * Settings that must be equal on all servers of a clinic. Otherwise a session, link or file of one
 * server would mean nothing to another, or one would admit users whom another rejects. FILE_KEY is
 * not listed, since only one key opens the database. Names and passwords of accounts with the mail
 * server are left out, since operators change them on one server after the other.
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
 * Settings that should be equal, but may differ while an operator changes them on one server after
 * the other. Meanwhile texts and limits depend on the server that answers.
 */
const alike = [
  'ACCOUNT_QUOTA_MB',
  'COMPLAINTS_OFFICE',
  'CORS_ORIGINS',
  'HELPLINE',
  'LIMIT_SCALE',
  'MAX_UPLOAD_MB',
  'OFFERED_LANGUAGES',
  'OFFICE_ADDRESS',
  'OFFICE_HOURS',
  'OUTREACH_ADDRESS',
  'OPEN_WITHOUT_EMAIL',
  'PROCESSORS',
  'PRODUCT_NAME',
  'SENDER_NAME',
  'SMS_ALLOW_PRIVATE',
  'SMS_BODY',
  'SMS_COUNTRIES',
  'SMS_DAILY_MAX',
  'SMS_STATUS_SECRET',
  'SMS_URL',
  'SOCIAL_MICROBLOG',
  'SOCIAL_NETWORK',
  'SOCIAL_PHOTOS',
  'SOCIAL_VIDEO',
  'SUPPORT_EMAIL',
  'TIME_ZONE',
  'WEBHOOKS_ALLOW_PRIVATE',
  'mailFrom',
] as const satisfies (keyof Settings)[];

/** Without these settings a server keeps data on its own disk that the others need. */
const needed = ['STORAGE_URL', 'SMTP_URL'] as const;

/**
 * Describes the settings of a server for its row. The row reveals nothing about them without the
 * key of the database, which has to be open.
 */
export function toComparedSettings(
  settings: Settings,
): Pick<ServerDescription, 'missing' | 'bound' | 'alike'> {
  const boundEntries = Object.entries(bound).map(([name, read]) => [name, fingerprint(name, read(settings))]);
  const alikeEntries = alike.map((name) => [toSettingName(name), fingerprint(name, settings[name])]);
  return {
    missing: needed.filter((name) => !settings[name]),
    bound: Object.fromEntries(boundEntries),
    alike: Object.fromEntries(alikeEntries),
  };
}

/** Returns the names of the settings that both sides have and whose fingerprints differ. */
export function listDifferingKeys(
  first: Record<string, string> = {},
  second: Record<string, string> = {},
): string[] {
  return Object.keys(first).filter((name) => name in second && first[name] !== second[name]);
}

const toSettingName = (name: (typeof alike)[number]) => (name === 'mailFrom' ? 'MAIL_FROM' : name);

function fingerprint(name: string, value: unknown): string {
  return createHmac('sha256', keyOfDatabase('settings of servers'))
    .update(JSON.stringify([name, value ?? null]))
    .digest('base64url');
}

function withoutAccount(url: string): string {
  return Object.assign(new URL(url), { username: '', password: '' }).href;
}
