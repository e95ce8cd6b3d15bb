import type { MessageKey, MessageValues } from '../../app/i18n/message-keys.ts';
import { sentences as en, translate } from '../../app/i18n/translate.ts';
import { measuredIn, ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aPatient, aReport, call, fixturePath, setLanguageCookie, startSession } from './support/people.ts';
import { openSettings } from './support/press.ts';

const part = (page: Page, title: string) => page.getByRole('region', { name: title, exact: true });
const profile = (page: Page) => part(page, en['settings.profile']);
const newPassword = 'another quiet river';

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a user fills in their profile and reads it`, whole, async ({ page, server, tolerate }) => {
      tolerate(/status of 400/);
      await startSession(page, await aPatient(server));
      await page.goto('/dashboard/my-profile');
      await expect(page.getByText('write something about Yourself')).toBeVisible();
      await page.getByRole('link', { name: 'Add Gender' }).click();
      await expect(page).toHaveURL('/dashboard/settings#profile');

      const form = profile(page);
      await form.getByLabel(en['profile.aboutLabel']).fill('I keep bees.');
      await form.getByLabel(en['profile.dateOfBirthLabel']).fill('2199-01-01');
      await form.getByLabel(en['profile.genderLabel']).selectOption('Non-Binary');
      await form.getByRole('button', { name: en['profile.submit'] }).click();
      await expect(form.getByText('Date of Birth cannot be in future')).toBeVisible();
      await expect(form.getByLabel(en['profile.dateOfBirthLabel'])).toBeFocused();
      await expect(form.getByLabel(en['profile.aboutLabel'])).toHaveValue('I keep bees.');
      await expect(form.getByLabel(en['profile.genderLabel'])).toHaveValue('Non-Binary');
      await expect(part(page, en['settings.password']).getByRole('alert')).toHaveCount(0);

      await form.getByLabel(en['profile.dateOfBirthLabel']).fill('1980-05-31');
      await form.getByRole('button', { name: en['profile.submit'] }).click();
      await expectMessage(page, 'Profile Updated Successfully');
      await expect(page).toHaveURL('/dashboard/my-profile');
      for (const fact of ['I keep bees.', 'Non-Binary', '31 May 1980']) {
        await expect(page.getByText(fact, { exact: true })).toBeVisible();
      }
    });

    test(
      `${how} a user changes their picture, and the header shows it`,
      whole,
      async ({ page, server, tolerate }) => {
        tolerate(/status of 4/);
        await startSession(page, await aPatient(server));
        await page.goto('/dashboard/settings');
        const form = await openSettings(page, en['picture.title']);
        const picker = form.getByLabel(en['picture.label']);
        const upload = form.getByRole('button', { name: en['picture.submit'] });
        await expect(page.getByRole('banner').locator('img')).toHaveCount(0);
        await expect(picker).toHaveAttribute('accept', '.png,.gif,.jpeg,.jpg,.pdf');

        await picker.setInputFiles(fixturePath('truncated.jpg'));
        await upload.click();
        await expect(form.getByText(en['upload.truncated'])).toBeVisible();

        await picker.setInputFiles(fixturePath('rash.png'));
        if (hasScript) {
          const preview = form.getByRole('img', { name: en['picture.preview'] });
          await expect(preview).toHaveAttribute('src', /^blob:/);
          await expect
            .poll(() => preview.evaluate((image: HTMLImageElement) => image.naturalWidth))
            .toBe(480);
        }
        await upload.click();
        await expectMessage(page, 'Display Picture Updated Successfully');
        await expect(page).toHaveURL('/dashboard/settings');
        const picture = page.getByRole('banner').locator('img');
        await expect(picture).toHaveAttribute('src', /^\/files\/picture\//);
        await expect(picture).toBeVisible();
        const answer = await page.request.get((await picture.getAttribute('src')) ?? '');
        expect([answer.status(), answer.headers()['content-type']]).toEqual([200, 'image/webp']);
        await openSettings(page, en['picture.title']);
        await expect(picker).toHaveValue('');
      },
    );

    test(`${how} a user changes their password and stays signed in on this device alone`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      const patient = await aPatient(server);
      await startSession(page, patient);
      const elsewhere = await anotherPage();
      await startSession(elsewhere, patient);
      await page.goto('/dashboard/settings');
      const form = await openSettings(page, en['settings.password']);
      const fill = async (old: string, confirm = newPassword) => {
        await form.getByLabel(en['changePassword.oldLabel']).fill(old);
        await form.getByLabel(en['changePassword.newLabel'], { exact: true }).fill(newPassword);
        await form.getByLabel(en['changePassword.confirmLabel']).fill(confirm);
        await form.getByRole('button', { name: en['changePassword.submit'] }).click();
      };
      await fill(patient.password, 'something else');
      await expect(form.locator('.field-error')).toHaveText('Password do not matched');
      await fill('a loud river');
      await expect(form.getByText(en['changePassword.wrong'])).toBeVisible();
      await fill(patient.password);
      await expectMessage(page, 'Password Changed successfully');
      await openSettings(page, en['settings.password']);
      await expect(form.getByLabel(en['changePassword.oldLabel'])).toHaveValue('');
      await page.goto('/dashboard/home');
      await expect(page).toHaveURL('/dashboard/home');
      await elsewhere.goto('/dashboard/home');
      await expect(elsewhere).toHaveURL(/\/login/);
      await startSession(elsewhere, { ...patient, password: newPassword });
    });

    test(`${how} a user deletes their account after typing the word of their language`, async ({
      page,
      server,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      const language = hasScript ? 'en' : 'hi';
      const words = (key: MessageKey, values?: MessageValues) => translate(language, key, values);
      const patient = await aPatient(server);
      await call(server, 'PUT', 'profile/update-language', { language }, patient.token);
      await aReport(server, patient);
      await startSession(page, patient);
      await page.goto('/dashboard/settings');
      const form = await openSettings(page, words('deleteAccount.title'));
      const press = () => form.getByRole('button', { name: words('deleteAccount.submit') }).click();
      const word = words('deleteAccount.word');
      const box = form.getByLabel(words('deleteAccount.confirmationLabel', { word }));
      await box.fill('yes');
      await form.getByLabel(words('login.passwordLabel'), { exact: true }).fill(patient.password);
      await press();
      await expect(form.getByText(words('deleteAccount.confirmation'))).toBeVisible();
      await box.fill(word.toLowerCase());
      await form.getByLabel(words('login.passwordLabel'), { exact: true }).fill(patient.password);
      await press();
      await expect(page.getByText(words('deleteAccount.done')).first()).toBeVisible();
      await expect(page).toHaveURL('/');
      await expect(page.getByRole('banner').getByRole('link', { name: words('nav.logIn') })).toBeVisible();
      await page.goto('/dashboard/home');
      await expect(page).toHaveURL(/\/login/);
    });
  });
}

test(
  'the input of one form stays while another form is rejected',
  whole,
  async ({ page, server, tolerate }) => {
    tolerate(/status of 400/);
    const patient = await aPatient(server);
    await startSession(page, patient);
    await page.goto('/dashboard/settings');
    const about = (await openSettings(page, en['settings.profile'])).getByLabel(en['profile.aboutLabel']);
    await about.fill('Half a sentence');
    const form = await openSettings(page, en['settings.password']);
    await form.getByLabel(en['changePassword.oldLabel']).fill('a loud river');
    await form.getByLabel(en['changePassword.newLabel'], { exact: true }).fill(newPassword);
    await form.getByLabel(en['changePassword.confirmLabel']).fill(newPassword);
    await form.getByRole('button', { name: en['changePassword.submit'] }).click();
    await expect(form.getByText(en['changePassword.wrong'])).toBeVisible();
    await expect(about).toHaveValue('Half a sentence');
  },
);

test('the avatar menu leads to the profile', whole, async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  await page.goto('/');
  await page.getByRole('banner').getByRole('group').last().locator('summary').click();
  await page.getByRole('banner').getByRole('link', { name: en['nav.dashboard'] }).click();
  await expect(page).toHaveURL('/dashboard/my-profile');
});

test.describe(() => {
  test.use({ viewport: phone });

  test('the settings are rows: each opens its part, or leads to its page', async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/settings#sessions');
    const index = page.getByRole('navigation', { name: en['settings.title'] });
    await expect(page.locator('#content summary')).toHaveText([
      en['picture.title'],
      en['settings.profile'],
      en['settings.password'],
      en['deleteAccount.title'],
    ]);
    await expect(index.getByRole('link')).toHaveText([
      en['settings.security'],
      en['channels.title'],
      en['complaints.own'],
      en['myData.title'],
    ]);
    for (const id of ['second-factor', 'passkeys', 'sessions'])
      await expect(
        index.getByRole('listitem').filter({ has: page.locator(`#${id}`) }),
        'its former address',
      ).toHaveText(en['settings.security']);
    const tabs = page.getByRole('navigation', { name: en['settings.security'] });
    for (const [name, address, entry] of [
      [en['secondFactor.title'], '/dashboard/second-factor', en['settings.security']],
      [en['passkeys.title'], '/dashboard/passkeys', en['settings.security']],
      [en['sessions.title'], '/dashboard/settings/sessions', en['settings.security']],
      [en['myData.title'], '/dashboard/my-data', undefined],
    ] as const) {
      await index.getByRole('link', { name: entry ?? name }).click();
      if (entry) {
        await tabs.getByRole('link', { name }).click();
        await expect(tabs.getByRole('link', { name })).toHaveAttribute('aria-current', 'page');
      }
      await expect(page).toHaveURL(address);
      await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      await page.locator('#content').getByRole('link', { name: en['settings.title'], exact: true }).click();
      await expect(page).toHaveURL('/dashboard/settings');
    }
  });
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('closed, the settings are below 1,000 px', async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    for (const language of measuredIn(['en', 'te', 'ta', 'ml', 'ur'])) {
      await setLanguageCookie(page, `${language}.account`, server);
      await page.goto('/dashboard/settings');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect.soft(height, language).toBeLessThan(1000);
    }
  });
});

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${hasScript ? 'with' : 'without'} script an address opens the row of its part`, async ({
      page,
      server,
    }) => {
      await startSession(page, await aPatient(server));
      await page.goto('/dashboard/settings#password');
      await expect(part(page, en['settings.password'])).toBeInViewport();
      await expect(
        page.locator('#content summary').filter({ hasText: en['settings.password'] }),
      ).toBeInViewport();
      await expect(profile(page)).toBeHidden();
    });
  });
}
