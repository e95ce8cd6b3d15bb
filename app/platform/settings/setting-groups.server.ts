import { isIP } from 'node:net';
import { z } from 'zod';
import {
  describeSetting,
  hasHost,
  hasNoPath,
  isOrigin,
  isTimeZone,
  isWholeUrl,
  keySetting,
  listSetting,
  numberSetting,
  percentHint,
  textSetting,
  usualTimeZone,
  wholeNumberOrNone,
  wholeNumberSetting,
} from './setting-fields.server';
import { storageSettings } from './storage-settings.server';

const server = {
  PORT: describeSetting(wholeNumberSetting(3000, 1, 65_535), {
    description: 'The port that the server listens on.',
  }),
  HOST: describeSetting(textSetting(), {
    description: 'The interface that the server listens on, as a host name or an IP address.',
    ifUnset: 'every interface',
  }),
  PUBLIC_URL: describeSetting(
    z
      .url({
        protocol: /^https?$/,
        error: 'must be a whole address such as https://clinic.example',
        abort: true,
      })
      .refine(
        hasNoPath,
        'must have no path, query or user; SecondLook needs a host name of its own, such as https://secondlook.clinic.example',
      )
      .optional(),
    {
      description:
        'The address that people type; links in e-mails are built from it, and with https cookies are `Secure`.',
      ifUnset: '`http://localhost:3000`, made of `HOST` and `PORT`',
      example: 'https://clinic.example',
    },
  ),
  SERVER_NAME: describeSetting(textSetting(), {
    description: 'The name of this server among several, in its metrics and its log.',
    ifUnset: 'the name of the machine and `PORT`',
    example: 'north-1',
  }),
  STOP_DELAY: describeSetting(wholeNumberSetting(2, 0, 300), {
    description:
      'For how many seconds a server that is told to stop (SIGTERM) says that it is not ready and still takes requests: longer than a balancer needs to notice.',
  }),
  TRUST_PROXY: describeSetting(
    listSetting(
      (one) => isIP(one) !== 0,
      'must be IP addresses such as 127.0.0.1 (no names, no ranges), with commas between them',
    ),
    {
      description: 'The IP addresses of reverse proxies whose `X-Forwarded-For` header is believed.',
      ifUnset: 'no proxy is believed',
      example: '127.0.0.1',
    },
  ),
  CORS_ORIGINS: describeSetting(
    listSetting(isOrigin, 'must be origins such as https://app.example (no path), with commas between them'),
    {
      description: 'The other origins whose pages may call the API from a browser.',
      ifUnset: 'no other origin',
      example: 'https://app.example',
    },
  ),
};

const secrets = {
  SESSION_SECRET: describeSetting(z.string().min(32, 'must have at least 32 characters').optional(), {
    description: 'The key of cookies, signed links and stored hashes, with at least 32 characters.',
    ifUnset: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  FILE_KEY: describeSetting(keySetting.optional(), {
    description:
      'The key that wraps every key of files and encrypted columns: 64 hexadecimal digits, for example from `openssl rand -hex 32`.',
    ifUnset: 'made at the first start and kept in `DATA_DIR` with mode 0600',
  }),
  NEW_FILE_KEY: describeSetting(keySetting.optional(), {
    description: 'The next `FILE_KEY`; only `npm run rotate-key` reads it.',
    ifUnset: 'that command makes one, where `FILE_KEY` is kept in `DATA_DIR`',
  }),
};

const backups = {
  BACKUP_EVERY: describeSetting(
    z
      .string()
      .regex(/^[1-9]\d{0,2}[hd]$/, 'must be hours or days, such as 24h or 1d')
      .optional(),
    {
      description: 'How often the server makes a backup by itself: hours or days, such as `24h` or `7d`.',
      ifUnset: 'the server makes none by itself',
      example: '24h',
    },
  ),
  BACKUP_KEEP: describeSetting(
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
  BACKUP_DIR: describeSetting(textSetting(), {
    description: 'The folder of the backups, better on another disk.',
    ifUnset: '`DATA_DIR/backups`',
  }),
  BACKUP_RECIPIENT: describeSetting(
    z
      .string()
      // The start asks the library itself (`requireRecipient`); some kinds contain a second 1.
      .regex(/^age1[0-9a-z]+$/, 'must be an age recipient: age1 and what age-keygen printed after it')
      .optional(),
    {
      description:
        'The age recipient that backups are encrypted to, with `FILE_KEY` inside: `age1…`, as `age-keygen` prints it.',
      ifUnset: 'backups are not encrypted and hold no key',
    },
  ),
  BACKUP_IDENTITY: describeSetting(textSetting(), {
    description:
      'What opens an encrypted backup: `AGE-SECRET-KEY-…` or the path of the file with it; for `npm run restore`, not for the server.',
    ifUnset: 'an encrypted backup is not opened',
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
        'The mail server that e-mails are sent through; in user and password `#` is `%23`, `/` is `%2F`, `?` is `%3F` and `@` is `%40`.',
      ifUnset: 'e-mails are printed on the terminal and kept in `DATA_DIR/mail`',
      example: 'smtps://user:password@mail.example:465',
    },
  ),
  MAIL_FROM: describeSetting(
    z.email('must be an e-mail address alone, such as no-reply@clinic.example').optional(),
    {
      description: 'The sender of every e-mail.',
      ifUnset: '`no-reply@` and the host of `PUBLIC_URL`',
      example: 'no-reply@clinic.example',
    },
  ),
};

const oneAddress = 'must be one e-mail address, such as help@clinic.example';
const passwordLength = 'must have 8 to 128 characters';

const accounts = {
  ADMIN_EMAIL: describeSetting(z.email(oneAddress).optional(), {
    description: 'The e-mail address of the first admin, who is made at a start where no admin exists.',
    ifUnset: '`admin@localhost`',
  }),
  ADMIN_PASSWORD: describeSetting(z.string().min(8, passwordLength).max(128, passwordLength).optional(), {
    description: 'The password of the first admin.',
    ifUnset: 'a random one, printed once',
  }),
  REQUIRE_2FA: describeSetting(
    listSetting(
      (one) => /^(patient|expert|admin)$/i.test(one),
      'must be account types (patient, expert, admin), with commas between them',
    ),
    {
      description: 'The account types that have to log in with a second factor; everybody else may.',
      ifUnset: 'nobody has to',
      example: 'admin,expert',
    },
  ),
  UNDO_SECONDS: describeSetting(numberSetting('must be a number from 0 to 60').min(0).max(60).default(10), {
    description:
      'For how many seconds a review that was sent can be undone; the patient sees it only then. 0 shows it at once.',
  }),
  LIMIT_SCALE: describeSetting(numberSetting('must be a number above 0').positive().default(1), {
    description:
      'Multiplies every limit on how often something may be done; a clinic behind one shared address raises it.',
  }),
};

/** Builds a setting for a link in the footer. */
const socialLink = (site: string) =>
  describeSetting(
    z
      .url({ protocol: /^https?$/, error: 'must be a whole address such as https://site.example/clinic' })
      .optional(),
    {
      description: `The link to the clinic on a ${site}, in the footer.`,
      ifUnset: 'it is not shown',
    },
  );

const appearance = {
  PRODUCT_NAME: describeSetting(textSetting('SecondLook'), {
    description: 'The name that pages and e-mails use.',
  }),
  TIME_ZONE: describeSetting(
    textSetting(usualTimeZone).refine(isTimeZone, 'must be a time zone such as Asia/Kolkata'),
    {
      description:
        'The time zone of the clinic, by its IANA name: days and times on pages are those of its clock.',
      example: 'Asia/Dhaka',
    },
  ),
  SUPPORT_EMAIL: describeSetting(z.email(oneAddress).optional(), {
    description: 'The address on the contact page, which also gets every message that is sent there.',
    ifUnset: 'it is not shown, and messages are only kept for the admins',
  }),
  HELPLINE: describeSetting(textSetting(), {
    description:
      'The phone number on the About and Contact pages, and where no doctor can translate a review.',
    ifUnset: 'it is not shown',
  }),
  OFFICE_ADDRESS: describeSetting(textSetting(), {
    description:
      'The postal address of the office; for several lines, put `\\n` between them and quotes around all.',
    ifUnset: 'it is not shown',
  }),
  OUTREACH_ADDRESS: describeSetting(textSetting(), {
    description: 'The postal address of the outreach office, written in the same way.',
    ifUnset: 'it is not shown',
  }),
  SOCIAL_PHOTOS: socialLink('photo-sharing site'),
  SOCIAL_NETWORK: socialLink('social network'),
  SOCIAL_MICROBLOG: socialLink('microblog'),
  SOCIAL_VIDEO: socialLink('video site'),
};

const logLevels = ['silent', 'fatal', 'error', 'warn', 'info', 'debug'] as const;

const observation = {
  METRICS_PORT: describeSetting(wholeNumberOrNone(1, 65_535), {
    description: 'The port of `/metrics`, for Prometheus; `/healthz` and `/readyz` are always there.',
    ifUnset: 'no metrics are served',
    example: '9464',
  }),
  METRICS_HOST: describeSetting(textSetting('127.0.0.1'), { description: 'The interface of `/metrics`.' }),
  LOG_LEVEL: describeSetting(
    z.enum(logLevels, { error: `must be one of ${logLevels.join(', ')}` }).default('info'),
    {
      description: 'How much is logged: `silent`, `fatal`, `error`, `warn`, `info` or `debug`.',
    },
  ),
  LOG_CLIENT_IP: describeSetting(z.stringbool({ error: 'must be true or false' }).default(false), {
    description:
      'Whether the access log holds client IP addresses, which are personal data; switch it on while you look for an attacker.',
  }),
};

/** The settings in the order in which `docs/settings.md` and `.env.example` list them. */
export const settingGroups: { title: string; settings: Record<string, z.ZodType> }[] = [
  { title: 'Server', settings: server },
  { title: 'Storage', settings: storageSettings },
  { title: 'Secrets', settings: secrets },
  { title: 'Backups', settings: backups },
  { title: 'E-mail', settings: email },
  { title: 'Accounts and limits', settings: accounts },
  { title: 'What the pages say of the clinic', settings: appearance },
  { title: 'Metrics and log', settings: observation },
];

/** The schema of the settings as the environment gives them: names and texts. */
export const settingsSchema = z.object({
  ...server,
  ...storageSettings,
  ...secrets,
  ...backups,
  ...email,
  ...accounts,
  ...appearance,
  ...observation,
});
