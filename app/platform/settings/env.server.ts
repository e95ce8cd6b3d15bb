import { hostname } from 'node:os';
import { join, resolve, sep } from 'node:path';
import { languageCodes } from '~/i18n/language-codes';
import { OperatorError } from '~/platform/errors.server';
import { type ClinicWords, clinicWordNames, type TypedWords } from './clinic-words';
import { parseIp } from './ip-network';
import type { Retention } from './retention';
import { settingsSchema } from './setting-groups.server';

type Values = {
  PORT: number;
  METRICS_PORT?: number;
  DATA_DIR: string;
  UPLOADS_DIR: string;
  BACKUP_DIR: string;
} & SmsValues;

type SmsValues = { SMS_URL?: string; SMS_BODY?: string; SMS_ALLOW_PRIVATE: 'yes' | 'no' };

/**
 * Finds settings that are valid alone but contradict each other. Unset folders have their defaults.
 *
 * @returns a sentence for each contradiction, starting with the name of a setting to correct.
 */
function findContradictions({
  PORT,
  METRICS_PORT,
  DATA_DIR,
  UPLOADS_DIR,
  BACKUP_DIR,
  ...sms
}: Values): string[] {
  const sentences = findSmsContradictions(sms);
  if (METRICS_PORT === PORT) sentences.push(`METRICS_PORT: must differ from PORT; both are ${PORT}`);
  if (resolve(BACKUP_DIR) === resolve(DATA_DIR))
    sentences.push(
      'BACKUP_DIR: must differ from DATA_DIR; move the backups and deleted.ids to a separate folder',
    );
  // The server deletes files in the folder of uploads, and a restore requires it to be empty.
  const [inUploads] =
    Object.entries({ DATA_DIR, BACKUP_DIR }).find(([, folder]) => isWithin(UPLOADS_DIR, folder)) ?? [];
  if (inUploads)
    sentences.push(`${inUploads}: must not be UPLOADS_DIR or a folder in it, which is for report files only`);
  return sentences;
}

function findSmsContradictions({ SMS_URL, SMS_BODY, SMS_ALLOW_PRIVATE }: SmsValues): string[] {
  if (!SMS_URL) return [];
  const sentences: string[] = [];
  if (!SMS_BODY)
    sentences.push('SMS_BODY: must be set with SMS_URL, for example to {"to":"{to}","message":"{text}"}');
  if (SMS_ALLOW_PRIVATE !== 'yes' && !/^https:/i.test(SMS_URL))
    sentences.push(
      'SMS_URL: must start with https://; set SMS_ALLOW_PRIVATE=yes if the gateway is in the network of the clinic',
    );
  return sentences;
}

function isWithin(folder: string, path: string): boolean {
  return `${resolve(path)}${sep}`.startsWith(`${resolve(folder)}${sep}`);
}

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

export type Settings = ReturnType<typeof readSettings>;

/**
 * Reads and checks every setting (docs/requirements.md#running).
 *
 * @param source name → text, as in the environment; an empty text counts as unset.
 * @returns typed settings with the defaults filled in.
 * @throws an OperatorError that names each invalid setting and its problem, one per line.
 */
export function readSettings(source: Record<string, string | undefined>) {
  // Read once: compiling the schema would cost more than it saves.
  const parsed = settingsSchema.safeParse(emptyIsUnset(source), { jitless: true });
  if (!parsed.success)
    throw invalid(parsed.error.issues.map((issue) => `${issue.path.join('.')}: ${issue.message}`));
  const values = {
    ...parsed.data,
    BACKUP_DIR: parsed.data.BACKUP_DIR || join(parsed.data.DATA_DIR, 'backups'),
  };
  const contradictions = findContradictions(values);
  if (contradictions.length > 0) throw invalid(contradictions);
  const publicUrl = new URL(values.PUBLIC_URL ?? `http://${values.HOST || 'localhost'}:${values.PORT}`)
    .origin;
  return {
    ...values,
    PUBLIC_URL: publicUrl,
    SERVER_NAME: values.SERVER_NAME || `${hostname()}:${values.PORT}`,
    isSecure: publicUrl.startsWith('https:'),
    /** True if PostgreSQL keeps the plans of named statements. */
    namesPlans: values.DATABASE_PREPARE === 'yes',
    maxUploadBytes: values.MAX_UPLOAD_MB * 1024 * 1024,
    accountQuotaBytes: values.ACCOUNT_QUOTA_MB * 1024 * 1024,
    minFreeDiskBytes: values.MIN_FREE_DISK_MB * 1024 * 1024,
    /** Hours between two scheduled backups; undefined if none are scheduled. */
    backupEveryHours: values.BACKUP_EVERY === undefined ? undefined : hoursOf(values.BACKUP_EVERY),
    /** The number of those backups to keep. */
    retention: retentionOf(values.BACKUP_KEEP),
    mailFrom: values.MAIL_FROM ?? `no-reply@${new URL(publicUrl).hostname}`,
    trustedProxies: values.TRUST_PROXY.map((one) => parseIp(one) ?? one),
    corsOrigins: values.CORS_ORIGINS,
    /** True in the clinic of invented people that `--demo` serves on this machine alone. */
    isDemo: source.SECONDLOOK_DEMO === 'yes',
    smsAllowPrivate: values.SMS_ALLOW_PRIVATE === 'yes',
    webhooksAllowPrivate: values.WEBHOOKS_ALLOW_PRIVATE === 'yes',
    /** The format of the log. Without a setting, a terminal gets text. */
    logFormat: values.LOG_FORMAT ?? (process.stdout.isTTY ? ('text' as const) : ('json' as const)),
    /** The clinic's words that the environment gives. */
    fixedWords: clinicWordNames.filter((name) => source[name]?.trim()),
    /** The account types, in lower case, that must have a second factor. */
    secondFactorFor: values.REQUIRE_2FA.map((type) => type.toLowerCase()),
  };
}

function invalid(sentences: string[]) {
  return new OperatorError(`These settings are invalid:\n  ${sentences.join('\n  ')}`);
}

/** The settings of the environment, before the typed words. */
let base: Settings | undefined;
let typedWords: TypedWords = {};
let current: Settings | undefined;

/**
 * Returns the settings of this process, read and checked once, with the words that admins have typed
 * in place of those that the environment does not give.
 *
 * @throws as `readSettings` does.
 */
export function getSettings(): Settings {
  base ??= readSettings(process.env);
  current ??= { ...base, ...freeWords(base) };
  return current;
}

function freeWords({ fixedWords }: Settings): TypedWords {
  const isFree = ([name]: [string, unknown]) => !fixedWords.some((fixed) => fixed === name);
  return Object.fromEntries(Object.entries(typedWords).filter(isFree));
}

/** Replaces the typed words that this process shows. */
export function setTypedWords(words: TypedWords) {
  typedWords = words;
  current = undefined;
}

/** Returns the clinic's words: those of the environment, otherwise the typed ones. */
export function clinicWords(): ClinicWords {
  const settings = getSettings();
  const offered = settings.OFFERED_LANGUAGES;
  return {
    name: settings.PRODUCT_NAME,
    // A typed name may tell of an illness, so it is never the sender by itself.
    senderName: settings.SENDER_NAME || base?.PRODUCT_NAME || settings.PRODUCT_NAME,
    helpline: settings.HELPLINE,
    hours: settings.OFFICE_HOURS,
    supportEmail: settings.SUPPORT_EMAIL ?? '',
    officeAddress: settings.OFFICE_ADDRESS,
    outreachAddress: settings.OUTREACH_ADDRESS,
    complaintsOffice: settings.COMPLAINTS_OFFICE,
    processors: settings.PROCESSORS,
    footerLinks: {
      photos: settings.SOCIAL_PHOTOS ?? '',
      network: settings.SOCIAL_NETWORK ?? '',
      microblog: settings.SOCIAL_MICROBLOG ?? '',
      video: settings.SOCIAL_VIDEO ?? '',
    },
    languages: languageCodes.filter(
      (code) => code === 'en' || offered.length === 0 || offered.includes(code),
    ),
    fixed: settings.fixedWords,
  };
}

/**
 * Returns the environment for a program that works with the data of these settings, which may be
 * other ones than those of this process's environment.
 */
export function environmentOf({ DATABASE_URL, DATA_DIR, UPLOADS_DIR, BACKUP_DIR }: Settings) {
  return { ...process.env, DATABASE_URL, DATA_DIR, UPLOADS_DIR, BACKUP_DIR };
}

/**
 * Replaces the settings of this process and forgets the typed words; for a test or script that starts
 * a second server.
 */
export function setSettings(next: Settings) {
  base = next;
  setTypedWords({});
}
