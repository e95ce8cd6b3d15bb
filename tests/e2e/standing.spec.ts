import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expect, phone, test } from './support/fixtures.ts';
import { aDoctor, aPerson, codeFor, createMember, startSession, theAdmin } from './support/people.ts';
import { unfoldFilters } from './support/press.ts';

for (const script of ways('without script', 'with script')) {
  test.describe(() => {
    test.use({ javaScriptEnabled: script === 'with script', viewport: phone });

    test(`${script} the sign-up page asks only doctors for their registration`, async ({
      page,
      server,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      const person = aPerson('Expert', 'Nila');
      await page.goto('/signup');
      const number = page.getByLabel(en['credentials.numberLabel']);
      await expect(number).toBeHidden();
      await page.getByRole('radio', { name: en['signup.expert'] }).check();
      await expect(number).toBeVisible();
      await number.fill('KMC @ 1');
      await page.getByLabel(en['signup.firstNameLabel']).fill(person.firstName);
      await page.getByLabel(en['signup.lastNameLabel']).fill(person.lastName);
      await page.getByLabel(en['signup.emailLabel']).fill(person.email);
      await page.getByLabel(en['signup.contactNumberLabel']).fill(person.phone);
      for (const label of ['signup.passwordLabel', 'signup.confirmPasswordLabel'] as const)
        await page.getByLabel(en[label], { exact: true }).fill(person.password);
      await page.getByRole('button', { name: en['signup.submit'] }).click();
      await expect(page.getByText(en['credentials.shape'])).toBeVisible();
      await expect(number).toHaveValue('KMC @ 1');
      await number.fill('KMC 61204');
      if (script === 'without script')
        for (const label of ['signup.passwordLabel', 'signup.confirmPasswordLabel'] as const)
          await page.getByLabel(en[label], { exact: true }).fill(person.password);
      await page.getByRole('button', { name: en['signup.submit'] }).click();
      await expect(page).toHaveURL(/\/verify-email$/);
      expect(await codeFor(server, person.email)).toMatch(/^\d{6}$/);
    });

    test(`${script} an admin suspends a doctor, who reads the reason, and restores them`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const doctor = await aDoctor(server);
      const name = `${doctor.firstName} ${doctor.lastName}`;
      const hers = await anotherPage();
      await startSession(hers, doctor);
      await startSession(page, await theAdmin(server));
      await page.goto(`/dashboard/approved-expert?q=${doctor.email}`);
      await page.getByRole('link', { name: `${en['judge.suspend']} for ${name}` }).click();
      await page.getByLabel(en['standing.reason']).fill('Your registration ran out');
      await page.getByLabel(en['doubt.no']).check();
      await page.getByRole('button', { name: en['judge.suspend'] }).click();
      await expect(page).toHaveURL(/\?to=doubt$/);
      await expect(page.getByRole('heading', { name: en['doubt.listTitle'] })).toBeVisible();

      await hers.goto('/dashboard/pending-report');
      await expect(hers, 'logged out with the next click').toHaveURL(/\/login/);
      await startSession(hers, doctor);
      await hers.goto('/dashboard/home');
      await expect(hers.getByText(en['standing.youSuspended'])).toBeVisible();
      await expect(hers.getByText('Your registration ran out')).toBeVisible();
      await expect(hers.getByRole('link', { name: en['dashboard.viewPending'] })).toHaveCount(0);

      await page.goto(`/dashboard/approved-expert?standing=suspended&q=${doctor.email}`);
      await expect(page.getByText('Your registration ran out')).toBeVisible();
      await page.getByRole('button', { name: `${en['standing.restore']} for ${name}` }).click();
      await expect(page.getByText(en['filter.nothing'])).toBeVisible();
      await hers.reload();
      await expect(hers.getByRole('link', { name: en['dashboard.viewPending'] })).toBeVisible();
    });
  });
}

test(
  'an admin rejects a pending doctor and finds them under Rejected',
  whole,
  async ({ page, server, tolerate }) => {
    tolerate(/status of 400/);
    const doctor = await createMember(server, aPerson('Expert', 'Dev'));
    const name = `${doctor.firstName} ${doctor.lastName}`;
    await startSession(page, await theAdmin(server));
    await page.goto(`/dashboard/pending-expert?q=${doctor.email}`);
    await page.getByRole('link', { name: `${en['judge.reject']} for ${name}` }).click();
    await page.getByRole('button', { name: en['judge.reject'] }).click();
    await expect(page.getByText(en['judge.reason'])).toBeVisible();
    await page.getByLabel(en['standing.reason']).fill('Not in the register');
    await page.getByRole('button', { name: en['judge.reject'] }).click();
    await expect(page).toHaveURL(/\/dashboard\/pending-expert$/);
    await page.goto('/dashboard/approved-expert');
    await unfoldFilters(page);
    await page.getByLabel(en['standing.label']).selectOption(en['standing.rejected']);
    await page.getByRole('searchbox').fill(doctor.email);
    await page.getByRole('button', { name: en['filter.submit'] }).click();
    await expect(page.getByText('Not in the register')).toBeVisible();
  },
);
