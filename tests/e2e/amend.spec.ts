import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import type { AxeResults } from 'axe-core';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage } from './journey.ts';
import { expect, type Page, phone, test, waitForHydration } from './support/fixtures.ts';
import { aDoctor, addReview, aPatient, aReport, startSession, theAdmin } from './support/people.ts';

const axeSource = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8');

/** Lists a page's accessibility faults, and whether it is wider than its window. */
async function faultsOf(page: Page) {
  await page.evaluate(axeSource);
  return page.evaluate(async () => {
    const { axe } = window as unknown as { axe: typeof import('axe-core') };
    const results: AxeResults = await axe.run(document, { resultTypes: ['violations'] });
    const wide = document.documentElement.scrollWidth > window.innerWidth ? ['too wide'] : [];
    return [...results.violations.map(({ id }) => id), ...wide];
  });
}

const boxOf = (page: Page) => page.getByLabel(en['amend.text'], { exact: true });
const choose = (page: Page, kind: 'addition' | 'correction' | 'takenBack') =>
  page.getByRole('radio', { name: en[`amend.kind.${kind}`] }).check({ force: true });
const giveReason = async (page: Page, code: string, words = '') => {
  await page.getByLabel(en['amend.reasonCode'], { exact: true }).selectOption(code);
  await page.getByLabel(en['amend.reasonLabel'], { exact: true }).fill(words);
};
const send = (page: Page) => page.getByRole('button', { name: en['amend.submit'], exact: true }).click();

for (const hasScript of ways(true, false)) {
  const how = hasScript ? 'with script' : 'without script';

  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, ...(hasScript ? {} : { viewport: phone }) });

    test(`${how} a doctor corrects a review in one of two tabs, and then retracts it`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      // The patient's page may note as seen what was just retracted.
      tolerate(/status of 40[049]/);
      const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
      const { _id } = await aReport(server, patient);
      await addReview(server, doctor, _id, 'Take 500 mg of canary.');
      await startSession(page, doctor);
      await page.goto('/dashboard/previous-reviewed-report');
      await page.getByRole('link', { name: en['amend.action'] }).click();
      await expect(page).toHaveURL(`/dashboard/amend-review/${_id}`);
      const tab = await page.context().newPage();
      await tab.goto(page.url());

      await choose(page, 'correction');
      if (hasScript) await expect(boxOf(page)).toHaveValue('Take 500 mg of canary.');
      await boxOf(page).fill('Take 50 mg of canary.');
      await send(page);
      await expect(page.getByText(en['amend.reasonCodeMissing'])).toBeVisible();
      await expect(boxOf(page)).toHaveValue('Take 50 mg of canary.');
      await giveReason(page, 'slip', 'A zero too many');
      await send(page);
      await expectMessage(page, en['amend.done']);
      await expect(page).toHaveURL('/dashboard/previous-reviewed-report');

      await choose(tab, 'addition');
      await boxOf(tab).fill('And drink.');
      await giveReason(tab, 'newFinding');
      await send(tab);
      await expect(tab.locator('.notice[role="alert"]')).toContainText(en['amend.changedMeanwhile']);
      await expect(tab.getByRole('region', { name: en['amend.holds'] })).toContainText('Take 50 mg');
      await expect(boxOf(tab)).toHaveValue('And drink.');

      const home = await anotherPage();
      await startSession(home, patient);
      await home.goto(`/dashboard/report/${_id}`);
      const card = home.getByRole('article');
      await expect(card.getByText('Take 50 mg of canary.')).toBeVisible();
      await expect(card.getByText(/^Corrected on .* by Meera/)).toBeVisible();
      await expect(card.getByText('A zero too many')).toBeVisible();
      await expect(card.getByText('Take 500 mg of canary.')).toBeHidden();
      await card.getByText(en['amend.earlier']).click();
      await expect(card.getByText('Take 500 mg of canary.')).toBeVisible();
      if (hasScript) expect(await faultsOf(home)).toEqual([]);

      // The text box is ignored when a review is retracted.
      await choose(tab, 'takenBack');
      await giveReason(tab, 'wrongReport');
      await send(tab);
      await expect(tab.getByText(en['amend.reasonMissing'])).toBeVisible();
      await giveReason(tab, 'wrongReport', 'Two reports were open');
      await send(tab);
      await expectMessage(tab, en['amend.done']);
      await page.goto(`/dashboard/amend-review/${_id}`);
      await expectMessage(page, en['amend.notReviewed']);

      await home.reload();
      await expect(card.getByText(en['amend.wrongReport'])).toBeVisible();
      const html = await home.content();
      for (const words of ['canary', 'A zero too many', 'Two reports were open'])
        expect(html, 'the patient’s page').not.toContain(words);
      if (hasScript) expect(await faultsOf(home)).toEqual([]);
    });

    test(
      `${how} an admin reads every version and retracts a review for its author`,
      whole,
      async ({ page, anotherPage, server }) => {
        const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
        const { _id } = await aReport(server, patient);
        await addReview(server, doctor, _id, 'Canary of the review.');
        await startSession(page, await theAdmin(server));
        await page.goto(`/dashboard/previous-reviewed-reports?q=${_id.slice(0, 8)}`);
        await page.getByRole('link', { name: en['takeBack.link'] }).click();
        await expect(page).toHaveURL(`/dashboard/review-versions/${_id}`);
        await expect(page.getByText('Canary of the review.')).toBeVisible();
        await giveReason(page, 'wrongReport', 'Its author has left');
        await page.getByRole('button', { name: en['takeBack.submit'], exact: true }).click();
        await expectMessage(page, en['takeBack.done']);
        await expect(page.getByText(en['takeBack.none'])).toBeVisible();
        await expect(page.getByText('Canary of the review.')).toBeVisible();
        await expect(page.getByText('Its author has left')).toBeVisible();
        if (hasScript) expect(await faultsOf(page)).toEqual([]);
        await page.goto(`/dashboard/pending-report?q=${_id.slice(0, 8)}`);
        await page.getByRole('link', { name: en['takeBack.link'] }).click();
        await expect(page).toHaveURL(`/dashboard/review-versions/${_id}`);
        const home = await anotherPage();
        await startSession(home, patient);
        await home.goto(`/dashboard/previous-report/${patient.id}`);
        expect(await home.content()).not.toContain('Canary');
      },
    );
  });
}

for (const viewport of ways(phone, { width: 1280, height: 800 })) {
  test.describe(() => {
    test.use({ viewport });

    test(
      `a doctor adds to a review by keyboard alone, ${viewport.width} pixels wide`,
      whole,
      async ({ page, server }) => {
        const [patient, doctor] = [await aPatient(server), await aDoctor(server)];
        const { _id } = await aReport(server, patient);
        await addReview(server, doctor, _id, 'All is well.');
        await startSession(page, doctor);
        await page.goto(`/dashboard/amend-review/${_id}`);
        await waitForHydration(page);
        expect(await faultsOf(page)).toEqual([]);
        const { keyboard } = page;
        await page.getByRole('radio').first().focus();
        await keyboard.press('Space');
        await keyboard.press('ArrowDown');
        await expect(boxOf(page), 'the text to correct').toHaveValue('All is well.');
        await keyboard.press('ArrowUp');
        await expect(boxOf(page), 'the text to add is empty').toHaveValue('');
        await keyboard.press('Tab');
        await expect(boxOf(page)).toBeFocused();
        await keyboard.type('Come again in May.');
        for (const _field of ['language', 'next step', 'reason']) await keyboard.press('Tab');
        await keyboard.press('ArrowDown');
        await expect(page.getByLabel(en['amend.reasonCode'], { exact: true })).toHaveValue('slip');
        await keyboard.press('Tab');
        await keyboard.press('Tab');
        await keyboard.press('Enter');
        await expectMessage(page, en['amend.done']);
        await expect(page.getByText(/\] Come again in May\.$/).filter({ visible: true })).toBeVisible();
      },
    );
  });
}
