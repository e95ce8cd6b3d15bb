import { languages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aReport,
  aReviewToTranslate,
  call,
  type Member,
  reportsOf,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';

// The period for undoing a review, as in a clinic.
test.use({ settings: { UNDO_SECONDS: '10' } });

// Serial, because a report left waiting would be the next report of another test.
test.describe.configure({ mode: 'default' });

const words = 'The bone is whole. Rest the leg for two weeks.';
const list = '/dashboard/pending-report?reportType=Blood+Test';
const textBox = (page: Page) => page.getByRole('textbox', { name: en['review.label'] });
const undoButton = (page: Page) => page.getByRole('button', { name: new RegExp(`^${en['undo.button']} `) });
const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });

/** The filled button, which Ctrl+Enter presses. */
const defaultButton = (page: Page) => page.locator('#review button[type=submit]:not(.plain)');

/** The patient's name, which has the focus when the next report opens. */
const patientName = (page: Page) => page.getByRole('heading', { level: 2, name: /^Asha/ });

/** Opens the longest waiting report of the filtered list. */
async function openNext(page: Page) {
  await page.goto(list);
  await button(page, en['claim.next']).click();
  await expect(patientName(page)).toBeFocused();
}

/** Lets the ten seconds pass after which the page saves the draft. */
async function tenSecondsPass(page: Page) {
  await waitForHydration(page);
  await page.clock.runFor(10_500);
}

/** Reviews all pending reports, so that a list begins empty. */
async function clear(server: Server) {
  const doctor = await aDoctor(server, 'Clear');
  for (;;) {
    const { data } = await call(server, 'GET', 'report/get-pending-reports', undefined, doctor.token);
    if (data.length === 0) return;
    for (const { _id, claim } of data) {
      const owner = await theAdmin(server);
      if (claim) await call(server, 'POST', `report/free-claim/${_id}`, {}, owner.token);
      await addReview(server, doctor, _id, 'Done');
    }
  }
}

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${how} a doctor claims a report, undoes the review, resumes and sends it without losing the filter`, async ({
      page,
      server,
    }) => {
      await clear(server);
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      await aReport(server, patient, 'rash.png');
      await startSession(page, doctor);
      await page.goto(list);
      await button(page, en['claim.next']).click();
      await expect(page).toHaveURL(/\/dashboard\/add-review\/\w+\?reportType=Blood\+Test&andNext=on$/);
      const desk = page.url().replace('&andNext=on', '');
      await expect(defaultButton(page)).toHaveText(en['review.submitAndNext']);
      await textBox(page).fill(words);
      await button(page, en['review.submit']).click();
      await expect(page).toHaveURL(new RegExp(`${list.replace(/[?+]/g, '\\$&')}$`));
      expect((await reportsOf(server, patient))[0]).toMatchObject({ status: 'Pending', review: null });
      await undoButton(page).click();
      await expect(page).toHaveURL(desk);
      await expect(defaultButton(page)).toHaveText(en['review.submit']);
      await expect(textBox(page)).toHaveValue(words);
      await textBox(page).fill(`${words} Drink enough.`);
      await button(page, en['draft.later']).click();
      await expect(page).toHaveURL(new RegExp(`${list.replace(/[?+]/g, '\\$&')}$`));
      await page.getByRole('link', { name: en['claim.goOn'] }).click();
      await expect(textBox(page)).toHaveValue(`${words} Drink enough.`);
      await button(page, en['review.submit']).click();
      await expect(undoButton(page)).toBeVisible();
      await expect
        .poll(async () => (await reportsOf(server, patient))[0]?.review, { timeout: 20_000 })
        .toBe(`${words} Drink enough.`);
    });

    test(`${how} the slower of two doctors sees who reviewed first, and finds both texts`, async ({
      page,
      server,
      tolerate,
    }) => {
      await clear(server);
      tolerate(/status of 409/);
      const [patient, first, second] = [
        await aPatient(server),
        await aDoctor(server, 'Sunita'),
        await aDoctor(server, 'Meera'),
      ];
      const report = await aReport(server, patient, 'rash.png');
      await startSession(page, second);
      await page.goto(`/dashboard/add-review/${report._id}`);
      await textBox(page).fill('What the second wrote');
      // The second doctor's claim ends, and the first doctor claims the report.
      await call(server, 'DELETE', `report/claim/${report._id}`, undefined, second.token);
      await call(server, 'POST', `report/claim/${report._id}`, {}, first.token);
      await button(page, en['review.submit']).click();
      await expect(page.getByText(`Sunita ${first.lastName} has been reading`)).toBeVisible();
      await expect(page.getByText('What the second wrote')).toBeVisible();
      await expect(textBox(page)).toHaveCount(0);
      await call(
        server,
        'POST',
        `report/add-review/${report._id}`,
        { review: 'What the first wrote' },
        first.token,
      );
      await page.reload();
      await expect(page.getByRole('heading', { name: en['beaten.title'] })).toBeVisible();
      await expect(page.getByText('What the first wrote')).toBeVisible();
      await expect(page.getByText('What the second wrote')).toBeVisible();
      await button(page, en['beaten.discard']).click();
      await expect(page).toHaveURL(/\/dashboard\/pending-report$/);
    });
  });
}

test('the bar of sent reviews never moves the report, gives more time once it has the focus, and then a link', async ({
  page,
  server,
}) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  for (const description of ['first', 'second', 'third'])
    await aReport(server, patient, 'rash.png', { description });
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(list);
  await button(page, en['claim.next']).click();
  const bar = page.getByRole('region', { name: en['undo.title'] });
  const box = async () => (await page.locator('.viewer').boundingBox())?.y;
  await expect(textBox(page)).toBeVisible();
  await expect(bar).toHaveCount(0);
  for (const words of ['One', 'Two']) {
    const here = page.url();
    await textBox(page).fill(words);
    await button(page, en['review.submitAndNext']).click();
    await expect(page).not.toHaveURL(here);
    await expect(bar).toBeVisible();
  }
  await expect.poll(box).toBeDefined();
  const before = await box();
  await page.clock.runFor(3000);
  await expect(page.locator('.toast')).toHaveCount(0);
  expect(await box()).toBe(before);
  await expect(bar.getByText('(7 s)').or(bar.getByText('(6 s)')).first()).toBeVisible();
  const extended = page.waitForResponse('**/undo-time/**');
  await undoButton(page).first().focus();
  expect(Number(await (await extended).text())).toBeGreaterThan(20_000);
  await expect(bar.getByRole('status')).toContainText(en['undo.extended']);
  await expect(bar.getByText(/\((29|30) s\)/).first()).toBeVisible();
  await bar.getByText('1 more').click();
  await expect(undoButton(page)).toHaveCount(2);
  expect(await box()).toBe(before);
  await undoButton(page).first().focus();
  await page.clock.runFor(31_000);
  const takeBack = bar.getByRole('link', { name: en['undo.takeBack'] });
  await expect(takeBack).toHaveCount(2);
  await expect(takeBack.first()).toBeFocused();
  expect(await box()).toBe(before);
  // The bar covers nothing.
  const boxOf = (selector: string) =>
    page.locator(selector).evaluate((one) => one.getBoundingClientRect().toJSON() as DOMRect);
  const { top, right } = await boxOf('.undo-bar');
  expect((await boxOf('.viewer-pages')).bottom).toBeLessThanOrEqual(top + 1);
  expect((await boxOf('.desk-side')).left).toBeGreaterThanOrEqual(right - 1);
});

test('a restored draft says so, and is sent only once it was asked about and there was time to read it', async ({
  page,
  server,
}) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'rash.png');
  await call(server, 'PUT', `report/review-draft/${_id}`, { review: words }, doctor.token);
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(`/dashboard/add-review/${_id}`);
  await waitForHydration(page);
  await expect(page.getByText(/^Draft of .*\d\d:\d\d/)).toBeVisible();
  // From here on no time passes but what the test lets pass.
  await page.clock.pauseAt(await page.evaluate(() => Date.now() + 1000));
  const readFirst = page.getByText(en['draft.readFirst']);
  const press = async () => {
    await textBox(page).press('Control+Enter');
    await expect(readFirst).toBeVisible();
    await expect(textBox(page)).toBeEditable();
  };
  // Too soon after the arrival to be an answer.
  await press();
  await press();
  await page.clock.runFor(2100);
  // The first press is asked about, and a double press is one.
  await press();
  await press();
  await page.clock.runFor(1100);
  expect(await reportsOf(server, patient)).toMatchObject([{ status: 'Pending' }]);
  await textBox(page).press('Control+Enter');
  await expect(page).toHaveURL(/\/dashboard\/pending-report/);
});

test('keys pressed twice on "Submit and next" send nothing of the next patient, whose draft is restored', async ({
  page,
  server,
}) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await aReport(server, patient, 'rash.png', { description: 'first' });
  const second = await aReport(server, patient, 'rash.png', { description: 'second' });
  await call(server, 'PUT', `report/review-draft/${second._id}`, { review: 'Draft' }, doctor.token);
  await startSession(page, doctor);
  await openNext(page);
  await textBox(page).pressSequentially(words);
  const here = page.url();
  await page.keyboard.press('Control+Enter');
  await page.keyboard.press('Control+Enter');
  await expect(page).not.toHaveURL(here);
  await expect(textBox(page)).toHaveValue('Draft');
  await page.keyboard.press('Control+Enter');
  for (const field of [textBox(page), page.getByRole('radio').first()]) {
    await field.press('Control+Enter');
    await field.press('Control+Enter');
  }
  await expect(page.getByText(en['draft.readFirst'])).toBeVisible();
  await expect(textBox(page)).toHaveValue('Draft');
  await expect(page).toHaveURL(new RegExp(second._id));
  const texts = async () =>
    (await reportsOf(server, patient)).map(({ description, review }) => `${description}: ${review}`).sort();
  await expect.poll(texts, { timeout: 20_000 }).toEqual([`first: ${words}`, 'second: null']);
});

test('the server saves a draft every ten seconds, and another device resumes it', async ({
  page,
  anotherPage,
  server,
}) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const report = await aReport(server, patient, 'rash.png');
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(`/dashboard/add-review/${report._id}`);
  await textBox(page).fill(words);
  await tenSecondsPass(page);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const otherPage = await anotherPage();
  await startSession(otherPage, doctor);
  await otherPage.goto(`/dashboard/add-review/${report._id}`);
  await expect(textBox(otherPage)).toHaveValue(words);
});

test('unsaved text stays in the tab and takes precedence over the server’s draft', async ({
  page,
  anotherPage,
  server,
  tolerate,
}) => {
  tolerate(/Failed to load resource|ERR_FAILED/);
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'rash.png');
  const path = `/dashboard/add-review/${_id}`;
  await call(server, 'PUT', `report/review-draft/${_id}`, { review: 'Older words' }, doctor.token);
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(path);
  await expect(textBox(page)).toHaveValue('Older words');
  await page.route('**/pending-report/draft', (route) => route.abort());
  await textBox(page).fill('Newer words');
  await page.reload();
  await expect(textBox(page)).toHaveValue('Newer words');
  await page.unrouteAll();
  await tenSecondsPass(page);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const otherPage = await anotherPage();
  await startSession(otherPage, doctor);
  await otherPage.goto(path);
  await expect(textBox(otherPage)).toHaveValue('Newer words');
});

test('a draft is not reported as saved after the session has ended, and returns after the log-in', async ({
  page,
  server,
}) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'rash.png');
  const path = `/dashboard/add-review/${_id}`;
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(path);
  const tried = page.waitForResponse('**/pending-report/draft');
  await page.context().clearCookies({ name: /session/ });
  await textBox(page).fill(words);
  await tenSecondsPass(page);
  await tried;
  await expect(page.getByText(/^Saved at/)).toHaveCount(0);
  await startSession(page, doctor);
  await page.goto(path);
  await expect(textBox(page)).toHaveValue(words);
});

test('text written after a refusal is saved too', whole, async ({ page, server, tolerate }) => {
  tolerate(/status of 409/);
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const { _id } = await aReport(server, patient, 'rash.png');
  await startSession(page, doctor);
  await page.clock.install();
  await page.goto(`/dashboard/add-review/${_id}`);
  await textBox(page).fill(words);
  const corrected = { reportType: 'X-Ray', phoneNumber: patient.phone, description: 'Since Monday' };
  await call(server, 'PUT', `report/update-report/${_id}`, corrected, patient.token);
  await button(page, en['review.submit']).click();
  await expect(page.getByRole('heading', { name: en['review.now'] })).toBeVisible();
  await expect(textBox(page)).toHaveValue(words);
  await expect(textBox(page)).toBeEditable();
  await textBox(page).fill(`${words} As corrected.`);
  await tenSecondsPass(page);
  await expect(page.getByText(/^Saved at/)).toBeVisible();
  const draft = await call(server, 'GET', `report/review-draft/${_id}`, undefined, doctor.token);
  expect(draft.data.review).toBe(`${words} As corrected.`);
});

/** The number of reviews in a row; 60 to measure the time per case. */
const many = Number(process.env.REVIEWS ?? 6);

test(
  `a doctor writes ${many} reviews in a row by keyboard, without returning to the list or losing the filter`,
  whole,
  async ({ page, server }) => {
    test.setTimeout(60_000 + many * 5000);
    await clear(server);
    const [patient, doctor]: [Member, Member] = [await aPatient(server), await aDoctor(server)];
    for (let at = 0; at < many; at += 1) await aReport(server, patient, 'rash.png', { description: `${at}` });
    await startSession(page, doctor);
    await page.goto(list);
    await button(page, en['claim.next']).focus();
    await page.keyboard.press('Enter');
    const started = Date.now();
    for (let at = 1; at <= many; at += 1) {
      await expect(page).toHaveURL(/\/add-review\/\w+\?reportType=Blood\+Test&andNext=on$/);
      const here = page.url();
      await expect(patientName(page)).toBeFocused();
      await expect(textBox(page)).toHaveValue('');
      await page.keyboard.press('Tab');
      await page.keyboard.press('Enter');
      await expect(textBox(page)).toBeFocused();
      await page.keyboard.press('Control+Enter');
      await page.keyboard.type(`Case ${at}: rest.`);
      await page.keyboard.press('Control+Enter');
      await page.keyboard.type('typed too late');
      await expect(page).not.toHaveURL(here);
    }
    await expect(page).toHaveURL(/\/dashboard\/pending-report\?reportType=Blood\+Test$/);
    const seconds = (Date.now() - started) / 1000;
    process.stdout.write(`  ${many} reviews in ${seconds.toFixed(1)} s: ${(seconds / many).toFixed(2)} s a case
`);
    const texts = async () =>
      (await reportsOf(server, patient)).map(({ description, review }) => `${description}: ${review}`);
    const expected = Array.from({ length: many }, (_, at) => `${at}: Case ${at + 1}: rest.`);
    await expect.poll(async () => (await texts()).sort(), { timeout: 30_000 }).toEqual(expected.sort());
  },
);

test('text typed while a review is sent slowly reaches no other patient', async ({ page, server }) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  for (const description of ['first', 'second']) await aReport(server, patient, 'rash.png', { description });
  await startSession(page, doctor);
  await openNext(page);
  let answer = () => {};
  const isAnswered = new Promise<void>((resolve) => {
    answer = resolve;
  });
  await page.route('**/add-review/**', async (route) => {
    if (route.request().method() === 'POST') await isAnswered;
    await route.continue();
  });
  await textBox(page).pressSequentially(words);
  await page.keyboard.press('Control+Enter');
  await expect(textBox(page)).not.toBeEditable();
  await expect(textBox(page)).toHaveAttribute('aria-busy', 'true');
  await page.keyboard.type('of the first patient');
  await expect(textBox(page)).toHaveValue(words);
  answer();
  await expect(page.getByText('second', { exact: true })).toBeVisible();
  await expect(patientName(page)).toBeFocused();
  await page.keyboard.type('of the first patient');
  await textBox(page).press('Control+Enter');
  await expect(textBox(page)).toHaveValue('');
  await expect(textBox(page)).toBeEditable();
  await expect(page.getByText(en['review.required'])).toHaveCount(0);
  const texts = async () =>
    (await reportsOf(server, patient)).map(({ description, review }) => `${description}: ${review}`).sort();
  await expect.poll(texts, { timeout: 20_000 }).toEqual([`first: ${words}`, 'second: null']);
});

test('Ctrl+Enter sends a review, and the box counts the characters', whole, async ({ page, server }) => {
  await clear(server);
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  const report = await aReport(server, patient, 'rash.png');
  await startSession(page, doctor);
  await page.goto(`/dashboard/add-review/${report._id}`);
  await textBox(page).fill(words);
  await expect(page.getByText(`${words.length} of 10,000`)).toBeVisible();
  await textBox(page).press('Control+Enter');
  await expectMessage(page, 'Review Added Successfully');
  await expect(page.getByText('Review submitted successfully')).toHaveCount(0);
});

/** Opens the page on which a doctor translates another doctor's review. */
async function openTranslation(page: Page, server: Server) {
  const { report } = await aReviewToTranslate(server, await aDoctor(server), 'Rest well.');
  await startSession(page, await aDoctor(server, 'Tara'));
  await page.goto('/dashboard/settings/languages');
  for (const code of ['en', 'hi'] as const)
    await page.getByRole('checkbox', { name: languages[code].name }).check();
  await button(page, en['reads.submit']).click();
  await expectMessage(page, en['reads.done']);
  await page.goto(`/dashboard/translate/${report._id}`);
}

/** Opens the page on which a doctor adds to a review of their own. */
async function openAmendment(page: Page, server: Server) {
  const doctor = await aDoctor(server);
  const { _id } = await aReport(server, await aPatient(server), 'rash.png');
  await addReview(server, doctor, _id, 'Rest well.');
  await startSession(page, doctor);
  await page.goto(`/dashboard/amend-review/${_id}`);
}

for (const [kind, open, name, done] of [
  ['translation', openTranslation, 'review', 'translate.done'],
  ['change of a review', openAmendment, 'text', 'amend.done'],
] as const) {
  test(
    `a ${kind} is counted, kept in the tab and sent by Ctrl+Enter like a review`,
    whole,
    async ({ page, server }) => {
      await open(page, server);
      const here = page.url();
      const box = page.locator(`textarea[name=${name}]`);
      await box.pressSequentially('Drink water.');
      await expect(page.getByText('12 of 10,000')).toBeVisible();
      await page.reload();
      await expect(box).toHaveValue('Drink water.');
      await expect(page.getByText(/Draft of /)).toBeVisible();
      if (done === 'amend.done') {
        await page.getByRole('radio', { name: en['amend.kind.addition'] }).check();
        await page.getByLabel(en['amend.reasonCode']).selectOption('newFinding');
      }
      await box.press('Control+Enter');
      await box.press('End');
      await box.pressSequentially(' Rest.');
      expect(page.url(), 'nothing was sent before something was typed').toBe(here);
      await box.press('Control+Enter');
      await expectMessage(page, en[done]);
    },
  );
}
