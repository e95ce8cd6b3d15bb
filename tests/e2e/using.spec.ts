import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import type { Sending } from '../support/journey-fields.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillCode, fillLogIn, fillSignUp, fillUpload, unfold } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  codeFor,
  fixturePath,
  type Member,
  reportsOf,
  startSession,
} from './support/people.ts';

const sendingOf = (patient: Member): Sending => ({
  reportType: 'Blood Test',
  file: 'blood-test.pdf',
  phone: patient.phone,
  description: 'Tired for three weeks',
});

const toast = (page: Page, words: string) =>
  page.getByRole('region', { name: en['toast.region'] }).getByText(words, { exact: true });

/**
 * Presses Tab until a control has the focus. The controls before it may change, but it has to stay
 * reachable.
 */
async function tabTo(page: Page, control: Locator) {
  const hasFocus = () => control.evaluate((element) => element === document.activeElement);
  for (let presses = 0; presses < 20 && !(await hasFocus()); presses++) await page.keyboard.press('Tab');
  await expect(control).toBeFocused();
}

for (const script of ways('with script', 'without script')) {
  const hasScript = script === 'with script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${script} a double click on the button sends one report`, async ({ page, server }) => {
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.goto('/dashboard/upload-report');
      await fillUpload(page, sendingOf(patient));
      await page.getByRole('button', { name: en['upload.submit'] }).dblclick();
      await expect(page).toHaveURL('/report-submitted');
      // Both clicks have been answered once a third request, sent after them, has been.
      await page.goto(`/dashboard/previous-report/${patient.id}`);
      await expect(page.getByRole('article')).toHaveCount(1);
      expect(await reportsOf(server, patient)).toHaveLength(1);
    });

    test(`${script} going back after an upload and sending the form again makes no second report`, async ({
      page,
      server,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      const patient = await aPatient(server);
      await startSession(page, patient);
      await page.goto('/dashboard/upload-report');
      await fillUpload(page, sendingOf(patient));
      await page.getByRole('button', { name: en['upload.submit'] }).click();
      await expect(page).toHaveURL('/report-submitted');
      await page.goBack();
      await expect(page).toHaveURL('/dashboard/upload-report');
      if (hasScript) await waitForHydration(page);
      await page.getByRole('button', { name: en['upload.submit'] }).click();
      // Either the form came back empty and requires everything, or it was kept and is known as
      // sent.
      const again = page.getByText('Report file is required').or(page.getByText(en['submitted.title']));
      await expect(again.first()).toBeVisible();
      expect(await reportsOf(server, patient)).toHaveLength(1);
    });

    test(`${script} a review from a second tab is refused because the first one counts`, async ({
      page,
      server,
    }) => {
      const patient = await aPatient(server);
      const { _id } = await aReport(server, patient);
      await startSession(page, await aDoctor(server));
      const second = await page.context().newPage();
      for (const tab of [page, second]) {
        await tab.goto(`/dashboard/add-review/${_id}`);
        await tab
          .getByRole('textbox', { name: en['review.label'] })
          .fill(tab === page ? 'The first text' : 'The second');
      }
      await page.getByRole('button', { name: en['review.submit'] }).click();
      await expectMessage(page, 'Review Added Successfully');
      await second.getByRole('button', { name: en['review.submit'] }).click();
      await expectMessage(second, en['review.already']);
      expect(await reportsOf(server, patient)).toMatchObject([
        { status: 'Reviewed', review: 'The first text' },
      ]);
    });

    test(`${script} a refresh of the code page keeps the sign-up`, whole, async ({ page, server }) => {
      const person = aPerson('Patient', 'Asha');
      await page.goto('/signup');
      await fillSignUp(page, person);
      await page.getByRole('button', { name: en['signup.submit'] }).click();
      await expectMessage(page, 'OTP Sent Successfully');
      await page.reload();
      await expect(page).toHaveURL('/verify-email');
      await page.goto('/confirmation');
      await expect(page.getByText(person.email)).toBeVisible();
      await fillCode(page, await codeFor(server, person.email));
      await page.getByRole('button', { name: en['otp.submit'] }).click();
      await expectMessage(page, 'Signup Successful, Please Login');
    });

    test(`${script} the code page without a sign-up leads to the sign-up form`, whole, async ({ page }) => {
      for (const path of ['/verify-email', '/confirmation']) {
        await page.goto(path);
        await expect(page).toHaveURL('/signup');
      }
    });

    test(
      `${script} a signed-in user is redirected from the pages for guests`,
      whole,
      async ({ page, server }) => {
        await startSession(page, await aPatient(server));
        for (const path of ['/login', '/signup', '/verify-email', '/confirmation']) {
          await page.goto(path);
          await expect(page).toHaveURL('/dashboard/home');
        }
      },
    );

    test(`${script} an unknown page says that it does not exist`, whole, async ({ page, tolerate }) => {
      tolerate(/status of 404/);
      for (const path of ['/no-such-page', '/dashboard/no-such-page']) {
        const answer = await page.goto(path);
        expect(answer?.status()).toBe(404);
        await expect(page.getByText('Error - 404 the Page you are look is not found')).toBeVisible();
      }
    });
  });
}

test('a success message disappears after two seconds', whole, async ({ page, server }) => {
  const patient = await aPatient(server);
  await page.clock.install();
  await page.goto('/login');
  await fillLogIn(page, patient);
  await page.clock.pauseAt(Date.now() + 3_600_000);
  await page.getByRole('button', { name: en['login.submit'] }).click();
  await expect(toast(page, 'Login Successful')).toBeVisible();
  await page.clock.runFor(1900);
  await expect(toast(page, 'Login Successful')).toBeVisible();
  await page.clock.runFor(200);
  await expect(toast(page, 'Login Successful')).toBeHidden();
});

test(
  'an error message disappears after four seconds, and its sentence stays in the form',
  whole,
  async ({ page, tolerate }) => {
    tolerate(/status of 400/);
    await page.clock.install();
    await page.goto('/login');
    await fillLogIn(page, { email: 'nobody@clinic.test', password: 'not this one' });
    await page.clock.pauseAt(Date.now() + 3_600_000);
    await page.getByRole('button', { name: en['login.submit'] }).click();
    await expect(toast(page, 'Login Failed')).toBeVisible();
    await page.clock.runFor(3900);
    await expect(toast(page, 'Login Failed')).toBeVisible();
    await page.clock.runFor(200);
    await expect(toast(page, 'Login Failed')).toBeHidden();
    await expect(page.getByText(en['login.wrong'])).toBeVisible();
  },
);

test('a message can be dismissed with its button', whole, async ({ page }) => {
  await page.clock.install();
  await page.goto('/dashboard/upload-report');
  const message = toast(page, 'Please login first to upload report');
  await expect(message).toBeVisible();
  await page.getByRole('button', { name: en['toast.close'] }).click();
  await expect(message).toBeHidden();
});

test('input from before the script loads stays', async ({ page, server }) => {
  const patient = await aPatient(server);
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await startSession(page, patient);
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await page.goto('/dashboard/upload-report', { waitUntil: 'commit' });
  await fillUpload(page, sendingOf(patient));
  letThrough();
  await waitForHydration(page);
  await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('Blood Test');
  await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue(patient.phone);
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Tired for three weeks');
  await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
  await page.getByRole('button', { name: en['upload.submit'] }).click();
  await expectMessage(page, 'Report Submitted Succesfully');
});

test('the upload form can be filled in and sent by keyboard alone', whole, async ({ page, server }) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  // Registered before the page opens, because a key and this request reach the page in any order.
  const chooser = page.waitForEvent('filechooser');
  await page.goto('/dashboard/upload-report');
  const keys = page.keyboard;

  await keys.press('Tab');
  await expect(page.getByRole('link', { name: en['site.skip'] })).toBeFocused();
  await keys.press('Enter');
  await expect(page.locator('#content')).toBeFocused();

  await tabTo(page, page.getByLabel(en['upload.reportTypeLabel']));
  await keys.press('ArrowDown');
  await keys.press('ArrowDown');
  await expect(page.getByLabel(en['upload.reportTypeLabel'])).toHaveValue('X-Ray');
  await tabTo(page, page.locator('.changeable > summary').last());
  await keys.press('Enter');
  await expect(page.getByLabel(en['upload.countryCodeLabel'])).toBeFocused();
  await tabTo(page, page.getByLabel(en['upload.phoneNumberLabel']));
  await keys.type(patient.phone);
  await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toHaveValue(patient.phone);
  await tabTo(page, page.getByLabel(en['upload.descriptionLabel']));
  await keys.type('It hurts to cough');
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('It hurts to cough');
  await tabTo(page, page.getByLabel(en['upload.consentLabel']));
  await keys.press('Space');
  await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
  await tabTo(page, page.getByLabel(en['upload.reportLabel']));
  await keys.press('Space');
  await (await chooser).setFiles(fixturePath('xray.jpg'));
  await tabTo(page, page.getByRole('button', { name: en['upload.submit'] }));
  await keys.press('Enter');
  await expectMessage(page, 'Report Submitted Succesfully');
  expect(await reportsOf(server, patient)).toMatchObject([{ reportType: 'X-Ray', resourceType: 'image' }]);
});

test('the button says that a report is being sent', whole, async ({ page, server }) => {
  const patient = await aPatient(server);
  await startSession(page, patient);
  await page.goto('/dashboard/upload-report');
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/dashboard/upload-report.data*', async (route) => {
    await gate;
    await route.continue();
  });
  await fillUpload(page, sendingOf(patient));
  await page.getByRole('button', { name: en['upload.submit'] }).click();
  const busy = page.getByRole('button', { name: 'Uploading...' });
  await expect(busy).toHaveAttribute('aria-disabled', 'true');
  await expect(page.getByRole('progressbar')).toBeVisible();
  await expect(page.getByText('Loading...', { exact: true })).toHaveCount(0);
  await busy.click({ force: true });
  letThrough();
  await expectMessage(page, 'Report Submitted Succesfully');
  expect(await reportsOf(server, patient)).toHaveLength(1);
});

test('a picture and a PDF open in a new tab', whole, async ({ page, server, tolerate }) => {
  const patient = await aPatient(server);
  await aReport(server, patient, 'blood-test.pdf');
  await aReport(server, patient, 'xray.jpg');
  await startSession(page, patient);
  await page.goto(`/dashboard/previous-report/${patient.id}`);
  // A tab that shows a file alone requests an icon that no page names. The page's policy blocks
  // Playwright's own script there.
  tolerate(/(?:404|NotSameOrigin).*favicon\.ico|Blocked script execution in '[^']*\/files\//);
  for (const card of await page.getByRole('article').all()) await unfold(card);
  for (const link of ['View PDF Report', en['report.viewImage']]) {
    const opening = page.waitForEvent('popup');
    // A browser without a viewer downloads the PDF; the tab's response is the same.
    const fileResponse = page
      .context()
      .waitForEvent('response', (answer) => /^\/files\/(raw|image)\//.test(new URL(answer.url()).pathname));
    await page.getByRole('link', { name: link }).click();
    const [tab, answer] = await Promise.all([opening, fileResponse]);
    expect(answer.request().isNavigationRequest()).toBe(true);
    expect([answer.status(), answer.headers()['content-disposition']]).toEqual([
      200,
      expect.stringMatching(/^inline/),
    ]);
    await tab.close();
  }
});

test.describe(() => {
  test.use({ javaScriptEnabled: false, viewport: phone });

  test('without script a message stays and covers no control', async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/add-review/x');
    await expectMessage(page, 'Only experts can add reviews');
    // Ends all animations on the page.
    await page.evaluate(() => {
      for (const animation of document.getAnimations()) animation.finish();
    });
    await expectMessage(page, 'Only experts can add reviews');
    await page.getByRole('banner').getByRole('group').last().locator('summary').click();
    await expect(page.getByRole('banner').getByRole('link', { name: en['nav.logOut'] })).toBeVisible();
  });
});
