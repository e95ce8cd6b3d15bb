import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, demoTest as test } from './support/fixtures.ts';
import { aPerson, call, createMember, startSession } from './support/people.ts';

// All tests share one clinic.
test.describe.configure({ mode: 'default' });

for (const width of ways(360, 1280)) {
  test(`at ${width} px a question comes with its facts, its place in the menu and the way back`, async ({
    page,
    demo: { people, desk },
  }) => {
    await page.setViewportSize({ width, height: 720 });
    const { unapproved, admin, patient } = people;
    const numberLabel = en['credentials.numberLabel'];
    for (const [viewer, path, question, parent, facts] of [
      [
        admin,
        `approve-expert/${unapproved.id}`,
        'Approve Dev Kapoor?',
        'Pending Expert',
        en['experts.email'],
      ],
      [admin, `judge-expert/${unapproved.id}?to=reject`, 'Reject Dev Kapoor?', 'Pending Expert', numberLabel],
      [admin, `lift-hold/${desk.heldId}`, en['lift.title'], 'Pending Report', en['report.caseNumber']],
      [
        patient,
        `delete-report/${desk.heldId}`,
        en['report.deleteTitle'],
        en['nav.previousReport'],
        en['report.caseNumber'],
      ],
    ] as const) {
      await startSession(page, viewer);
      await page.goto(`/dashboard/${path}`);
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(question);
      const content = page.locator('#content');
      await expect(content.getByRole('term').filter({ hasText: facts })).toBeVisible();
      const current = page.locator('nav [aria-current="true"]').filter({ hasText: parent });
      await expect(current.first()).toBeAttached();
      if (width > 360) await expect(current.filter({ visible: true })).toHaveCount(1);
      await expect(content.getByRole('link', { name: en['confirm.back'], exact: true })).toBeVisible();
      expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(width);
    }
  });
}

test('a doctor with a registration number is approved with the method and the tick alone', async ({
  page,
  server,
  demo: { people },
}) => {
  const doctor = await createMember(server, aPerson('Expert', 'Farida'));
  const credentials = { registrationNumber: 'KMC 4711', council: '', qualification: 'MBBS' };
  await call(server, 'PUT', 'profile/update-credentials', credentials, doctor.token);
  await startSession(page, people.admin);
  await page.goto(`/dashboard/approve-expert/${doctor.id}`);
  await page.getByLabel(en['checkPage.method']).selectOption('register');
  await page.getByRole('checkbox').check();
  await page.getByRole('button', { name: en['experts.approve'] }).click();
  await expect(page).toHaveURL(/\/dashboard\/pending-expert/);
  await expect(page.getByText('Expert Approved!').first()).toBeVisible();
});
