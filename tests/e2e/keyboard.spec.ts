import type { Locator } from '@playwright/test';
import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { expectMessage, firstDigit } from './journey.ts';
import { expect, type Page, test, waitForHydration, waitUntilStill } from './support/fixtures.ts';
import {
  aDoctor,
  aPatient,
  aPerson,
  aReport,
  codeFor,
  createMember,
  fixturePath,
  reportsOf,
  startSession,
  theAdmin,
} from './support/people.ts';

const maxStops = 60;

/**
 * Presses Tab until the target has the focus. Every stop on the way has to be marked, in view, and
 * after the one before it.
 */
async function tabTo(page: Page, target: Locator) {
  const passed: string[] = [];
  // A page takes a moment to load, and its focus a moment longer.
  await target.waitFor({ state: 'attached' });
  await waitForHydration(page);
  for (let presses = 0; presses < maxStops; presses++) {
    await page.evaluate(noteFocus);
    await page.keyboard.press('Tab');
    // The page may still be scrolling to the focus.
    await expect
      .poll(() => page.evaluate(lookAtFocus), {
        message: `after ${passed.join(', ')}`,
        intervals: [20, 50, 100],
      })
      .toMatchObject({ trouble: [] });
    const { name } = await page.evaluate(lookAtFocus);
    if (await target.evaluate((element) => element === document.activeElement)) return;
    passed.push(name);
  }
  await expect(target, `after ${passed.join(', ')}`).toBeFocused();
}

function noteFocus() {
  (window as { stopBefore?: Element | null }).stopBefore = document.activeElement;
}

/** Describes the focused element and what is wrong with it. Runs in the page. */
function lookAtFocus() {
  const here = document.activeElement as HTMLElement;
  const before = (window as { stopBefore?: Element }).stopBefore;
  const name = `${here.localName} "${(here.getAttribute('aria-label') ?? here.textContent ?? '').trim().slice(0, 30)}" ${here.id}`;
  // After the last stop the window itself has the focus, and then the first stop.
  if (here === document.body) return { name, trouble: [] };
  const isRinged = (element: Element | null) => {
    if (!element) return false;
    const { outlineStyle, outlineWidth, outlineColor } = getComputedStyle(element);
    return outlineStyle !== 'none' && Number.parseFloat(outlineWidth) >= 2 && !/, 0\)$/.test(outlineColor);
  };
  // A radio button is invisible and lies over its marked label.
  const isMarked = isRinged(here) || isRinged(here.closest('label')) || isRinged(here.nextElementSibling);
  const { left, right, top, bottom } = here.getBoundingClientRect();
  const isInSight = right > 0 && left < window.innerWidth && bottom > 0 && top < window.innerHeight;
  const isAfter =
    !before?.isConnected ||
    before === document.body ||
    before === here ||
    Boolean(before.compareDocumentPosition(here) & Node.DOCUMENT_POSITION_FOLLOWING);
  return {
    name,
    trouble: [
      ...(isMarked ? [] : ['the focus cannot be seen']),
      ...(isInSight ? [] : ['it is out of sight']),
      ...(isAfter ? [] : ['it stands before the last one']),
    ],
  };
}

/** Moves the focus to an element and presses a key. */
async function pressAt(page: Page, target: Locator, key = 'Enter') {
  await tabTo(page, target);
  await page.keyboard.press(key);
}

/** Moves the focus to a field and types. */
async function typeAt(page: Page, target: Locator, text: string) {
  await tabTo(page, target);
  await page.keyboard.type(text);
}

/** Expects the focus in the field with a mistake, and that its description contains the mistake. */
async function expectToldOf(field: Locator, words: string) {
  await expect(field).toBeFocused();
  await expect(field).toHaveAttribute('aria-invalid', 'true');
  await expect(field).toHaveAccessibleDescription(new RegExp(words.replace(/[.?]/g, '\\$&')));
}

const button = (page: Page, name: string) => page.getByRole('button', { name, exact: true });
const link = (page: Page, name: string) =>
  page.getByRole('main').getByRole('link', { name, exact: true }).first();
const field = (page: Page, label: string) => page.getByLabel(label, { exact: true });
const filterLine = (page: Page) => page.getByRole('search').locator('summary');

test('by keyboard alone a patient signs up, logs in, sends a report and finds it', async ({
  page,
  server,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const person = aPerson('Patient', 'Asha');
  const keys = page.keyboard;

  await page.goto('/');
  await pressAt(page, link(page, en['home.join']));
  await expect(page).toHaveURL('/signup');
  await expect(page.locator('#content'), 'the focus after the pressed link is gone').toBeFocused();

  await tabTo(page, page.getByRole('radio', { name: en['signup.patient'] }));
  await keys.press('ArrowRight');
  await expect(page.getByRole('radio', { name: en['signup.expert'] })).toBeChecked();
  await keys.press('ArrowLeft');
  await expect(page.getByRole('radio', { name: en['signup.patient'] })).toBeChecked();
  await typeAt(page, field(page, en['signup.lastNameLabel']), person.lastName);
  await typeAt(page, field(page, en['signup.emailLabel']), person.email);
  const phone = `${en['signup.contactNumberLabel']} (${en['signup.contactNumberHint']})`;
  await typeAt(page, field(page, phone), person.phone);
  await typeAt(page, field(page, en['signup.passwordLabel']), person.password);
  await pressAt(page, button(page, en['password.show']).first(), 'Space');
  await expect(field(page, en['signup.passwordLabel'])).toHaveAttribute('type', 'text');
  await typeAt(page, field(page, en['signup.confirmPasswordLabel']), person.password);
  await keys.press('Enter');
  await expectToldOf(field(page, en['signup.firstNameLabel']), 'Please enter your first name');
  await keys.type(person.firstName);
  await keys.press('Enter');
  await expect(page).toHaveURL('/verify-email');

  const code = await codeFor(server, person.email);
  const wrong = String((Number(code) + 1) % 1_000_000).padStart(6, '0');
  await typeAt(page, page.getByLabel(firstDigit), wrong);
  await keys.press('Enter');
  await expectToldOf(page.getByLabel(firstDigit), 'That code is incorrect');
  await keys.type(code);
  await keys.press('Enter');
  await expect(page).toHaveURL('/login');

  await typeAt(page, field(page, en['login.emailLabel']), person.email);
  await typeAt(page, field(page, en['login.passwordLabel']), person.password);
  await keys.press('Enter');
  await expect(page).toHaveURL('/dashboard/home');

  await pressAt(page, link(page, en['dashboard.upload']));
  await expect(page).toHaveURL('/dashboard/upload-report');
  await tabTo(page, field(page, en['upload.reportLabel']));
  await field(page, en['upload.reportLabel']).setInputFiles(fixturePath('xray.jpg'));
  await pressAt(page, button(page, en['page.name'].replace('{n}', '1')));
  await pressAt(page, button(page, en['page.rotate']));
  await expect(page.getByText(en['page.turned'].replace('{n}', '1')).last()).toBeVisible();
  await keys.press('Escape');
  await expect(button(page, en['page.name'].replace('{n}', '1'))).toBeFocused();
  await typeAt(page, page.locator('input[name="ownBirthYear"]'), '1984');
  await tabTo(page, page.locator('select[name="ownSex"]'));
  await keys.press('ArrowDown');
  await pressAt(page, page.locator('.changeable > summary'));
  await typeAt(page, field(page, en['upload.phoneNumberLabel']), person.phone);
  await pressAt(page, page.getByRole('checkbox', { name: en['upload.consentLabel'] }), 'Space');
  await pressAt(page, button(page, en['upload.submit']));
  await expectToldOf(field(page, en['upload.reportTypeLabel']), 'Report Type is required');
  await keys.type('X-R');
  await expect(field(page, en['upload.reportTypeLabel'])).toHaveValue('X-Ray');
  await pressAt(page, button(page, en['upload.submit']));
  await expect(page).toHaveURL('/report-submitted');

  await pressAt(page, link(page, en['submitted.next']));
  const report = page.getByRole('article', { name: 'X-Ray' });
  await pressAt(page, report.getByRole('link').first());
  await expect(page).toHaveURL(/\/dashboard\/report\//);
  await tabTo(page, report.getByRole('link', { name: en['report.viewImage'] }));
  await pressAt(page, page.locator('main summary').filter({ hasText: en['report.changeOrDelete'] }));
  await pressAt(page, link(page, en['report.delete']));
  await pressAt(page, link(page, en['report.keep']));
  await expect(report).toBeVisible();
});

test('by keyboard alone a doctor finds a report, reads it closely and writes the review', async ({
  page,
  server,
}) => {
  const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
  await aReport(server, patient, 'two-pages.pdf');
  await startSession(page, doctor);
  await page.goto('/dashboard/home');
  await pressAt(page, link(page, en['dashboard.viewPending']));
  await expect(page).toHaveURL('/dashboard/pending-report');
  await pressAt(page, filterLine(page));
  await typeAt(page, field(page, en['filter.patientOrCase']), patient.lastName);
  await page.keyboard.press('Enter');
  await expect(page.getByText('1 in all', { exact: true })).toBeVisible();
  await expect(field(page, en['filter.patientOrCase']), 'the focus stays during a search').toBeFocused();
  await pressAt(page, page.getByRole('row').getByRole('link', { name: en['pending.addReview'] }));
  await expect(page).toHaveURL(/\/dashboard\/add-review\//);

  const text = page.getByRole('textbox', { name: en['review.label'] });
  await pressAt(page, page.getByRole('link', { name: en['viewer.toReview'] }));
  await expect(text, 'past the viewer').toBeFocused();
  await page.reload();
  await pressAt(page, button(page, en['viewer.zoomIn']));
  await pressAt(page, button(page, en['viewer.turn']));
  await expect(page.getByText('Zoom 150%, 90°')).toBeVisible();
  await pressAt(page, button(page, en['list.next']));
  await expect(page.getByText('Page 2 of 2')).toBeVisible();
  await waitUntilStill(page.getByRole('region', { name: en['viewer.label'] }).getByRole('figure').nth(1));
  await tabTo(page, page.getByRole('region', { name: 'Blood Test' }).first());

  await tabTo(page, text);
  await pressAt(page, button(page, en['review.submit']));
  await expectToldOf(text, 'Review is required');
  await page.keyboard.type('The bone is whole.');
  await pressAt(page, button(page, en['review.submit']));
  await expectMessage(page, 'Review Added Successfully');
  await expect(page, 'the list is still filtered').toHaveURL(/\/dashboard\/pending-report\?.*q=/);
  expect(await reportsOf(server, patient)).toMatchObject([{ review: 'The bone is whole.' }]);
});

test(
  'by keyboard alone an admin approves an expert and closes a message',
  whole,
  async ({ page, server }) => {
    const doctor = await createMember(server, aPerson('Expert', 'Dev'));
    const { firstName, lastName, email } = aPerson('Patient', 'Sunita');
    const name = `${firstName} ${lastName}`;
    const form = { name, answerTo: email, question: 'Is it bad?' };
    await page.request.post('/query', { form });
    await startSession(page, await theAdmin(server));
    await page.goto('/dashboard/home');
    await pressAt(page, link(page, en['dashboard.pendingExpert']));
    await pressAt(page, filterLine(page));
    await typeAt(page, field(page, en['filter.expert']), doctor.email);
    await page.keyboard.press('Enter');
    await expect(page.getByText('1 in all', { exact: true })).toBeVisible();
    await pressAt(page, page.getByRole('link', { name: new RegExp(`^${en['experts.approve']} `) }));
    await typeAt(page, page.locator('textarea[name="reason"]'), 'The hospital knows her');
    await pressAt(page, page.getByRole('checkbox'), 'Space');
    await pressAt(page, page.getByRole('button', { name: en['experts.approve'] }));
    await expectMessage(page, 'Expert Approved!');

    await page.goto('/dashboard/messages');
    const message = page.getByRole('article', { name });
    await pressAt(page, message.getByRole('button'));
    await expectMessage(page, en['closeMessage.done']);
    await expect(message).toHaveCount(0);
    await expect(page.locator('#content'), 'the focus after the pressed button is gone').toBeFocused();
  },
);

test(
  'by keyboard alone a user changes their profile and cancels a log-out before confirming it',
  whole,
  async ({ page, server }) => {
    await startSession(page, await aPatient(server));
    await page.goto('/dashboard/my-profile');
    await pressAt(page, link(page, en['profile.addGender']));
    await expect(page).toHaveURL('/dashboard/settings#profile');
    const form = page.getByRole('region', { name: en['settings.profile'] });
    await expect(form, 'the link moved the focus to this part').toBeFocused();
    const inForm = (label: string) => form.getByLabel(label, { exact: true });
    await pressAt(page, form.getByRole('button', { name: en['profile.submit'] }));
    const born = inForm(en['profile.dateOfBirthLabel']);
    await expectToldOf(born, 'Please enter your Date of Birth.');
    await page.keyboard.type('05311980');
    await expect(born).toHaveValue('1980-05-31');
    await tabTo(page, inForm(en['profile.genderLabel']));
    await page.keyboard.press('F');
    await expect(inForm(en['profile.genderLabel'])).toHaveValue('Female');
    await typeAt(page, inForm(en['profile.aboutLabel']), 'I keep bees.');
    await pressAt(page, form.getByRole('button', { name: en['profile.submit'] }));
    await expectMessage(page, 'Profile Updated Successfully');
    await expect(page.getByText('I keep bees.')).toBeVisible();

    await page.goto('/about-us');
    const menu = page.getByRole('banner').getByRole('group').last();
    const logOut = menu.getByRole('link', { name: en['nav.logOut'] });
    await pressAt(page, menu.locator('summary'));
    await pressAt(page, logOut);
    const question = page.getByRole('dialog', { name: en['logout.title'] });
    await expect(question.getByRole('button', { name: en['logout.cancel'] })).toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeHidden();
    await expect(logOut, 'the focus is where it was').toBeFocused();
    await page.keyboard.press('Enter');
    await expect(question).toBeVisible();
    await page.keyboard.press('Escape');
    await expect(logOut).toBeFocused();
    await page.keyboard.press('Escape');
    await expect(menu.locator('summary')).toBeFocused();
  },
);
