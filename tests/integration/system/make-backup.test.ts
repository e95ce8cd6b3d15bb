import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { eq } from 'drizzle-orm';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { readSystem } from '~/domain/clinic/read-system.server';
import { openBackups } from '~/platform/backup/backup-schedule.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import { getSettings } from '~/platform/settings/env.server';
import * as systemPage from '~/routes/dashboard/admin/system';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { patientMs } from '../../support/patience';
import { postPage } from '../../support/requests';
import { call, visit } from '../../support/url-map';

let folder: string;
let clinic: Clinic;
let backups: ReturnType<typeof openBackups> | undefined;
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'backups-'));
});
afterEach(async () => {
  backups?.stop();
  backups = undefined;
  await clinic.close();
  rmSync(folder, { recursive: true, force: true });
});

/** Opens a clinic whose database is a file, so that another process can copy it. */
async function open(overrides: Record<string, string> = {}) {
  for (const name of ['file.key', 'session.secret'])
    writeFileSync(join(folder, name), '07'.repeat(32), { mode: 0o600 });
  clinic = await openClinic({
    DATABASE_URL: `file:${join(folder, 'app.db')}`,
    DATA_DIR: folder,
    BACKUP_DIR: join(folder, 'backups'),
    ...overrides,
  });
  backups = openBackups(getSettings(), () => undefined);
}

const press = ({ cookie }: Somebody) =>
  postPage(systemPage, { path: '/dashboard/system/back-up', params: { part: 'back-up' }, cookie });

type System = Awaited<ReturnType<(typeof readSystem)['run']>>;
const stateOf = async (admin: Somebody) =>
  ((await visit('/dashboard/system/:part?', admin)).data as System).backup;

const untilOver = (admin: Somebody) =>
  vi.waitFor(async () => expect((await stateOf(admin)).runningSince).toBeNull(), {
    timeout: patientMs,
    interval: 100,
  });

const entries = () => db().select().from(audit).where(eq(audit.action, 'backup.started'));

test('the button makes one backup, and the page shows that it runs and when it was made', async () => {
  await open();
  const admin = await an.admin();
  expect(await stateOf(admin)).toMatchObject({ runningSince: null, good: null });
  const answer = await press(admin);
  expect([answer.location, answer.toast]).toEqual([
    '/dashboard/system',
    { type: 'success', message: 'The backup has started' },
  ]);
  expect((await stateOf(admin)).runningSince).toMatch(/^\d{4}-/);
  expect((await press(admin)).toast).toEqual({
    type: 'error',
    message: 'A backup is already being made. Please wait until it is finished.',
  });
  const { token } = await an.admin();
  expect((await call('POST /system/make-backup', { token })).status).toBe(409);
  await untilOver(admin);
  const { good, failed } = await stateOf(admin);
  expect({ good, failed }).toMatchObject({ good: { at: expect.stringMatching(/^\d{4}-/) }, failed: null });
  expect(readdirSync(join(folder, 'backups')).filter((name) => name.endsWith('.tar'))).toHaveLength(1);
  expect(await entries()).toEqual([expect.objectContaining({ actorId: admin.id })]);
});

test('a backup that fails is shown with its time and reason, and can be tried again', async () => {
  await open();
  rmSync(join(folder, 'file.key'));
  const admin = await an.admin();
  expect((await press(admin)).toast?.type).toBe('success');
  await untilOver(admin);
  const { failed } = await stateOf(admin);
  expect(failed).toMatchObject({ at: expect.stringMatching(/^\d{4}-/), why: 'noKey' });
  expect((await press(admin)).toast?.type).toBe('success');
});

test('a folder that cannot be written to is refused with its name', async () => {
  const file = join(folder, 'a-file');
  writeFileSync(file, '');
  await open({ BACKUP_DIR: file });
  const admin = await an.admin();
  expect((await press(admin)).toast).toEqual({
    type: 'error',
    message: `The server cannot write to the backup folder: ${file}. Set BACKUP_DIR on the server to another folder.`,
  });
  expect(await entries()).toEqual([]);
});

test('nobody but an admin starts a backup', async () => {
  await open();
  for (const somebody of [await a.patient(), await an.expert()])
    expect((await press(somebody)).toast).toMatchObject({ type: 'error' });
  const runningSince = (await stateOf(await an.admin())).runningSince;
  expect([runningSince, await entries()]).toEqual([null, []]);
});
