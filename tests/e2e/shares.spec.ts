import jsqr from 'jsqr';
import sharp from 'sharp';
import { sentences as en } from '../../app/i18n/translate.ts';
import { ways } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import { aDoctor, addReview, aPatient, aReport, startSession } from './support/people.ts';

/** Decodes the QR code of the link as it is drawn on the page. */
async function addressOnPage(page: Page) {
  const picture = await page.getByAltText(en['share.codePicture']).screenshot({ scale: 'css' });
  const { data, info } = await sharp(picture).ensureAlpha().raw().toBuffer({ resolveWithObject: true });
  return new URL(jsqr(new Uint8ClampedArray(data), info.width, info.height)?.data ?? '');
}

for (const hasScript of ways(true, false)) {
  test.describe(() => {
    test.use({ javaScriptEnabled: hasScript, viewport: phone });

    test(`${hasScript ? 'with' : 'without'} script a patient shows a report to another doctor, and ends it`, async ({
      page,
      anotherPage,
      server,
      tolerate,
    }) => {
      tolerate(/status of 404/);
      const patient = await aPatient(server);
      const { _id: reportId } = await aReport(server, patient);
      await addReview(server, await aDoctor(server), reportId, 'Drink more water');
      await startSession(page, patient);
      await page.goto(`/dashboard/report/${reportId}`);
      await page.getByRole('link', { name: en['share.title'] }).click();
      await page.getByRole('button', { name: en['share.submit'] }).click();
      await expect(page.getByRole('heading', { name: en['share.done'] })).toBeVisible();
      const passcode = (await page.locator('.share-passcode').textContent()) ?? '';
      const { pathname } = await addressOnPage(page);

      const doctor = await anotherPage();
      await doctor.goto(pathname);
      const open = doctor.getByRole('button', { name: en['share.open'], exact: true });
      await doctor.getByLabel(en['share.passcodeLabel'], { exact: true }).fill('WRNG-WRNG');
      await doctor.getByLabel(en['share.nameLabel'], { exact: true }).fill('Anil Rao');
      await doctor.getByLabel(en['share.registrationLabel'], { exact: true }).fill('KMC 12345');
      await open.click();
      await expect(doctor.getByText(en['share.over']).first()).toBeVisible();
      await doctor.getByLabel(en['share.passcodeLabel'], { exact: true }).fill(passcode.toLowerCase());
      await open.click();
      await expect(doctor).toHaveURL('/shared/1');
      await expect(doctor.getByText('Drink more water')).toBeVisible();
      const firstPage = doctor.locator('#viewer-page-1 img');
      await firstPage.scrollIntoViewIfNeeded();
      await expect
        .poll(() => firstPage.evaluate((picture: HTMLImageElement) => picture.naturalWidth))
        .toBeGreaterThan(100);

      await page.goto('/dashboard/shares');
      await expect(page.getByText('Said to be Anil Rao, registration number KMC 12345')).toBeVisible();
      await page.getByRole('button', { name: en['shares.end'] }).click();
      await expect(page.getByRole('button', { name: en['shares.end'] })).toHaveCount(0);
      await doctor.reload();
      await expect(doctor.getByText(en['share.over'])).toBeVisible();
      await expect(doctor.getByText('Drink more water')).toHaveCount(0);
    });
  });
}
