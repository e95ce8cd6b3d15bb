import { sentences as en } from '../../app/i18n/translate.ts';
import { whole } from '../support/short-form.ts';
import { expectMessage, fillCode, fillSignUp, firstDigit } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aPerson, codeFor } from './support/people.ts';

const digit = (page: Page, number: number) =>
  page.getByLabel(en['otp.digit'].replace('{number}', String(number)).replace('{of}', '6'), { exact: true });

const verify = (page: Page) => page.getByRole('button', { name: en['otp.submit'] });
const resend = (page: Page) => page.getByRole('button', { name: en['otp.resend'] });

/** Sends the sign-up form like the browser, and opens the code page. */
async function openCodePage(page: Page, { isAwake = true } = {}) {
  const { accountType, firstName, lastName, email, phone, password } = aPerson('Patient', 'Asha');
  const details = { accountType, firstName, lastName, email, countryCode: '+91', contactNumber: phone };
  await page.request.post('/signup', { form: { ...details, password, confirmPassword: password } });
  await page.goto('/verify-email', { waitUntil: isAwake ? 'load' : 'commit' });
  if (isAwake) await expect(digit(page, 1)).toBeVisible();
  return email;
}

async function expectDigits(page: Page, digits: string) {
  for (const [at, one] of [...digits].entries()) {
    await expect(digit(page, at + 1), `box ${at + 1}`).toHaveValue(one.trim());
  }
}

const paste = (page: Page, box: number, text: string) =>
  digit(page, box).evaluate((element, words) => {
    const clipboardData = new DataTransfer();
    clipboardData.setData('text', words);
    element.dispatchEvent(new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }));
  }, text);

test.describe(() => {
  test.use({ viewport: phone });

  test('on a phone each box of a code is as wide as a thumb', async ({ page }) => {
    await openCodePage(page);
    for (const number of [1, 6]) {
      const { width = 0 } = (await digit(page, number).boundingBox()) ?? {};
      expect(width, `box ${number}`).toBeGreaterThanOrEqual(44);
    }
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(phone.width);
  });
});

test('each digit of a code goes into its own box, and can be mended by keyboard', async ({ page }) => {
  await openCodePage(page);
  const keys = page.keyboard;
  await digit(page, 1).focus();
  await keys.type('12a3');
  await expectDigits(page, '123   ');
  await expect(digit(page, 4), 'the next box has the focus').toBeFocused();

  await keys.press('Backspace');
  await expectDigits(page, '12    ');
  await expect(digit(page, 3)).toBeFocused();
  await keys.type('456');
  await keys.press('End');
  await expect(digit(page, 6)).toBeFocused();
  await keys.type('7');
  await expectDigits(page, '124567');
  await expect(digit(page, 6), 'the focus stays after the last digit').toBeFocused();

  await keys.press('Home');
  await keys.type('19');
  await expectDigits(page, '194567');
  await keys.press('ArrowLeft');
  await keys.press('Delete');
  await expectDigits(page, '1 4567');
  await keys.press('ArrowRight');
  await expect(digit(page, 3)).toBeFocused();
});

test(
  'a code that is pasted or filled in by the browser is spread over the boxes',
  whole,
  async ({ page }) => {
    await openCodePage(page);
    await paste(page, 3, ' 123 - 456 ');
    await expectDigits(page, '123456');
    await paste(page, 1, '27 Nov, 7:20: Your code is 890885');
    await expectDigits(page, '890885');
    await paste(page, 1, 'आपका कोड ४५६१२३ है');
    await expectDigits(page, '456123');
    await paste(page, 1, 'Your code: 654321.');
    await expectDigits(page, '654321');
    await paste(page, 5, '78');
    await expectDigits(page, '654378');
    await digit(page, 1).fill('112233');
    await expectDigits(page, '112233');
    // A soft keyboard inserts the new digit beside the existing one.
    await digit(page, 2).fill('15');
    await expectDigits(page, '152233');
  },
);

test('each box has a name, and one accepts a code suggested by the phone', whole, async ({ page }) => {
  await openCodePage(page);
  await expect(page.getByRole('group', { name: en['otp.label'] }).getByRole('textbox')).toHaveCount(6);
  await expect(digit(page, 1)).toHaveAttribute('autocomplete', 'one-time-code');
  await expect(digit(page, 2)).toHaveAttribute('autocomplete', 'off');
  for (const number of [1, 6]) await expect(digit(page, number)).toHaveAttribute('inputmode', 'numeric');
});

test('a complete code is sent only on request, and a wrong one can be overwritten', async ({
  page,
  server,
  tolerate,
}) => {
  tolerate(/status of 400/);
  const email = await openCodePage(page);
  const code = await codeFor(server, email);
  const posts: string[] = [];
  page.on('request', (request) => request.method() === 'POST' && posts.push(request.postData() ?? ''));
  const wrong = code === '000000' ? '111111' : '000000';
  await digit(page, 1).focus();
  await page.keyboard.type(wrong);
  await expectDigits(page, wrong);
  expect(posts, 'nothing was sent').toEqual([]);

  await verify(page).click();
  const sentence = 'That code is incorrect. Tries left: 4';
  await expect(page.getByText(sentence)).toBeVisible();
  const sentCodes = posts.map((body) => new URLSearchParams(body).getAll('otp'));
  expect(sentCodes, 'the code is sent as one field').toEqual([[wrong]]);
  await expect(digit(page, 1), 'the first box has the focus').toBeFocused();
  await expect(digit(page, 1)).toHaveAccessibleDescription(new RegExp(sentence));
  await expect(digit(page, 6)).toHaveAttribute('aria-invalid', 'true');

  await page.keyboard.type(code);
  await expectDigits(page, code);
  await page.keyboard.press('Enter');
  await expectMessage(page, 'Signup Successful, Please Login');
});

test('rejects an incomplete code', whole, async ({ page, tolerate }) => {
  tolerate(/status of 400/);
  await openCodePage(page);
  await digit(page, 1).focus();
  await page.keyboard.type('123');
  await verify(page).click();
  await expect(page.getByText(en['otp.shape'])).toBeVisible();
  await expect(digit(page, 1)).toBeFocused();
});

test('input from before the script loads moves into the boxes', whole, async ({ page }) => {
  let letThrough = () => {};
  const gate = new Promise<void>((resolve) => {
    letThrough = resolve;
  });
  await page.route('**/assets/*.js', async (route) => {
    await gate;
    await route.continue();
  });
  await openCodePage(page, { isAwake: false });
  await page.getByLabel(en['otp.label']).pressSequentially('12-34');
  letThrough();
  await expectDigits(page, '1234  ');
  await expect(digit(page, 5)).toBeFocused();
});

test('the sign-up form leads to the boxes', whole, async ({ page, server }) => {
  const person = aPerson('Patient', 'Asha');
  await page.goto('/signup');
  await fillSignUp(page, person);
  await page.getByRole('button', { name: en['signup.submit'] }).click();
  await expectMessage(page, 'OTP Sent Successfully');
  await expect(page.getByLabel(firstDigit)).toBeVisible();
  await fillCode(page, await codeFor(server, person.email));
  await verify(page).click();
  await expectMessage(page, 'Signup Successful, Please Login');
});

test.describe('with the limits of a clinic', () => {
  test.use({ settings: { LIMIT_SCALE: '1' } });

  test('the page counts down until the user may request another code', async ({ page }) => {
    await page.clock.install();
    await openCodePage(page);
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'true');
    const countdown = page.getByText(/^available in \d+ seconds$/);
    const left = async () => Number(/\d+/.exec((await countdown.textContent()) ?? '')?.[0]);
    await page.clock.pauseAt((await page.evaluate(() => Date.now())) + 1000);
    await page.clock.runFor(1000);
    await waitForHydration(page);
    const before = await left();
    expect(before).toBeGreaterThan(0);
    expect(before).toBeLessThan(60);
    const heard = page.getByRole('main').getByRole('status');
    await expect(heard).toHaveText('You can request a new code in 60 seconds.');
    await page.clock.runFor(20_000);
    await expect.poll(left).toBe(before - 20);
    await expect(heard, 'not announced every second').toHaveText('You can request a new code in 60 seconds.');

    const posts: string[] = [];
    page.on('request', (request) => request.method() === 'POST' && posts.push(request.url()));
    await resend(page).click({ force: true });
    await page.clock.runFor(41_000);
    await expect(resend(page)).toHaveAttribute('aria-disabled', 'false');
    await expect(heard).toHaveText(en['otp.resendNow']);
    expect(posts, 'nothing was sent').toEqual([]);
  });
});
