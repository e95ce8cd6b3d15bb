import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { projectRoot } from '~/platform/project-root.server';
import { an } from '../../../tests/support/clinic';
import { clinicForFile } from '../../../tests/support/clinic-for-file';
import { makeFirstAdmin, requireAdminPassword } from './first-admin.server';

clinicForFile();

/** The passwords that the manual writes after ADMIN_PASSWORD. */
const ofManual = ['docs/operations.md', 'docs/scaling.md'].flatMap((file) =>
  [...readFileSync(join(projectRoot(), file), 'utf8').matchAll(/^ADMIN_PASSWORD='?([^'\n]+)/gm)].map(
    ([, password]) => password ?? '',
  ),
);

test('the password of the first admin obeys the rule of every other, and the manual’s is refused', async () => {
  expect(ofManual.length).toBeGreaterThan(1);
  for (const password of [...ofManual, '        ', 'SecondLook1', 'Summer2026!', 'clinic-admin-1'])
    await expect(requireAdminPassword({ password }), password).rejects.toThrow(/^ADMIN_PASSWORD /);
  await expect(requireAdminPassword({ password: 'four green parrots sing' })).resolves.toBeUndefined();
  await expect(requireAdminPassword({})).resolves.toBeUndefined();
});

test('a clinic whose admin exists already starts with any password', async () => {
  await an.admin();
  expect(await makeFirstAdmin({ password: 'choose-a-long-one' })).toBeUndefined();
});
