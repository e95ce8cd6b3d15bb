import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join, relative } from 'node:path';
import { hash } from '@node-rs/argon2';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { openSession } from '~/domain/identity/sessions.server';
import { sendWaiting } from '~/domain/notifications/email-worker.server';
import { untilThumbnailsStored } from '~/domain/report-view/thumbnails.server';
import { makeEmailComposer } from '~/i18n/notifications/compose-email';
import { fileKeys } from '~/platform/db/core/keyring.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { atomically, closeDatabase, db, openDatabase } from '~/platform/db/db.server';
import type { AccountType, Duty } from '~/platform/enums';
import { newId } from '~/platform/ids.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { setSessionSecret } from '~/platform/secrets/secrets.server';
import type { Email } from '~/platform/senders/mail.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { setStorage } from '~/platform/storage/current-storage.server';
import { openDecoder } from '~/platform/storage/decoder/decoder.server';
import { openObjects } from '~/platform/storage/objects/open-objects.server';
import { openStorage } from '~/platform/storage/storage.server';
import { writeCookie } from '~/web/request/cookies.server';
import { migratedContent } from './migrated-content';
import { patientMs } from './patience';
import { returnDatabase, takeDatabase } from './test-database';
import { isOnStore, namesIn, takeStorage } from './test-storage';

export const origin = 'http://clinic.test';
export const password = 'a quiet river';

/** A key that no clinic uses. */
const fileKey = Buffer.alloc(32, 7);

/**
 * Starting a program costs more than decoding most files, so the test files of a process share one
 * decoder.
 */
const decoder = openDecoder({ timeoutMs: patientMs });

export type Clinic = Awaited<ReturnType<typeof openClinic>>;

/**
 * Opens a clinic: a fresh migrated database or the one in the settings, storage in a temporary
 * folder, and e-mails collected in a list.
 */
export async function openClinic(overrides: Record<string, string> = {}) {
  const folder = await mkdtemp(join(tmpdir(), 'clinic-'));
  const uploads = join(folder, 'uploads');
  const settings = readSettings({
    PUBLIC_URL: origin,
    DATABASE_URL: overrides.DATABASE_URL ?? (await takeDatabase()),
    DATA_DIR: folder,
    UPLOADS_DIR: uploads,
    LIMIT_SCALE: '1000',
    UNDO_SECONDS: '0',
    MIN_FREE_DISK_MB: '0',
    ...(await takeStorage()),
    ...overrides,
  });
  setSettings(settings);
  setLogLevel('silent');
  setSessionSecret('a secret of thirty-two characters');
  await openDatabase({
    url: settings.DATABASE_URL,
    fileKey,
    content: settings.DATABASE_URL === ':memory:' ? migratedContent() : undefined,
    pool: settings.DATABASE_POOL,
    namesPlans: settings.namesPlans,
  });
  await openLimits({ path: ':memory:', scale: settings.LIMIT_SCALE });
  const objects = await openObjects(settings);
  // A copy, so that a test's replacement of a function stays in its own clinic.
  const storage = openStorage({ directory: uploads, keys: fileKeys(fileKey), objects });
  setStorage({ storage, decoder: { ...decoder } });
  const sentEmails: Email[] = [];
  const mail = { deliver: async (letter: Email) => void sentEmails.push(letter), close: () => undefined };
  return {
    uploads,
    /** Every e-mail sent so far, optionally only those to one address. */
    async emails(to?: string) {
      await sendWaiting(
        mail,
        makeEmailComposer(() => ({ productName: settings.PRODUCT_NAME, publicUrl: settings.PUBLIC_URL })),
      );
      return sentEmails.filter((letter) => !to || letter.to.address === to);
    },
    /** The code in the newest e-mail to an address. */
    async code(to: string) {
      const emails = await this.emails(to);
      return /\b(\d{6})\b/.exec(emails.at(-1)?.subject ?? '')?.[1] ?? 'no code';
    },
    /** The stored files. */
    objects,
    /**
     * Ends the work of this storage and returns a new one, as after a restart: it remembers nothing
     * that this process has received.
     */
    async restarted() {
      await untilThumbnailsStored();
      return openStorage({ directory: uploads, keys: fileKeys(fileKey), objects });
    },
    /** Lists the files in the uploads folder and the object store, pending files included. */
    async storedFiles() {
      await untilThumbnailsStored();
      const entries = await readdir(uploads, { recursive: true, withFileTypes: true }).catch(() => []);
      const files = entries.filter((entry) => entry.isFile());
      const onDisk = files.map((entry) => relative(uploads, join(entry.parentPath, entry.name)));
      const storedNames = isOnStore ? await namesIn(objects) : [];
      return [...onDisk, ...storedNames.map((name) => join(name.slice(0, 2), name))];
    },
    async close() {
      await untilThumbnailsStored();
      closeLimits();
      await closeDatabase();
      if (!overrides.DATABASE_URL) returnDatabase(settings.DATABASE_URL);
      await rm(folder, { recursive: true, force: true });
    },
  };
}

export type Somebody = {
  id: string;
  email: string;
  firstName: string;
  lastName: string;
  /** Bearer token for the API. */
  token: string;
  /** Cookie header for the pages. */
  cookie: string;
};

let serial = 0;
/** The creation time of the newest account; lists show people in this order. */
let lastCame = 0;

/**
 * The stored hash of everybody's password, computed once at the lowest cost. A hash names its own
 * cost of verification. Another test covers the cost that the product uses.
 */
const passwordHash = await hash(password, { algorithm: 2, memoryCost: 8, timeCost: 1, parallelism: 1 });

type Traits = { approved?: boolean; isSuspended?: boolean; firstName?: string; duty?: Duty };

async function somebody(
  accountType: AccountType,
  { approved = false, isSuspended = false, firstName = 'Asha', duty }: Traits = {},
): Promise<Somebody> {
  serial += 1;
  const email = `${accountType.toLowerCase()}${serial}@clinic.test`;
  const lastName = `Nr${serial}`;
  lastCame = Math.max(Date.now(), lastCame + 1);
  const now = new Date(lastCame);
  const id = newId();
  const isAdmin = accountType === 'Admin';
  const api = openSession({ userId: id, kind: 'api', passwordHash });
  const web = openSession({ userId: id, kind: 'web', passwordHash });
  await atomically([
    db()
      .insert(users)
      .values({
        id,
        accountType,
        firstName,
        lastName,
        email,
        contactNumber: isAdmin ? null : '+919876543210',
        passwordHash,
        approved: isAdmin || approved,
        suspendedAt: isSuspended ? now : null,
        helperSince: duty === 'helper' ? now : null,
        frontDeskSince: duty === 'frontDesk' ? now : null,
        createdAt: now,
        updatedAt: now,
      }),
    ...(isAdmin ? [auditEntry({ action: 'account.opened', objectId: id })] : []),
    ...api.steps,
    ...web.steps,
  ]);
  const [, setCookie] = await writeCookie('session', web.token);
  return { id, email, firstName, lastName, token: api.token, cookie: setCookie.split(';')[0] ?? '' };
}

export const a = {
  patient: (o?: { firstName?: string }) => somebody('Patient', o),
  helper: () => somebody('Patient', { firstName: 'Radha', duty: 'helper' }),
  clerk: () => somebody('Patient', { firstName: 'Ravi', duty: 'frontDesk' }),
};
export const an = {
  admin: () => somebody('Admin', { firstName: 'Clinic' }),
  expert: (o?: { firstName?: string }) => somebody('Expert', { approved: true, firstName: 'Meera', ...o }),
  suspendedExpert: () => somebody('Expert', { approved: true, isSuspended: true, firstName: 'Nila' }),
  unapprovedExpert: () => somebody('Expert', { approved: false, firstName: 'Dev' }),
};

/** Reads a file of `tests/fixtures` as a form takes it. */
export async function fixture(name: string, as = name, type = 'application/octet-stream') {
  const bytes = await readFile(new URL(`../fixtures/${name}`, import.meta.url));
  return new File([new Uint8Array(bytes)], as, { type });
}
