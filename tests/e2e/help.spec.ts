import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  call,
  fixturePath,
  type Member,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';

const password = 'two tall trees stand';

/** Opens an account without e-mail whose owner has chosen a password. */
async function openedBy(server: Server, staff: Member, firstName: string, more: object = {}) {
  const body = {
    firstName,
    birthYear: 1960,
    sex: 'female',
    contactNumber: '9812345678',
    language: 'en',
    same: 'yes',
  };
  const { data } = await call(server, 'POST', 'account/open', { ...body, ...more }, staff.token);
  const { token: adminToken } = await theAdmin(server);
  const told = { fullName: firstName, birthYear: 1960, contactNumber: '9812345678', reason: 'lost' };
  const answers = { userId: data.user._id, ...told, ...more, vouchFor: 'card' };
  // A helper sees no password: the first slip comes from the front desk.
  const slip = data.password ? data : (await call(server, 'POST', 'account/slip', answers, adminToken)).data;
  const { clinicNumber, password: once } = slip as { clinicNumber: string; password: string };
  const { token } = await call(server, 'POST', 'auth/login', { email: clinicNumber, password: once });
  const chosen = { newPassword: password, confirmNewPassword: password };
  await call(server, 'POST', 'auth/choose-password', chosen, String(token));
  return clinicNumber;
}

/** Confirms the person, fills in the form, and sends it. */
async function sendFor(page: Page, file: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['help.found']);
  await expect(page.getByText('1960')).toBeVisible();
  await page.getByRole('link', { name: en['help.yes'] }).click();
  await page.locator('input[type="file"]').first().setInputFiles(fixturePath(file));
  await page.locator('select[name="reportType"]').selectOption('X-Ray');
  const number = page.locator('input[name="phoneNumber"]');
  if ((await number.inputValue()) === '') await number.fill('9812345678');
  await page.locator('input[name="consent"]').check();
  await page.getByText(en['uploadFor.mode.spoken'], { exact: true }).click();
  await page.locator('input[name="witness"]').fill('Sunita Rao');
  await page.getByRole('button', { name: /^Submit report of \S+$/ }).click();
  await expect(page).toHaveURL('/dashboard/help/sent');
  await expect(page.getByText(en['sentReports.waiting']).first()).toBeVisible();
}

const rowOf = (page: Page, name: string) =>
  page.getByRole('article').filter({ has: page.getByRole('heading', { name, exact: true }) });

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${how} a helper sends for families, a clerk tells them, and reading ends the row`, async ({
      page,
      anotherPage,
      server,
    }) => {
      const [helper, clerk, doctor] = [await aPatient(server), await aPatient(server), await aDoctor(server)];
      const { token } = await theAdmin(server);
      await call(server, 'POST', 'account/helpers', { name: helper.email }, token);
      await call(server, 'POST', 'account/front-desk', { name: clerk.email }, token);
      const [own, other] = [`Uma${hasScript}`, `Sita${hasScript}`];
      await openedBy(server, helper, own, { mayWrite: true });
      const families = hasScript ? ['Gita', 'Radha', 'Meena'] : [];
      for (const firstName of families) await openedBy(server, helper, firstName);
      const number = await openedBy(server, clerk, other);

      await startSession(page, helper);
      for (const firstName of [own, ...families]) {
        await page.goto('/dashboard/help');
        await page.getByRole('link', { name: `${en['help.send']} for ${firstName}` }).click();
        await sendFor(page, 'rash.png');
      }
      await page.goto('/dashboard/help');
      await page.locator('input[name="clinicNumber"]').fill(number);
      await page.locator('input[name="birthYear"]').fill('1960');
      await page.getByRole('button', { name: en['frontDesk.find'] }).click();
      await sendFor(page, 'xray.jpg');
      expect(page.url()).not.toContain(number);
      await expect(page.getByRole('article')).toHaveCount(2 + families.length);

      const { data } = await call(server, 'GET', 'report/sent', undefined, helper.token);
      const sent = data as { reportId: string; firstName: string }[];
      for (const { reportId } of sent) await addReview(server, doctor, reportId, 'Nothing is broken.');

      const desk = await anotherPage();
      await startSession(desk, clerk);
      await desk.goto('/dashboard/to-tell');
      await expect(rowOf(desk, own).getByRole('link', { name: 'WhatsApp' })).toHaveAttribute(
        'href',
        /^https:\/\/wa\.me\/919812345678\?text=.*%2Flogin$/,
      );
      await expect(rowOf(desk, other).getByRole('link')).toHaveCount(1);
      await rowOf(desk, own).getByRole('button', { name: en['toTell.told'] }).click();
      await expect(rowOf(desk, own)).toHaveCount(0);
      await expect(rowOf(desk, other)).toHaveCount(1);

      const patient = await anotherPage();
      await startSession(patient, { email: number, password });
      const seen = patient.waitForResponse((answer) => answer.url().includes('/review-seen/'));
      await patient.goto('/dashboard/home');
      await patient.getByRole('link', { name: /X-Ray/ }).first().click();
      await seen;
      await desk.reload();
      await expect(rowOf(desk, other)).toHaveCount(0);
    });
  });
}
