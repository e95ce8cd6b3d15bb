import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, addPerson, aPatient, aReport, startSession } from './support/people.ts';

const thisYear = new Date().getFullYear();
const sending = { reportType: 'ECG', file: 'rash.png', description: 'She is often tired' } as const;

const radio = (page: Page, name: string) => page.getByRole('radio', { name });
const submit = (page: Page) => page.getByRole('button', { name: en['upload.submit'] }).click();

async function nameChild(page: Page, name: string, birthYear: number) {
  await radio(page, en['about.new']).check();
  await page.getByLabel(en['people.nameLabel'], { exact: true }).fill(name);
  await page.locator('input[name="birthYear"]').fill(String(birthYear));
  await page.locator('select[name="sex"]').selectOption('female');
  await page.locator('select[name="relation"]').selectOption('child');
}

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a mother sends a child’s report, and the doctor sees the child’s name`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of (?:400|409|422)/);
      const mother = await aPatient(server);
      await startSession(page, mother);
      await page.goto('/dashboard/upload-report');
      await expect(radio(page, en['relation.self'])).toBeChecked();
      await expect(page.locator('input[name="personName"]')).toBeHidden();

      await nameChild(page, 'Gita Nair', thisYear - 7);
      await fillUpload(page, { ...sending, phone: mother.phone });
      const ofGuardian = page.getByLabel('I am the parent or guardian of Gita Nair,');
      if (hasScript) await page.getByLabel(en['about.guardianLabel']).fill('');
      await submit(page);
      if (hasScript) {
        await expect(page.getByText(en['people.guardian'])).toBeVisible();
        await expect(ofGuardian).toBeChecked();
      } else {
        // Only now does the page know which sentence she has to agree to.
        await expect(page.getByText(en['consent.changed'])).toBeVisible();
        await expect(page.getByText(en['upload.consentLabel'])).toHaveCount(0);
        await expect(ofGuardian).not.toBeChecked();
        await ofGuardian.check();
      }
      await page.getByLabel(en['about.guardianLabel']).fill('Asha Nair');
      // Without script, the browser does not keep the file.
      if (!hasScript) await fillUpload(page, { file: sending.file });
      await submit(page);
      await expectMessage(page, 'Report Submitted Succesfully');
      await expect(page).toHaveURL('/report-submitted');

      // From now on no person is preselected.
      await page.goto('/dashboard/upload-report');
      await expect(page.locator('input[name="personId"]:checked')).toHaveCount(0);
      const radios = page.getByRole('radio');
      await expect(radios.first()).toHaveAccessibleName(/^Gita Nair/);
      // Who somebody else is may stay unsaid.
      await expect(radio(page, en['about.notGiven'])).toBeHidden();
      const button = page.locator('form#upload button[type="submit"]').last();
      await expect(button).toHaveText(en['upload.submit']);
      for (const [choice, label] of [
        [/^Gita Nair/, 'Submit report of Gita Nair'],
        [en['relation.self'], `Submit report of Asha ${mother.lastName}`],
        [en['about.new'], en['upload.submit']],
        [en['about.notGiven'], en['upload.submit']],
      ] as const) {
        await page.getByRole('radio', { name: choice }).check();
        await expect(button).toHaveText(hasScript ? label : en['upload.submit']);
        if (choice === en['about.new'])
          await expect(radios.last()).toHaveAccessibleName(en['about.notGiven']);
      }

      const desk = await anotherPage();
      await startSession(desk, await aDoctor(server));
      await desk.goto('/dashboard/pending-report?limit=100');
      const row = desk.getByRole('row').filter({ hasText: mother.lastName }).filter({ hasText: 'Gita Nair' });
      await expect(row).toContainText('7 years');
      await expect(row).toContainText(en['gender.Female']);
      await row.getByRole('link', { name: en['pending.addReview'] }).click();
      await expect(desk.getByText(`Sent by Asha ${mother.lastName}`)).toBeVisible();
      await expect(desk.getByRole('heading', { level: 2, name: 'Gita Nair' })).toBeVisible();
    });

    test(`${how} a father filters a list by one child, and corrects and removes a person`, async ({
      page,
      server,
    }) => {
      const father = await aPatient(server);
      const [ravi, gita] = [
        await addPerson(server, father, 'Ravi', thisYear - 5),
        await addPerson(server, father, 'Gita', thisYear - 9),
      ];
      await aReport(server, father, 'rash.png', { personId: ravi.data._id, reportType: 'ECG' });
      await aReport(server, father, 'rash.png', { personId: gita.data._id, reportType: 'MRI' });
      await startSession(page, father);
      await page.goto(`/dashboard/previous-report/${father.id}`);
      await expect(page.getByRole('article')).toHaveCount(2);
      await page.getByRole('navigation', { name: en['about.filter'] }).getByText('Gita').click();
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('Gita');

      await page.goto('/dashboard/people');
      const card = (name: string) => page.getByRole('listitem').filter({ hasText: name });
      await card('Gita').getByRole('link', { name: en['report.correct'] }).click();
      // The list has its own form with the same field.
      await expect(page.getByRole('heading', { level: 1 })).toHaveText(en['people.changeTitle']);
      await page.getByLabel(en['people.nameLabel'], { exact: true }).fill('Gita Devi');
      await page.getByRole('button', { name: en['correct.submit'] }).click();
      await expectMessage(page, en['people.changed']);
      await card('Gita Devi').getByRole('link', { name: en['people.remove'] }).click();
      await page.getByLabel('Also delete the 1 report of this person forever').check();
      await page.getByRole('button', { name: en['people.remove'] }).click();
      await expectMessage(page, en['people.removed']);
      await expect(card('Gita Devi')).toHaveCount(0);
      await page.goto(`/dashboard/previous-report/${father.id}`);
      await expect(page.getByRole('article')).toHaveCount(1);
      await expect(page.getByRole('article')).toContainText('Ravi');
    });
  });
}

test('the consent’s wording depends on the person of the report', whole, async ({ page, server }) => {
  const mother = await aPatient(server);
  await addPerson(server, mother, 'Ravi', thisYear - 5);
  await startSession(page, mother);
  await page.goto('/dashboard/upload-report');
  const ownConsent = page.getByText(en['upload.consentLabel'], { exact: true });
  const guardianConsent = page.getByText('I am the parent or guardian of');
  const name = page.getByLabel(en['about.guardianLabel']);
  await radio(page, en['relation.self']).check();
  await expect(ownConsent).toBeVisible();
  await expect(guardianConsent).toBeHidden();
  await expect(name).toBeHidden();
  await radio(page, 'Ravi').check();
  await expect(page.getByText('I am the parent or guardian of Ravi,')).toBeVisible();
  await expect(ownConsent).toBeHidden();
  await nameChild(page, 'Kamla', 1950);
  await expect(page.getByText('Kamla has agreed that the medical report')).toBeVisible();
  await expect(ownConsent).toBeHidden();
  await expect(guardianConsent).toBeHidden();
  await expect(name).toBeHidden();
  await page.locator('input[name="consent"]').check();
  await page.locator('input[name="birthYear"]').fill('');
  await expect(page.getByText('and is 18 or older')).toBeVisible();
  // The other sentence has not been agreed to yet.
  await expect(page.locator('input[name="consent"]')).not.toBeChecked();
  await page.locator('input[name="birthYear"]').fill(String(thisYear - 3));
  await expect(page.getByText('I am the parent or guardian of Kamla,')).toBeVisible();
  await expect(name).toBeVisible();
});

test('the review page shows earlier reports of the same person', async ({ page, server }) => {
  const mother = await aPatient(server);
  const ravi = (await addPerson(server, mother, 'Ravi', thisYear - 5)).data._id;
  await aReport(server, mother, 'rash.png', { personId: ravi, reportType: 'ECG' });
  await aReport(server, mother, 'rash.png', { reportType: 'X-Ray' });
  const { _id } = await aReport(server, mother, 'rash.png', { personId: ravi, reportType: 'MRI' });
  await startSession(page, await aDoctor(server));
  await page.goto(`/dashboard/add-review/${_id}`);
  const earlier = page.locator('details').filter({ hasText: en['earlier.title'] });
  await earlier.locator('summary').press('Enter');
  await expect(earlier.getByRole('listitem')).toHaveCount(1);
  await expect(earlier.getByRole('listitem')).toContainText('ECG');
  await expect(earlier.getByRole('link', { name: 'ECG' })).toHaveAttribute('href', /beside=/);
});

test('the person of a report can be chosen by keyboard alone', whole, async ({ page, server }) => {
  const mother = await aPatient(server);
  await addPerson(server, mother, 'Ravi', thisYear - 5);
  await startSession(page, mother);
  await page.goto('/dashboard/upload-report');
  const keys = page.keyboard;
  const first = radio(page, en['relation.self']);
  for (let presses = 0; presses < 40; presses += 1) {
    await keys.press('Tab');
    if (await first.evaluate((one) => one === document.activeElement)) break;
  }
  await expect(first).toBeFocused();
  await keys.press('Space');
  await expect(radio(page, en['relation.self'])).toBeChecked();
  await keys.press('ArrowDown');
  await expect(radio(page, 'Ravi')).toBeChecked();
  await keys.press('Tab');
  await expect(page.getByLabel(en['about.guardianLabel'])).toBeFocused();
  await radio(page, 'Ravi').focus();
  await keys.press('ArrowDown');
  await expect(radio(page, en['about.new'])).toBeChecked();
  await keys.press('Tab');
  await expect(page.getByLabel(en['people.nameLabel'], { exact: true })).toBeFocused();
});
