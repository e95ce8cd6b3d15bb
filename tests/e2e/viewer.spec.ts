import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillLogIn } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, aPatient, aReport, call, reportsOf, startSession } from './support/people.ts';
import type { Server } from './support/server.ts';

const desktop = { width: 1280, height: 800 };
const words = 'The bone is whole. Rest the leg for two weeks.';

const viewer = (page: Page) => page.getByRole('region', { name: en['viewer.label'] });
const picture = (page: Page, number: number, pages = 2) =>
  viewer(page).getByRole('img', { name: `Page ${number} of ${pages}` });
const scrollBox = (page: Page) => viewer(page).getByRole('region', { name: 'Blood Test' });
const textBox = (page: Page) => page.getByRole('textbox', { name: en['review.label'] });
const choice = (page: Page, name: string) => viewer(page).getByRole('radio', { name, exact: true });

/** Opens the review page of a patient's report as a doctor. */
async function atTheDesk(page: Page, server: Server, file = 'two-pages.pdf') {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const report = await aReport(server, patient, file);
  await startSession(page, doctor);
  const path = `/dashboard/add-review/${report._id}`;
  await page.goto(path);
  return { patient, doctor, report, path };
}

/** Waits until a page of the report is drawn and visible in the scroll box. */
async function expectSeen(page: Page, number: number, pages = 2) {
  await scrollBox(page).scrollIntoViewIfNeeded();
  await expect(picture(page, number, pages)).toBeInViewport();
  await expect
    .poll(() => picture(page, number, pages).evaluate((image: HTMLImageElement) => image.naturalWidth))
    .toBeGreaterThan(100);
}

/** Returns the size of the first page's box, and the rotation of its picture. */
const shape = (page: Page) =>
  viewer(page)
    .locator('figure')
    .first()
    .evaluate((figure) => {
      const { width, height } = figure.getBoundingClientRect();
      const image = figure.querySelector('img') as HTMLImageElement;
      const { a, b } = new DOMMatrix(getComputedStyle(image).transform);
      return { width, height, degrees: Math.round((Math.atan2(b, a) * 180) / Math.PI) };
    });

for (const [name, hasScript] of [
  ['with script', true],
  ['without script', false],
] as const) {
  for (const viewport of hasScript ? ways(phone, desktop) : ways(desktop, phone)) {
    test.describe(() => {
      test.use({ javaScriptEnabled: hasScript, viewport });

      test(`${name} at ${viewport.width} px a doctor pages, zooms and rotates by keyboard without losing the text`, async ({
        page,
        server,
      }) => {
        const { patient } = await atTheDesk(page, server);
        await textBox(page).fill(words);
        await expectSeen(page, 1);

        const small = await shape(page);
        await choice(page, 'Fit').focus();
        await page.keyboard.press('ArrowRight');
        await expect(choice(page, '150%')).toBeChecked();
        expect((await shape(page)).width / small.width).toBeCloseTo(1.5, 1);
        await page.keyboard.press('ArrowLeft');
        await choice(page, '0°').focus();
        await page.keyboard.press('ArrowRight');
        const turned = await shape(page);
        expect(turned.degrees).toBe(90);
        expect(turned.width / turned.height).toBeCloseTo(small.height / small.width, 1);
        await page.keyboard.press('ArrowLeft');

        if (hasScript) {
          await viewer(page).getByRole('button', { name: en['list.next'] }).press('Enter');
          await expect(viewer(page).getByText('Page 2 of 2')).toBeVisible();
        } else {
          await viewer(page).getByRole('link', { name: '2', exact: true }).press('Enter');
        }
        await expectSeen(page, 2);
        await expect(textBox(page)).toHaveValue(words);
        await page.getByRole('button', { name: en['review.submit'] }).click();
        await expectMessage(page, 'Review Added Successfully');
        expect(await reportsOf(server, patient)).toMatchObject([{ review: words }]);
      });

      test(
        `${name} at ${viewport.width} px each control of the viewer is large enough for a thumb`,
        whole,
        async ({ page, server }) => {
          await atTheDesk(page, server);
          const targets = viewer(page).locator('label, button, nav a');
          expect(await targets.count()).toBeGreaterThan(9);
          for (const target of await targets.all()) {
            const box = await target.boundingBox();
            expect(Math.min(box?.width ?? 0, box?.height ?? 0)).toBeGreaterThanOrEqual(44);
          }
          const file = viewer(page).getByRole('link', { name: 'View PDF Report' });
          await expect(file).toHaveAttribute('target', '_blank');
        },
      );
    });
  }
}

test.describe('on a desktop', () => {
  test.use({ viewport: desktop });

  test(
    'the report is beside the text box, and stays in view when the page scrolls',
    whole,
    async ({ page, server }) => {
      await atTheDesk(page, server, 'xray.jpg');
      await expectSeen(page, 1, 1);
      const [report, text] = [await viewer(page).boundingBox(), await textBox(page).boundingBox()];
      expect(text?.x).toBeGreaterThan((report?.x ?? 0) + (report?.width ?? 0));
      await textBox(page).evaluate((box) => {
        box.style.height = '3000px';
      });
      await page.mouse.wheel(0, 1500);
      await expect(viewer(page)).toBeInViewport({ ratio: 0.9 });
    },
  );

  test('+, − and R act like the buttons, and only in the viewer', whole, async ({ page, server }) => {
    await atTheDesk(page, server, 'xray.jpg');
    await expectSeen(page, 1, 1);
    await expect(page.getByText(en['viewer.keys'])).toBeVisible();
    await scrollBox(page).focus();
    for (const [key, zoom, turn] of [
      ['-', 'Fit', '0°'],
      ['+', '150%', '0°'],
      ['+', '200%', '0°'],
      ['-', '150%', '0°'],
      ['r', '150%', '90°'],
      ['r', '150%', '180°'],
      ['R', '150%', '270°'],
      ['r', '150%', '0°'],
    ] as const) {
      await page.keyboard.press(key);
      await expect(choice(page, zoom), key).toBeChecked();
      await expect(choice(page, turn), key).toBeChecked();
    }
    await textBox(page).pressSequentially('r+-');
    await expect(textBox(page)).toHaveValue('r+-');
    await expect(choice(page, '150%')).toBeChecked();
    await expect(choice(page, '0°')).toBeChecked();
  });

  test('the page number follows the scrolling', whole, async ({ page, server }) => {
    await atTheDesk(page, server);
    await expectSeen(page, 1);
    await expect(viewer(page).getByText('Page 1 of 2')).toBeVisible();
    await scrollBox(page).hover();
    await page.mouse.wheel(0, 5000);
    await expect(viewer(page).getByText('Page 2 of 2')).toBeVisible();
    await viewer(page).getByRole('button', { name: en['list.previous'] }).click();
    await expect(viewer(page).getByText('Page 1 of 2')).toBeVisible();
    await expectSeen(page, 1);
  });

  test('a page that cannot be rendered says so and links to the file', async ({ page, server, tolerate }) => {
    tolerate(/status of 422/);
    await page.route('**/files/page/*/2', (route) => route.fulfill({ status: 422, body: 'no' }));
    await atTheDesk(page, server);
    await expectSeen(page, 1);
    await viewer(page).getByRole('button', { name: en['list.next'] }).click();
    const second = viewer(page).getByRole('figure').nth(1);
    await expect(second).toContainText('This page cannot be shown here. Please open the file.');
    await expect(second.getByRole('link', { name: 'View PDF Report' })).toHaveAttribute(
      'href',
      /\/files\/raw\//,
    );
    await expect(picture(page, 2)).toHaveCount(0);
  });

  const draftsIn = (page: Page) =>
    page.evaluate(() => Object.keys(sessionStorage).filter((key) => key.startsWith('review:')).length);

  test('unsent text returns after the session ends and the doctor logs in', async ({ page, server }) => {
    const { doctor, patient, path } = await atTheDesk(page, server);
    await textBox(page).fill(words);
    await expect.poll(() => draftsIn(page)).toBe(1);
    await page.context().clearCookies();
    await page.getByRole('button', { name: en['review.submit'] }).click();
    await expect(page).toHaveURL(/\/login\?next=/);
    await fillLogIn(page, doctor);
    await page.getByRole('button', { name: en['login.submit'] }).click();
    await expect(page).toHaveURL(path);
    await expect(page.getByText(en['review.draft'])).toBeVisible();
    await expect(textBox(page)).toHaveValue(words);
    await page.getByRole('button', { name: en['review.submit'] }).click();
    await expectMessage(page, 'Review Added Successfully');
    expect(await reportsOf(server, patient)).toMatchObject([{ review: words }]);
    await expect.poll(() => draftsIn(page)).toBe(0);
  });

  test('unsent text is removed with the log-out and hidden from the next user', async ({ page, server }) => {
    const { path, doctor, report } = await atTheDesk(page, server);
    await textBox(page).fill(words);
    await expect.poll(() => draftsIn(page)).toBe(1);
    await call(server, 'DELETE', `report/claim/${report._id}`, undefined, doctor.token);
    // Another doctor logs in in the same tab.
    const otherDoctor = await aDoctor(server);
    await page.context().clearCookies();
    await startSession(page, otherDoctor);
    await page.goto(path);
    await expect(textBox(page)).toHaveValue('');
    await expect.poll(() => draftsIn(page)).toBe(0);

    await textBox(page).fill('Half a sen');
    await expect.poll(() => draftsIn(page)).toBe(1);
    await page.goto('/logout');
    await page.getByRole('main').getByRole('button', { name: en['logout.submit'] }).click();
    await expectMessage(page, 'Logged out Successfully');
    await expect.poll(() => draftsIn(page)).toBe(0);
  });
});
