// Fills an empty clinic with invented people, reports and reviews, to try it out. Refuses if the
// clinic has other data. npm start -- --demo runs it with --demo, in the folder of the demo clinic.

import { existsSync, renameSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { count, eq, inArray, ne } from 'drizzle-orm';
import { openStores } from '~/ops/start.server';
import { takeLock } from '~/platform/db/core/folder-lock.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db, execute } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import { OperatorError } from '~/platform/errors.server';
import { closeLimits, openLimits } from '~/platform/limits/limits.server';
import { setLogLevel } from '~/platform/observability/log.server';
import { startLine } from '~/platform/operator-commands.server';
import { hashPassword } from '~/platform/secrets/passwords.server';
import { newToken } from '~/platform/secrets/tokens.server';
import { getSettings, readSettings, type Settings, setSettings } from '~/platform/settings/env.server';
import { decoder } from '~/platform/storage/current-storage.server';
import * as demo from './demo/clinic';
import { emailOf, fillDemoClinic } from './demo/fill';
import { operatorCommand } from './lib/operator-command';

const password = newToken().slice(0, 12);
const isDemo = process.argv.includes('--demo');
const isFresh = process.argv.includes('--fresh');
let replaceOnClose: (() => void) | undefined;

async function requireEmpty() {
  const [otherUsers] = await db()
    .select({ total: count() })
    .from(users)
    .where(ne(users.accountType, 'Admin'));
  const [admins] = await db().select({ total: count() }).from(users).where(eq(users.accountType, 'Admin'));
  const [reportRows] = await db().select({ total: count() }).from(reports);
  const [messageRows] = await db().select({ total: count() }).from(messages);
  const isEmpty =
    otherUsers?.total === 0 &&
    (admins?.total ?? 0) <= 1 &&
    reportRows?.total === 0 &&
    messageRows?.total === 0;
  if (isEmpty) return;
  throw new OperatorError(
    `The database ${getSettings().DATABASE_URL} is in use: it holds more than the first admin. The demo clinic needs an empty database. Nothing was changed.`,
  );
}

function roleOf({ isApproved, taken }: (typeof demo.doctors)[number]) {
  if (taken) return taken.to === 'suspend' ? 'Expert, suspended' : 'Expert, rejected';
  return isApproved ? 'Expert' : 'Expert, not approved';
}

/** The role and the e-mail address of everyone in the demo clinic. */
const logIns = [
  { role: 'Admin', person: demo.admin },
  ...demo.doctors.map((doctor) => ({ role: roleOf(doctor), person: doctor })),
  ...demo.patients.map((patient) => ({ role: 'Patient', person: patient })),
].map(({ role, person }) => ({ role, email: emailOf(person) }));

/** Fills the clinic of the settings, which must be empty, and lists its log-ins. */
async function fillThisClinic() {
  await openClinic(getSettings());
  await requireEmpty();
  await fillDemoClinic(password);
  const waiting = demo.reports.filter(({ review }) => !review).length;
  console.log(
    [
      `The demo clinic is ready: ${demo.reports.length} reports of ${reportTypes.length} types, ${waiting} of them waiting.`,
      'All data in it is fictional, and no e-mail is sent. These users can log in:',
      ...logIns.map(({ role, email }) => `  ${role.padEnd(24)}${email}`),
      `The password of each is ${password}`,
      `It is shown only once. Start the server: ${startLine()}`,
    ].join('\n'),
  );
}

/**
 * Opens the demo clinic of `npm start -- --demo`: fills a new folder at the first start and with
 * `--fresh`. Everyone gets a new password at each start, so no password is stored and no user is
 * locked out. Writes the log-ins to stdout as JSON.
 */
async function openDemoClinic() {
  const settings = getSettings();
  const { DATA_DIR: folder } = settings;
  const isNew = isFresh || !existsSync(folder);
  if (existsSync(folder)) takeLock(settings).release();
  if (isNew) await fillFolder(settings, `${folder}.new`);
  else {
    await openClinic(settings);
    const passwordHash = await hashPassword(password);
    const isInvented = inArray(
      users.email,
      logIns.map(({ email }) => email),
    );
    await execute(db().update(users).set({ passwordHash }).where(isInvented));
  }
  const rows = await db().select({ email: users.email }).from(users);
  const emails = new Set(rows.map(({ email }) => email));
  console.log(JSON.stringify({ password, isNew, logIns: logIns.filter(({ email }) => emails.has(email)) }));
}

/** Fills a folder beside that of the demo clinic, so that an interrupted start leaves no half of one. */
async function fillFolder(settings: Settings, staging: string) {
  const { DATA_DIR: folder } = settings;
  rmSync(staging, { recursive: true, force: true });
  const places = {
    DATA_DIR: staging,
    DATABASE_URL: `file:${join(staging, 'app.db')}`,
    UPLOADS_DIR: join(staging, 'uploads'),
  };
  setSettings(readSettings({ ...process.env, ...places }));
  await openClinic(getSettings());
  await fillDemoClinic(password);
  replaceOnClose = () => {
    rmSync(folder, { recursive: true, force: true });
    renameSync(staging, folder);
  };
}

async function openClinic(settings: Settings) {
  await openStores(settings);
  await openLimits({ path: ':memory:', scale: 1000 });
}

// The decoding programs do not keep a process alive, so this one waits for them.
const awake = setInterval(() => undefined, 1000);
await operatorCommand(
  async () => {
    setLogLevel('error');
    await (isDemo ? openDemoClinic() : fillThisClinic());
  },
  async () => {
    await closeAll();
    replaceOnClose?.();
    clearInterval(awake);
  },
);

async function closeAll() {
  try {
    await decoder().close();
  } catch {
    // It was never opened: the settings or the keys were wrong.
  }
  closeLimits();
  await closeDatabase();
}
