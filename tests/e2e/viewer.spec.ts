import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillLogIn } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, addPerson, aPatient, aReport, call, reportsOf, startSession } from './support/people.ts';
import type { Server } from './support/server.ts';

const desktop = { width: 1280, height: 800 };
const words = 'The bone is whole. Rest the leg for two weeks.';

const viewer = (page: Page) => page.getByRole('region', { name: en['viewer.label'] });
const picture = (page: Page, number: number, pages = 2) =>
  viewer(page).getByRole('img', { name: `Page ${number} of ${pages}` });
const scrollBox = (page: Page) => viewer(page).getByRole('region', { name: 'Blood Test' });
const textBox = (page: Page) => page.getByRole('textbox', { name: en['review.label'] });
/** A field of the viewer without script. */
const choice = (page: Page, name: string) => viewer(page).getByRole('radio', { name, exact: true });
const barButton = (page: Page, name: string) => viewer(page).getByRole('button', { name, exact: true });

/** Expects the magnification and rotation that the toolbar shows. */
const expectView = (page: Page, zoom: string, turn = '0°') =>
  expect(viewer(page).locator('.viewer-percent').first()).toHaveText(`Zoom ${zoom}, ${turn}`);

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
        if (hasScript) await barButton(page, en['viewer.zoomIn']).press('Enter');
        else {
          await choice(page, '100%').focus();
          await page.keyboard.press('ArrowRight');
        }
        expect((await shape(page)).width / small.width).toBeCloseTo(1.5, 1);
        if (hasScript) {
          await barButton(page, en['viewer.zoomOut']).press('Enter');
          await barButton(page, en['viewer.turn']).press('Enter');
        } else {
          await page.keyboard.press('ArrowLeft');
          await choice(page, '0°').focus();
          await page.keyboard.press('ArrowRight');
        }
        const turned = await shape(page);
        expect(turned.degrees).toBe(90);
        expect(turned.width / turned.height).toBeCloseTo(small.height / small.width, 1);

        if (hasScript) {
          await barButton(page, en['list.next']).press('Enter');
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
          const targets = viewer(page)
            .locator('.viewer-plain label, .viewer-plain a, .viewer-button')
            .filter({ visible: true });
          await expect.poll(() => targets.count()).toBeGreaterThan(8);
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

  test('the keys of the viewer work in it alone, and are listed', whole, async ({ page, server }) => {
    await atTheDesk(page, server, 'xray.jpg');
    await expectSeen(page, 1, 1);
    await viewer(page).locator('summary', { hasText: en['viewer.keys'] }).press('Enter');
    await expect(viewer(page).getByText('Shift+B')).toBeVisible();
    await viewer(page).locator('summary', { hasText: en['viewer.keys'] }).press('Enter');
    await scrollBox(page).focus();
    for (const [key, zoom, turn] of [
      ['-', '100%', '0°'],
      ['+', '150%', '0°'],
      ['+', '200%', '0°'],
      ['-', '150%', '0°'],
      ['r', '150%', '90°'],
      ['r', '150%', '180°'],
      ['R', '150%', '270°'],
      ['r', '150%', '0°'],
      ['0', '100%', '0°'],
      ['+', '150%', '0°'],
    ] as const) {
      await page.keyboard.press(key);
      await expectView(page, zoom, turn);
    }
    const top = () => scrollBox(page).evaluate(({ scrollTop }) => scrollTop);
    const before = await top();
    await page.keyboard.press('PageDown');
    await expect.poll(top).toBeGreaterThan(before);
    await textBox(page).pressSequentially('r+-0ibcf');
    await expect(textBox(page)).toHaveValue('r+-0ibcf');
    await expectView(page, '150%');
    await expect(viewer(page).getByText(en['viewer.changed'])).toHaveCount(0);
    await scrollBox(page).press('f');
    await expect(viewer(page).getByRole('button', { name: en['viewer.leaveFullScreen'] })).toBeVisible();
    await scrollBox(page).press('f');
    await expect(viewer(page).getByRole('button', { name: en['viewer.fullScreen'] })).toBeVisible();
  });

  /** Returns the part of the picture in the middle of the scroll box; 0.5 is the picture's own middle. */
  const middleOf = (page: Page) =>
    scrollBox(page).evaluate((box) => {
      const image = box.querySelector('img') as HTMLImageElement;
      const [frame, place] = [box.getBoundingClientRect(), image.getBoundingClientRect()];
      return {
        x: (frame.left + box.clientWidth / 2 - place.left) / place.width,
        y: (frame.top + box.clientHeight / 2 - place.top) / place.height,
      };
    });

  test('a page magnified or turned by buttons shows the same place of the picture', async ({
    page,
    server,
  }) => {
    await atTheDesk(page, server);
    await expectSeen(page, 1);
    const press = (name: 'viewer.zoomIn' | 'viewer.turn') => barButton(page, en[name]).click();
    await press('viewer.zoomIn');
    await scrollBox(page).evaluate((box) => {
      box.scrollLeft += 60;
      box.scrollTop = box.clientHeight;
    });
    const first = await middleOf(page);
    await press('viewer.zoomIn');
    const upright = await middleOf(page);
    expect(upright.x).toBeCloseTo(first.x, 2);
    expect(upright.y).toBeCloseTo(first.y, 2);
    await press('viewer.turn');
    const turned = await middleOf(page);
    expect(turned.x).toBeCloseTo(1 - upright.y, 2);
    expect(turned.y).toBeCloseTo(upright.x, 2);
    for (let turns = 0; turns < 3; turns += 1) await press('viewer.turn');
    const again = await middleOf(page);
    expect([again.x, again.y]).toEqual([expect.closeTo(upright.x, 2), expect.closeTo(upright.y, 2)]);
  });

  test('the mouse drags, magnifies around the pointer and scrolls', async ({ page, server }) => {
    await atTheDesk(page, server, 'xray.jpg');
    await expectSeen(page, 1, 1);
    await textBox(page).fill(words);
    const frame = (await scrollBox(page).boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const [x, y] = [frame.x + frame.width * 0.6, frame.y + frame.height * 0.4];
    /** The part of the picture under the pointer. */
    const under = () =>
      picture(page, 1, 1).evaluate(
        (image, at) => {
          const { left, top, width, height } = image.getBoundingClientRect();
          return { x: (at.x - left) / width, y: (at.y - top) / height };
        },
        { x, y },
      );
    const scrolled = () =>
      scrollBox(page).evaluate(({ scrollLeft, scrollTop }) => ({ scrollLeft, scrollTop }));

    await page.mouse.move(x, y);
    const first = await under();
    await page.mouse.dblclick(x, y);
    await expectView(page, '200%');
    const second = await under();
    expect(second.x).toBeCloseTo(first.x, 1);
    expect(second.y).toBeCloseTo(first.y, 1);

    await page.keyboard.down('Control');
    await page.mouse.wheel(0, -40);
    await page.keyboard.up('Control');
    await expect(viewer(page).locator('.viewer-percent').first()).not.toHaveText(/200%/);
    const third = await under();
    expect(third.x).toBeCloseTo(first.x, 1);
    expect(third.y).toBeCloseTo(first.y, 1);
    expect(await page.evaluate(() => window.visualViewport?.scale), 'the page itself stays').toBe(1);

    const before = await scrolled();
    await page.mouse.down();
    await page.mouse.move(x - 60, y - 40);
    await page.mouse.up();
    expect(await scrolled()).toEqual({
      scrollLeft: expect.closeTo(before.scrollLeft + 60, 0),
      scrollTop: expect.closeTo(before.scrollTop + 40, 0),
    });
    expect(await page.evaluate(() => String(getSelection()))).toBe('');
    await page.mouse.wheel(0, 50);
    await expect.poll(async () => (await scrolled()).scrollTop).toBeGreaterThan(before.scrollTop + 41);

    await page.mouse.dblclick(x, y);
    await expectView(page, '100%');
    await expect(textBox(page)).toHaveValue(words);
  });

  test('a magnified page is drawn sharper, and no page out of sight', async ({ page, server }) => {
    await atTheDesk(page, server);
    await expectSeen(page, 1);
    const width = () => picture(page, 1).evaluate((image: HTMLImageElement) => image.naturalWidth);
    const normal = await width();
    await barButton(page, en['viewer.zoomIn']).click();
    expect(await picture(page, 1).getAttribute('src')).not.toContain('large');
    await barButton(page, en['viewer.zoomIn']).click();
    await expect.poll(width).toBe(2 * normal + 1);
    await expect(picture(page, 2), 'a page out of sight').not.toHaveAttribute('src', /large/);
  });

  test('altered pictures say so until they are reset', async ({ page, server }) => {
    await atTheDesk(page, server, 'xray.jpg');
    await expectSeen(page, 1, 1);
    const filterOf = () => picture(page, 1, 1).evaluate((image) => getComputedStyle(image).filter);
    const changed = viewer(page).getByText(en['viewer.changed']);
    expect(await filterOf()).toBe('none');
    await expect(changed).toHaveCount(0);
    await viewer(page).locator('summary', { hasText: en['viewer.look'] }).press('Enter');
    await viewer(page).getByRole('slider', { name: en['viewer.brightness'] }).press('ArrowRight');
    await expect(changed).toBeVisible();
    await scrollBox(page).press('Shift+C');
    await scrollBox(page).press('i');
    expect(await filterOf()).toBe('brightness(1.1) contrast(0.9) invert(1)');
    await viewer(page).getByRole('button', { name: en['viewer.reset'] }).click();
    await expect(changed).toHaveCount(0);
    expect(await filterOf()).toBe('none');
  });

  test('the next report begins with the usual view', async ({ page, server }) => {
    const { patient } = await atTheDesk(page, server, 'xray.jpg');
    const next = await aReport(server, patient, 'xray.jpg');
    await expectSeen(page, 1, 1);
    await scrollBox(page).press('b');
    await scrollBox(page).press('+');
    await expect(viewer(page).getByText(en['viewer.changed'])).toBeVisible();
    // A step to another report within the same document.
    await page.evaluate((path) => {
      history.pushState({}, '', path);
      dispatchEvent(new PopStateEvent('popstate', { state: {} }));
    }, `/dashboard/add-review/${next._id}`);
    await expect(picture(page, 1, 1)).toHaveAttribute('src', new RegExp(next._id));
    await expect(viewer(page).getByText(en['viewer.changed'])).toHaveCount(0);
    await expectView(page, '100%');
  });

  test('a page says that it loads', async ({ page, server }) => {
    let release = () => {};
    const held = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/files/page/*/1', async (route) => {
      await held;
      await route.continue();
    });
    const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
    const { _id } = await aReport(server, patient, 'xray.jpg');
    await startSession(page, doctor);
    await page.goto(`/dashboard/add-review/${_id}`, { waitUntil: 'domcontentloaded' });
    await expect(viewer(page).getByText('Loading page 1')).toBeVisible();
    release();
    await expect(viewer(page).getByText('Loading page 1')).toHaveCount(0);
    await expectSeen(page, 1, 1);
  });

  test('an earlier report of the same person is compared, and the text stays', async ({ page, server }) => {
    const [mother, doctor] = [await aPatient(server), await aDoctor(server)];
    const ravi = (await addPerson(server, mother, 'Ravi', new Date().getFullYear() - 5)).data._id;
    const earlier = await aReport(server, mother, 'rash.png', { personId: ravi, reportType: 'ECG' });
    const report = await aReport(server, mother, 'xray.jpg', { personId: ravi, reportType: 'Blood Test' });
    await startSession(page, doctor);
    await page.goto(`/dashboard/add-review/${report._id}`);
    await textBox(page).fill(words);
    const beside = page.getByRole('region', { name: en['viewer.earlier'] });
    await expect(beside).toHaveCount(0);
    await page.getByText(en['earlier.short']).first().click();
    await page.getByRole('link', { name: 'ECG' }).click();
    const current = page.getByRole('region', { name: en['viewer.current'] });
    await expect(beside.getByRole('heading')).toContainText(/Earlier report\s*ECG, .*Ravi/);
    await expect(current.getByRole('heading')).toContainText(/This report\s*Blood Test, .*Ravi/);
    await expect(page).toHaveURL(new RegExp(`beside=${earlier._id}`));
    await expect(beside.getByRole('img', { name: 'Page 1 of 1' })).toBeVisible();
    const heads = await Promise.all(
      [current, beside].map((pane) =>
        pane.locator('.viewer-head').evaluate((one) => {
          const { height } = one.getBoundingClientRect();
          return { height, colour: getComputedStyle(one).borderTopColor };
        }),
      ),
    );
    expect(new Set(heads.map(({ colour }) => colour)).size).toBe(2);
    expect(new Set(heads.map(({ height }) => height)).size, 'heads of the same height').toBe(1);
    for (const pane of [current, beside])
      expect((await pane.boundingBox())?.width, 'half of the window').toBeGreaterThanOrEqual(560);

    // One toolbar moves both, until they are no longer linked.
    const zooms = () =>
      page
        .locator('.viewer')
        .evaluateAll((all) => all.map((one) => getComputedStyle(one).getPropertyValue('--zoom')));
    await barButton(page, en['viewer.zoomIn']).click();
    await expect.poll(zooms).toEqual(['1.5', '1.5']);
    const scrolls = () =>
      page
        .locator('.viewer-pages')
        .evaluateAll((all) =>
          all.map(({ scrollLeft, scrollWidth, clientWidth }) =>
            Math.round((100 * scrollLeft) / (scrollWidth - clientWidth)),
          ),
        );
    await beside.getByRole('region', { name: 'ECG' }).hover();
    await page.mouse.wheel(5000, 0);
    await expect.poll(scrolls).toEqual([100, 100]);
    await barButton(page, en['viewer.link']).click();
    await beside.getByRole('region', { name: 'ECG' }).press('+');
    await expect.poll(zooms).toEqual(['1.5', '2']);
    await barButton(page, en['viewer.link']).click();
    await expect.poll(zooms).toEqual(['2', '2']);

    // Escape brings the review back, and takes it away.
    await expect(textBox(page)).toBeHidden();
    await page.keyboard.press('Escape');
    await expect(textBox(page)).toBeFocused();
    await expect(textBox(page)).toHaveValue(words);
    await page.keyboard.type(' Rest.');
    await page.keyboard.press('Escape');
    await expect(textBox(page)).toBeHidden();
    await expect(page.getByRole('button', { name: en['review.label'] })).toBeFocused();

    await page.reload();
    await expect(beside).toBeVisible();
    await beside.getByRole('link', { name: en['viewer.closeEarlier'] }).click();
    await expect(beside).toHaveCount(0);
    await expect(textBox(page)).toHaveValue(`${words} Rest.`);
    const openings = await call(server, 'GET', `report/get-openings/${earlier._id}`, undefined, mother.token);
    expect(openings.data).toMatchObject([
      { action: 'report.opened', name: `${doctor.firstName} ${doctor.lastName}` },
    ]);
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
    await expect(page.getByText(/^Draft of /)).toBeVisible();
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
