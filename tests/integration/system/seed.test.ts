import { execFile } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { count, eq } from 'drizzle-orm';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { openStores } from '~/ops/start.server';
import { users } from '~/platform/db/core/tables/accounts.server';
import { audit, messages, outbox } from '~/platform/db/core/tables/clinic.server';
import { reports } from '~/platform/db/core/tables/reports.server';
import { closeDatabase, db } from '~/platform/db/db.server';
import { reportTypes } from '~/platform/enums';
import { projectRoot } from '~/platform/project-root.server';
import { isRightPassword } from '~/platform/secrets/passwords.server';
import { readSettings, setSettings } from '~/platform/settings/env.server';
import { decoder, storage } from '~/platform/storage/current-storage.server';
import { bundled } from '../../support/bundled';

const runFile = promisify(execFile);
let folder: string;
let places: Record<string, string>;
let printed: string;

/**
 * Runs a script of the project in this test's folder.
 *
 * @returns its exit code and output
 */
async function run(script: string, ...args: string[]) {
  const program = await bundled(join('scripts', script));
  // Inherits no settings of this process, since a developer may have set some.
  const env: NodeJS.ProcessEnv = { NODE_ENV: 'production', PATH: process.env.PATH, HOME: folder, ...places };
  const options = { cwd: projectRoot(), env };
  return runFile(process.execPath, [program, ...args], options).then(
    ({ stdout }) => ({ code: 0, stdout, stderr: '' }),
    ({ code, stdout, stderr }: { code: number; stdout: string; stderr: string }) => ({
      code,
      stdout,
      stderr,
    }),
  );
}

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'demo-'));
  places = {
    DATABASE_URL: `file:${join(folder, 'app.db')}`,
    DATA_DIR: folder,
    UPLOADS_DIR: join(folder, 'uploads'),
    MIN_FREE_DISK_MB: '0',
  };
  expect((await run('create-admin.ts', 'first@clinic.test')).code, 'a clinic with its first admin').toBe(0);
  const filled = await run('seed.ts');
  expect(filled, filled.stderr).toMatchObject({ code: 0 });
  printed = filled.stdout;
  const settings = readSettings(places);
  setSettings(settings);
  await openStores(settings);
});
afterAll(async () => {
  await decoder().close();
  await closeDatabase();
  await rm(folder, { recursive: true, force: true });
});

const everything = async () => {
  const tables = [users, reports, messages, outbox, audit];
  return Promise.all(
    tables.map(async (table) => (await db().select({ total: count() }).from(table))[0]?.total),
  );
};

describe('the demo clinic', () => {
  test('has reports of every type, most of them reviewed, and every file opens', async () => {
    const rows = await db().select().from(reports);
    expect(new Set(rows.map(({ reportType }) => reportType))).toEqual(new Set(reportTypes));
    const reviewed = rows.filter(({ status }) => status === 'Reviewed');
    expect(reviewed.length / rows.length).toBeGreaterThan(0.6);
    expect(reviewed.length).toBeLessThan(rows.length);
    expect(Math.max(...rows.map(({ pages }) => pages)), 'a document of several pages').toBeGreaterThan(1);
    for (const row of rows) {
      const { stream } = await storage().open({ name: row.fileName, boundTo: row.id, bytes: row.bytes });
      expect(Buffer.concat(await stream.toArray()).length).toBe(row.bytes);
      const small = await storage().open({ name: row.thumbnailName ?? '', boundTo: `${row.id}/thumbnail` });
      expect(small.totalBytes).toBeGreaterThan(100);
      small.stream.destroy();
      if (row.reviewedAt) expect(row.reviewedAt.getTime()).toBeGreaterThan(row.createdAt.getTime());
      expect(Math.max(row.createdAt.getTime(), row.reviewedAt?.getTime() ?? 0)).toBeLessThan(Date.now());
    }
  });

  test('names every user who can log in, with their password', async () => {
    const password = /^The password of each is (\S+)$/m.exec(printed)?.[1] ?? '';
    const rows = await db().select().from(users);
    const roles = new Set(rows.map(({ accountType, approved }) => `${accountType} ${approved}`));
    expect(roles).toEqual(new Set(['Patient false', 'Expert true', 'Expert false', 'Admin true']));
    const experts = rows.filter(({ accountType }) => accountType === 'Expert');
    expect(experts.filter(({ registrationNumber }) => !registrationNumber)).toEqual([]);
    expect(experts.filter(({ suspendedAt, rejectedAt }) => suspendedAt ?? rejectedAt)).toHaveLength(1);
    for (const row of rows.filter(({ email }) => email !== 'first@clinic.test')) {
      expect(printed).toContain(row.email);
      expect(await isRightPassword(row.passwordHash, password)).toBe(true);
    }
  });

  test('has messages that wait for an admin, and sends no e-mail', async () => {
    const [messageCount] = await db().select({ total: count() }).from(messages);
    expect(messageCount?.total).toBeGreaterThan(0);
    const emails = await db().select().from(outbox);
    expect(emails.length).toBeGreaterThan(10);
    expect(emails.filter(({ state }) => state !== 'sent')).toEqual([]);
    expect(emails.every(({ recipient }) => recipient.includes('.example"'))).toBe(true);
  });

  test('refuses a clinic that is in use, and changes nothing', async () => {
    const before = await everything();
    const again = await run('seed.ts');
    expect(again.code).toBe(1);
    expect(again.stderr).toContain('is in use: it holds more than the first admin.');
    expect(again.stdout).toBe('');
    expect(await everything()).toEqual(before);
    expect(await db().select().from(users).where(eq(users.email, 'first@clinic.test'))).toHaveLength(1);
  });
});
