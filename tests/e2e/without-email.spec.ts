import { clinicDay } from '../../app/domain/kernel/days.ts';
import { messagesByLanguage } from '../../app/i18n/catalogues.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  call,
  fixturePath,
  reportsOf,
  setLanguageCookie,
  startSession,
  theAdmin,
} from './support/people.ts';

const te = messagesByLanguage.te;
const review = 'రక్తం కొంచెం తక్కువగా ఉంది.';

const press = (page: Page, name: string) => page.getByRole('button', { name, exact: true }).click();

/** Reads the clinic number and the one-time password of a slip that has just been made. */
async function readSlip(page: Page): Promise<{ email: string; password: string }> {
  await expect(page.locator('.slip')).toContainText(te['slipPaper.second']);
  const [email = '', password = ''] = await page.locator('.slip-figures').allTextContents();
  return { email, password };
}

/** Logs in on the log-in page in Telugu. */
async function logIn(page: Page, { email, password }: { email: string; password: string }) {
  await page.goto('/login');
  await page.getByLabel(te['login.emailLabel']).fill(email);
  await page.getByLabel(te['login.passwordLabel'], { exact: true }).fill(password);
  await press(page, te['login.submit']);
}

/** Chooses a password on the page that follows a log-in with a slip. */
async function choosePassword(page: Page, password: string) {
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(te['firstPassword.title']);
  await page.locator('input[name="newPassword"]').fill(password);
  await page.locator('input[name="confirmNewPassword"]').fill(password);
  await press(page, te['firstPassword.submit']);
  await expect(page).toHaveURL('/dashboard/home');
}

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${hasScript ? 'with' : 'without'} script a mother who reads only Telugu sends, is told, reads, loses phone and slip, and reads again`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 4\d\d/);
      const [clerk, doctor] = [await aPatient(server), await aDoctor(server)];
      const { token } = await theAdmin(server);
      await call(server, 'POST', 'account/front-desk', { name: clerk.email }, token);
      const firstName = `లక్ష్మి${hasScript ? 'దేవి' : ''}`;
      const phoneEnd = hasScript ? '4321' : '4322';
      const mother = { firstName, lastName: 'రావు', contactNumber: `981234${phoneEnd}`, birthYear: '1962' };

      const desk = page;
      const slip =
        await test.step('the front desk opens her account and prints a slip in Telugu', async () => {
          await startSession(desk, clerk);
          await desk.goto('/dashboard/front-desk/new');
          for (const [name, value] of Object.entries(mother))
            await desk.locator(`input[name="${name}"]`).fill(value);
          await desk.locator('select[name="sex"]').selectOption('female');
          await desk.locator('#open select[name="language"]').selectOption('te');
          await press(desk, en['openAccount.submit']);
          return readSlip(desk);
        });

      const shared = await anotherPage();
      await test.step('the code of the slip opens the log-in in Telugu, with her number', async () => {
        await shared.goto(`/login?lang=te#${slip.email}`);
        await expect(shared.locator('html')).toHaveAttribute('lang', 'te');
        if (!hasScript) return;
        await expect(shared.getByLabel(te['login.emailLabel'])).toHaveValue(slip.email);
        expect(shared.url()).toBe(`${server.url}/login`);
      });
      const chosen = { email: slip.email, password: 'two tall trees stand' };
      await test.step('she logs in on a shared phone, chooses a password and sends a report', async () => {
        await logIn(shared, slip);
        await choosePassword(shared, chosen.password);
        await shared.goto('/dashboard/upload-report');
        await shared.locator('input[type="file"]').first().setInputFiles(fixturePath('rash.png'));
        await shared.locator('select[name="reportType"]').selectOption('ECG');
        await shared.locator('input[name="consent"]').check();
        await press(shared, te['upload.submit']);
        await expect(shared).toHaveURL('/report-submitted');
        await expect(shared.getByText(te['submitted.noEmail'])).toBeVisible();
      });

      const userId = await test.step('a doctor answers, and the front desk tells her by hand', async () => {
        const { user, token: own } = await call(server, 'POST', 'auth/login', chosen);
        const [report] = await reportsOf(server, { ...clerk, id: user._id, token: own });
        await addReview(server, doctor, report?._id ?? '', review);
        await desk.goto('/dashboard/to-tell');
        const row = desk
          .getByRole('article')
          .filter({ has: desk.getByRole('heading', { name: firstName, exact: true }) });
        await row.getByRole('button', { name: en['toTell.told'] }).click();
        await expect(row).toHaveCount(0);
        return user._id as string;
      });

      await test.step('she reads the answer and logs out', async () => {
        await shared.goto('/dashboard/home');
        await shared.locator('main').getByRole('link', { name: te['type.ECG'] }).first().click();
        await expect(shared.getByText(review)).toBeVisible();
        await shared.goto('/logout');
        await press(shared, te['logout.submit']);
        await expect(shared).toHaveURL('/');
        await shared.goBack();
        await expect(shared.getByText(review)).toHaveCount(0);
      });

      const lostPhone = await anotherPage();
      await setLanguageCookie(lostPhone, 'te', server);
      await logIn(lostPhone, chosen);
      await expect(lostPhone).toHaveURL('/dashboard/home');
      const newSlip = await test.step('she has lost phone and slip, and gets a new slip', async () => {
        await desk.goto('/dashboard/front-desk');
        await desk.locator('input[name="text"]').fill(`+91 ${mother.contactNumber}`);
        await desk.locator('input[name="text"]').press('Enter');
        const card = desk
          .getByRole('listitem')
          .filter({ has: desk.getByRole('heading', { name: firstName }) });
        await card.getByRole('link', { name: en['slip.title'] }).click();
        await desk.locator('input[name="fullName"]').fill(`${firstName} ${mother.lastName}`);
        await desk.locator('input[name="birthYear"]').fill(mother.birthYear);
        await desk.locator('input[name="contactNumber"]').fill(mother.contactNumber);
        // Pages have shown this clerk her details, so they ask for one more proof.
        await desk.locator('select[name="reportType"]').selectOption('ECG');
        await desk.locator('input[name="reportMonth"]').fill(clinicDay(Date.now()).slice(0, 7));
        await desk.getByText(en['slipReason.phoneLost'], { exact: true }).click();
        await press(desk, en['slip.submit']);
        return readSlip(desk);
      });
      expect(newSlip.email).toBe(slip.email);
      expect(newSlip.password).not.toBe(slip.password);

      await test.step('whoever has the lost phone or knows the old password reads nothing', async () => {
        await lostPhone.goto('/dashboard/home');
        await expect(lostPhone).toHaveURL(/\/login\?next=/);
        await logIn(lostPhone, chosen);
        await expect(lostPhone).toHaveURL('/login');
      });

      await test.step('she logs in again, reads who made the slip, and finds her answer', async () => {
        await logIn(shared, newSlip);
        await expect(shared).toHaveURL('/dashboard/first-password');
        await expect(shared.getByText(`${clerk.firstName} ${clerk.lastName}`)).toBeVisible();
        await choosePassword(shared, 'three quiet rivers run');
        await shared.goto(`/dashboard/previous-report/${userId}`);
        await shared.getByRole('article').getByRole('link').first().click();
        await expect(shared.getByText(review)).toBeVisible();
      });
      const { email: number, password: once } = newSlip;
      for (const secret of [
        number,
        once,
        slip.password,
        chosen.password,
        review,
        firstName,
        mother.contactNumber,
      ])
        expect(server.log()).not.toContain(secret);
    });
  });
}
