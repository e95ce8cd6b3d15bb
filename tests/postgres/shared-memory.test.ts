import { expect, test } from 'vitest';
import { auditEntry } from '~/domain/audit/audit-entry.server';
import { readSystem } from '~/domain/clinic/read-system.server';
import { takeForm } from '~/domain/kernel/idempotency.server';
import { openServerPresence } from '~/platform/db/cluster/presence.server';
import { connection } from '~/platform/db/core/connection.server';
import { audit } from '~/platform/db/core/tables/clinic.server';
import { db, execute } from '~/platform/db/db.server';
import { sign } from '~/platform/secrets/secrets.server';
import { getSettings } from '~/platform/settings/env.server';
import * as settingsPage from '~/routes/dashboard/account/settings';
import { a, an, password } from '../support/clinic';
import { clinicForFile } from '../support/clinic-for-file';
import { rawDatabase, runSql } from '../support/raw';
import { postPage } from '../support/requests';
import { visit } from '../support/url-map';

clinicForFile();

const key = 'c0ffee'.padStart(32, '0');
const change = (cookie: string, newPassword: string) =>
  postPage(settingsPage, {
    path: '/dashboard/settings/password',
    params: { part: 'password' },
    cookie,
    fields: { oldPassword: password, newPassword, confirmNewPassword: newPassword },
    headers: { 'Idempotency-Key': key },
  });

test('shares the outcome of a form between servers, readable only with the browser’s key', async () => {
  const patient = await a.patient();
  const first = await change(patient.cookie, 'a lamp by the river');
  const again = await change(patient.cookie, 'a lamp by the river');
  expect(first.toast?.type).toBe('success');
  expect([again.location, again.toast]).toEqual([first.location, first.toast]);
  const raw = await rawDatabase();
  expect(raw).toContain(sign('form key', JSON.stringify(['account.changePassword', key])));
  expect(raw).not.toContain('lamp by the river');
  expect(raw).not.toContain(Buffer.from('lamp by the river').toString('base64').slice(4, -4));
  expect(raw).not.toContain(key);
});

test('runs a form again if its server died meanwhile', async () => {
  const patient = await a.patient();
  await runSql('delete from idempotency_keys');
  const keyHash = sign('form key', JSON.stringify(['account.changePassword', key]));
  expect(await takeForm(keyHash)).toBe('taken');
  expect(await takeForm(keyHash)).toBe('inHand');
  const pendingAnswer = change(patient.cookie, 'a lamp by the river');
  await runSql('update idempotency_keys set expires_at = 0');
  expect((await pendingAnswer).toast?.type).toBe('success');
});

test('shows audit entries in the order of their IDs, however many are written at once', async () => {
  const enoughLooks = 10;
  let looks = 0;
  // Each writer goes on until the reader has seen enough, and ends in any case.
  const write = async () => {
    for (let entries = 0; looks < enoughLooks && entries < 1000; entries += 1)
      await execute(auditEntry({ action: 'restore.tried' }));
  };
  let hasEnded = false;
  const pendingWrites = Promise.all(Array.from({ length: 20 }, write)).finally(() => {
    hasEnded = true;
  });
  let last: number[] = [];
  while (looks < enoughLooks && !hasEnded) {
    const seen = (await db().select({ id: audit.id }).from(audit).orderBy(audit.id)).map(({ id }) => id);
    expect(seen.slice(0, last.length)).toEqual(last);
    // Only a look at entries that are new since the last one counts.
    if (seen.length > last.length) looks += 1;
    last = seen;
  }
  await pendingWrites;
  expect(looks).toBe(enoughLooks);
});

test('lists the running servers on the System page', async () => {
  const read = () =>
    readSystem.run({
      viewer: {} as never,
      input: {},
      context: { listSignSentences: () => ['Fits'] } as never,
    });
  expect((await read()).servers).toEqual([]);
  const build = { version: '1.2.3', commit: 'b46d27414b5efd4d4c2e2d63928e1f2b9579031b', node: 'v24' };
  const north = openServerPresence({ ...getSettings(), SERVER_NAME: 'north-1' }, { place: 'a place', build });
  await connection().engine.turns?.inTurn(north.entrance.enter);
  const { servers } = await read();
  expect(servers).toMatchObject([{ name: 'north-1', version: '1.2.3 (b46d274)' }]);
  expect(Date.now() - Date.parse(servers[0]?.seenAt ?? '')).toBeLessThan(60_000);
  const { status } = await visit('/dashboard/system/:part?', await an.admin());
  expect(status).toBe(200);
});
