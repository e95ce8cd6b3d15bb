import type { Locator } from '@playwright/test';
import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn, ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aPerson, setLanguageCookie, startSession, theAdmin } from './support/people.ts';
import { unfoldFilters } from './support/press.ts';

const social = {
  Instagram: 'https://photos.example/clinic',
  Facebook: 'https://network.example/clinic',
  'X (Twitter)': 'https://microblog.example/clinic',
  YouTube: 'https://video.example/clinic',
};

/** Settings of a clinic that publishes its address. */
const placed = {
  SUPPORT_EMAIL: 'desk@clinic.test',
  HELPLINE: '+91 11 4000 0000',
  OFFICE_ADDRESS: '12 River Road\nPune 411001',
  OUTREACH_ADDRESS: 'Old School, Village Square',
  SOCIAL_PHOTOS: social.Instagram,
  SOCIAL_NETWORK: social.Facebook,
  SOCIAL_MICROBLOG: social['X (Twitter)'],
  SOCIAL_VIDEO: social.YouTube,
};

/** Opens the fold of a form of the home page. */
async function unfold(page: Page, title: string) {
  const fold = page.locator('details').filter({ has: page.getByRole('heading', { name: title }) });
  await fold.locator('summary').click();
  return fold;
}
const press = (page: Page, button: string) =>
  page.getByRole('main').getByRole('button', { name: button }).click();
const questionOf = (page: Page) => page.getByLabel(en['query.questionLabel']);

for (const script of ways('without script', 'with script')) {
  const hasScript = script === 'with script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${script} a query form names its mistakes, keeps its input, and is sent`, async ({
      page,
      tolerate,
    }) => {
      tolerate(/status of 400/);
      await page.goto('/');
      const ask = await unfold(page, en['query.title']);
      await ask.getByLabel(en['query.nameLabel']).fill('Asha Rao');
      await questionOf(page).fill('Is a fasting test needed?');
      await press(page, en['query.submit']);
      await expect(page.getByText(en['query.answerTo'], { exact: true })).toBeVisible();
      await page.getByLabel(en['query.answerToLabel']).fill('12345');
      await press(page, en['query.submit']);
      await expect(page.getByText(en['query.answerToShape'], { exact: true })).toBeVisible();
      await expect(page).toHaveURL('/query');
      await expect(page.getByLabel(en['query.nameLabel'])).toHaveValue('Asha Rao');
      await expect(questionOf(page)).toHaveValue('Is a fasting test needed?');
      await page.getByLabel(en['query.answerToLabel']).fill('98765 43210');
      await press(page, en['query.submit']);
      await expectMessage(page, en['query.done']);
      await expect(page).toHaveURL('/query?sent');
      await expect(page.getByRole('main').getByText(en['query.done']), 'it stays in the page').toBeVisible();
      await page.goto('/');
      await expect(questionOf(page)).toHaveValue('');
    });

    test(
      `${script} a visitor requests a call back from the home page, and the form is empty afterwards`,
      whole,
      async ({ page }) => {
        await page.goto('/');
        const ask = await unfold(page, en['callBack.title']);
        await ask.getByLabel(en['query.nameLabel']).fill('Asha Rao');
        await page.getByLabel(en['upload.phoneNumberLabel'], { exact: true }).fill('9876543210');
        await press(page, en['callBack.submit']);
        await expectMessage(page, en['callBack.done']);
        await expect(page).toHaveURL('/call-back');
        await expect(page.getByRole('main').getByText(/98765 ?43210/), 'it stays in the page').toBeVisible();
        await page.goto('/');
        await expect(page.getByLabel(en['upload.phoneNumberLabel'], { exact: true })).toHaveValue('');
      },
    );

    test(
      `${script} the contact page thanks for any message, even an empty one, and clears its form`,
      whole,
      async ({ page }) => {
        await page.goto('/contact-us');
        await press(page, en['contact.submit']);
        await expectMessage(page, 'Thank you for reaching out!');
        await page.goto('/contact-us');
        await page.getByLabel(en['contact.emailLabel'], { exact: true }).fill('not an address');
        await page.getByLabel(en['contact.messageLabel'], { exact: true }).fill('When are you open?');
        await press(page, en['contact.submit']);
        await expectMessage(page, 'Thank you for reaching out!');
        await expect(page).toHaveURL('/contact-us');
        await expect(page.getByLabel(en['contact.messageLabel'], { exact: true })).toHaveValue('');
        await expect(page.getByLabel(en['contact.emailLabel'], { exact: true })).toHaveValue('');
      },
    );

    test(`${script} an admin finds a query by its kind and closes it`, async ({ page, server }) => {
      const { firstName, lastName, email } = aPerson('Patient', 'Asha');
      const name = `${firstName} ${lastName}`;
      await page.request.post('/query', { form: { name, answerTo: email, question: 'Is it bad?' } });
      await startSession(page, await theAdmin(server));
      await page.goto('/dashboard/messages');
      await unfoldFilters(page);
      await page.getByLabel(en['messages.kind']).selectOption(en['messages.query']);
      await press(page, en['filter.submit']);
      await expect(page).toHaveURL('/dashboard/messages?state=open&kind=query');
      const hers = page.getByRole('article', { name });
      const reply = hers.getByRole('link', { name: en['messages.reply'] });
      await expect(reply).toHaveAttribute('href', `mailto:${email}`);
      await expect(hers.getByText(email)).toBeVisible();
      await expect(hers.getByText('Is it bad?')).toBeVisible();
      // The URL of the page changes a moment before its content.
      await expect(hers.locator('form')).toHaveAttribute('action', /kind=query/);
      await hers.getByRole('button', { name: en['messages.close'] }).click();
      await expectMessage(page, en['closeMessage.done']);
      await expect(page).toHaveURL('/dashboard/messages?state=open&kind=query');
      await expect(hers).toHaveCount(0);
      await unfoldFilters(page);
      await page.getByLabel(en['messages.state']).selectOption(en['messages.closed']);
      await press(page, en['filter.submit']);
      await expect(hers).toBeVisible();
    });
  });
}

test('the header leads to the public pages and marks the one that is open', whole, async ({ page }) => {
  const nav = page.getByRole('navigation', { name: en['nav.main'] });
  await page.goto('/');
  for (const [name, path] of [
    [en['nav.aboutUs'], '/about-us'],
    [en['nav.contactUs'], '/contact-us'],
    [en['nav.home'], '/'],
  ] as const) {
    await nav.getByRole('link', { name }).click();
    await expect(page).toHaveURL(path);
    await expect(nav.locator('[aria-current="page"]')).toHaveText(name);
  }
});

test.describe(() => {
  test.use({ viewport: phone });

  test(
    'on a phone the header hides About Us and Contact Us, and the footer has them',
    whole,
    async ({ page }) => {
      await page.goto('/');
      const nav = page.getByRole('navigation', { name: en['nav.main'] });
      await expect(nav.getByRole('link', { name: en['nav.home'] })).toBeVisible();
      const footer = page.getByRole('contentinfo');
      for (const [name, path] of [
        [en['nav.aboutUs'], '/about-us'],
        [en['nav.contactUs'], '/contact-us'],
      ] as const) {
        await expect(nav.getByText(name)).toBeHidden();
        await footer.getByRole('link', { name }).click();
        await expect(page).toHaveURL(path);
        await expect(page.getByRole('heading', { level: 1, name })).toBeVisible();
      }
    },
  );
});

test('a clinic without contact details has no empty headings', whole, async ({ page }) => {
  await page.goto('/about-us');
  for (const words of [en['contact.office'], en['contact.outreach'], en['contact.helpline']]) {
    await expect(page.getByText(words, { exact: true })).toHaveCount(0);
  }
  await expect(page.getByRole('heading', { name: en['contact.reach'] })).toHaveCount(0);
  await expect(page.getByRole('contentinfo').getByText('STAY IN TOUCH')).toBeVisible();
  await page.goto('/contact-us');
  await expect(page.getByText(en['contact.leadToWrite'], { exact: true })).toBeVisible();
  await expect(page.getByText('Mon-Fri 9:00 AM-6:00 PM')).toBeVisible();
});

test.describe(() => {
  test.use({ settings: placed });

  test('a clinic’s contact details are on both pages, and its four sites in the footer', async ({ page }) => {
    for (const path of ['/about-us', '/contact-us']) {
      await page.goto(path);
      const main = page.getByRole('main');
      await expect(main.getByText('12 River Road')).toBeVisible();
      await expect(main.getByRole('link', { name: '+91 11 4000 0000' })).toHaveAttribute(
        'href',
        'tel:+911140000000',
      );
      await expect(main.getByRole('link', { name: 'desk@clinic.test' })).toHaveAttribute(
        'href',
        'mailto:desk@clinic.test',
      );
    }
    await page.goto('/about-us');
    await expect(page.getByText('Old School, Village Square')).toBeVisible();
    const footer = page.getByRole('contentinfo');
    for (const [name, href] of Object.entries(social)) {
      const link = footer.getByRole('link', { name, exact: true });
      await expect(link).toHaveAttribute('href', href);
      await expect(link).toHaveAttribute('target', '_blank');
    }
    await expect(footer.getByText('© 2025 SecondLook. All rights reserved.')).toBeVisible();
  });
});

test('the home page tells its story in light pictures, and shows an answer in the language of the visitor', async ({
  page,
  server,
}) => {
  const pictures = page.getByRole('region', { name: en['home.stepsTitle'] }).locator('svg');
  await page.goto('/');
  await expect(pictures).toHaveCount(3);
  const drawn = await pictures.evaluateAll((all) =>
    all.map((svg) => ({ bytes: svg.outerHTML.length, isHidden: svg.ariaHidden === 'true' })),
  );
  expect(drawn.reduce((sum, { bytes }) => sum + bytes, 0)).toBeLessThan(6 * 1024);
  expect(drawn.every(({ isHidden }) => isHidden)).toBe(true);
  const doctors = page.getByRole('region', { name: en['home.expertBenefitsTitle'] });
  await expect(doctors.getByRole('link', { name: en['home.join'] })).toBeVisible();

  const urdu = messagesByLanguage.ur;
  await setLanguageCookie(page, 'ur', server);
  await page.goto('/');
  const example = page.getByRole('figure', { name: urdu['home.sampleLabel'] });
  const letter = example.getByText(urdu['home.sampleText']);
  await expect(letter).toBeVisible();
  const faceOf = (what: Locator) => what.evaluate((element) => getComputedStyle(element).fontFamily);
  const faceOfPage = await faceOf(page.locator('body'));
  expect(await faceOf(page.getByText(urdu['home.lead'])), 'one face for all but letters').toBe(faceOfPage);
  expect(await faceOf(letter)).not.toBe(faceOfPage);
});

test.describe(() => {
  test.use({ viewport: { width: 360, height: 640 } });

  test('on a small phone the home page is below 2,600 px, and its first screen ends with the whole hero', async ({
    page,
    server,
  }) => {
    for (const language of measuredIn(['en', 'te', 'ta', 'ml', 'ur'] as const)) {
      await setLanguageCookie(page, language, server);
      await page.goto('/');
      await expect(page.locator('html')).toHaveAttribute('lang', language);
      const height = await page.evaluate(() => document.documentElement.scrollHeight);
      expect.soft(height, language).toBeLessThan(2600);
      await expect
        .soft(page.getByRole('link', { name: messagesByLanguage[language]['home.submit'] }))
        .toBeInViewport();
    }
    await setLanguageCookie(page, 'en', server);
    await page.goto('/');
    await expect(page.getByRole('main').getByText(en['site.emergency'])).toBeInViewport({ ratio: 1 });
  });
});
