import { sentences as en } from '../../app/i18n/translate.ts';
import { pdfOf } from '../support/padded.ts';
import { ways, whole } from '../support/short-form.ts';
import { expectMessage, fillUpload } from './journey.ts';
import { expect as baseExpect, type Page, phone, test } from './support/fixtures.ts';
import { aPatient, fixturePath, type Member, reportsOf, startSession } from './support/people.ts';

/** An upload is decoded before it is answered, which takes long on a busy machine. */
const expect = baseExpect.configure({ timeout: 30_000 });

const megabyte = 1024 * 1024;

async function openUpload(page: Page, patient: Member) {
  await startSession(page, patient);
  await page.goto('/dashboard/upload-report');
  await page.waitForFunction(() =>
    Object.keys(document.querySelector('main form') ?? {}).some((key) => key.startsWith('__reactProps')),
  );
}

/**
 * Fills in the form with a file of 3 MB on a slow line.
 *
 * @returns a function that changes the speed.
 */
async function fillSlowly(page: Page, { phone: number }: Member, bytesPerSecond: number) {
  const buffer = Buffer.from(await (await pdfOf(3 * megabyte)).arrayBuffer());
  await fillUpload(page, { reportType: 'X-Ray', phone: number, description: 'Tired' });
  await page
    .getByLabel(en['upload.reportLabel'])
    .setInputFiles({ name: 'scan.pdf', mimeType: 'application/pdf', buffer });
  const client = await page.context().newCDPSession(page);
  const setSpeed = (uploadThroughput: number) =>
    client.send('Network.emulateNetworkConditions', {
      offline: false,
      latency: 0,
      downloadThroughput: -1,
      uploadThroughput,
    });
  await setSpeed(bytesPerSecond);
  return { setSpeed };
}

const submit = (page: Page) => page.getByRole('button', { name: en['upload.submit'] });
const progress = (page: Page) => page.getByRole('progressbar', { name: en['upload.busy'] });
const cancel = (page: Page) => page.getByRole('button', { name: en['upload.cancel'], exact: true });

for (const viewport of ways(phone, { width: 1280, height: 800 })) {
  test.describe(() => {
    test.use({ viewport });

    test(
      `at ${viewport.width} px an upload shows its progress and announces each quarter`,
      whole,
      async ({ page, server }) => {
        const patient = await aPatient(server);
        await openUpload(page, patient);
        await fillSlowly(page, patient, megabyte / 2);
        // Text for screen readers is present only for moments, so all of it is recorded.
        await page.evaluate(() => {
          const heard: string[] = [];
          Object.assign(window, { heard });
          const region = document.querySelector('form [role="group"] > [role="status"]');
          if (!region) throw new Error('no region');
          new MutationObserver(() => heard.push(region.textContent ?? '')).observe(region, {
            childList: true,
            characterData: true,
            subtree: true,
          });
        });
        const answered = page.waitForResponse((response) => response.request().method() === 'POST');
        await submit(page).click();
        await expect(progress(page)).toBeInViewport();
        await expect(page.getByText(en['form.loading'], { exact: true })).toBeHidden();
        await expect(submit(page)).toBeHidden();
        await expect(page.getByText(/^\d+% – [\d.]+ of 3 MB$/)).toBeVisible();
        await expect(page.getByText(/^about \d+ seconds? left$/)).toBeVisible();
        await expect(page.locator('[inert] textarea')).toHaveCount(1);
        await answered;
        await expect(page).toHaveURL('/report-submitted');
        const all = await page.evaluate(() =>
          (window as unknown as { heard: string[] }).heard.filter(Boolean),
        );
        expect(all).toEqual(['25% sent', '50% sent', '75% sent', `100% sent. ${en['upload.checking']}`]);
      },
    );
  });
}

test('a cancelled upload keeps its form and can be sent again', async ({ page, server }) => {
  const patient = await aPatient(server);
  await openUpload(page, patient);
  const { setSpeed } = await fillSlowly(page, patient, megabyte / 10);
  await submit(page).click();
  await cancel(page).click();
  await expect(page.getByText(en['upload.stopped'], { exact: true }).last()).toBeVisible();
  await expect(submit(page)).toBeFocused();
  await expect(
    page.getByRole('region', { name: en['toast.region'] }).getByText(en['connection.dropped']),
  ).toBeHidden();
  await expect(page.getByText(en['form.loading'], { exact: true })).toBeHidden();
  await expect(page.getByLabel(en['upload.descriptionLabel'])).toHaveValue('Tired');
  await expect(page.getByLabel(en['upload.consentLabel'])).toBeChecked();
  expect(
    await page
      .getByLabel(en['upload.reportLabel'])
      .evaluate(({ files }: HTMLInputElement) => files?.[0]?.name),
  ).toBe('scan.pdf');
  expect(await reportsOf(server, patient)).toEqual([]);
  await setSpeed(-1);
  await submit(page).click();
  await expect(page).toHaveURL('/report-submitted');
  expect(await reportsOf(server, patient)).toHaveLength(1);
});

test('a patient leaves a running upload without a prompt, and it continues from any page', async ({
  page,
  server,
}) => {
  const patient = await aPatient(server);
  await openUpload(page, patient);
  const { setSpeed } = await fillSlowly(page, patient, megabyte / 4);
  await submit(page).click();
  await expect(page.getByText(/^[1-9]\d*% – /)).toBeVisible();
  await expect(page.getByText(en['waiting.kept'])).toBeVisible();
  await page.getByRole('link', { name: en['nav.settings'] }).first().click();
  await expect(page).toHaveURL('/dashboard/settings');
  const banner = page.getByRole('region', { name: en['waiting.title'] });
  await expect(banner).toBeVisible();
  await page.reload();
  await expect(banner.getByText(/^[1-9]\d*% of it has been sent\.$/).first()).toBeVisible();
  await setSpeed(-1);
  await expect(banner).toBeHidden();
  await expectMessage(page, en['upload.done']);
  expect(await reportsOf(server, patient)).toHaveLength(1);
});

test(
  'a wrong file type and a foreign phone number are reported before a byte is sent',
  whole,
  async ({ page, server }) => {
    const patient = await aPatient(server);
    await openUpload(page, patient);
    const posts: string[] = [];
    // The request for the encryption key contains nothing of the report.
    const isSent = (url: string) => !url.endsWith('/files/waiting-key');
    page.on('request', (request) => {
      if (request.method() === 'POST' && isSent(request.url())) posts.push(request.url());
    });
    const file = page.getByLabel(en['upload.reportLabel']);
    const wrongKind = (name: string) => page.getByText(`${name}: ${en['upload.wrongType']}`, { exact: true });
    const removePage = async () => {
      await page.locator('main form li button').click();
      await page.getByRole('button', { name: en['page.remove'], exact: true }).click();
    };
    const rule = page.waitForResponse(/\/assets\/phone-/);
    for (const name of ['svg-named.png', 'archive.zip', 'page-named.pdf']) {
      await file.setInputFiles(fixturePath(name));
      await expect(wrongKind(name)).toBeVisible();
      await file.setInputFiles(fixturePath('xray.jpg'));
      await expect(wrongKind(name)).toBeHidden();
      // A browser fires no event when the same file is chosen again.
      await removePage();
    }
    const heic = Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from('ftypheic\0\0\0\0mif1heic')]);
    await file.setInputFiles({ name: 'IMG_1.HEIC', mimeType: 'image/heic', buffer: heic });
    await expect(wrongKind('IMG_1.HEIC')).toBeHidden();
    await removePage();
    await file.setInputFiles({ name: 'empty.pdf', mimeType: 'application/pdf', buffer: Buffer.alloc(0) });
    await expect(page.getByText(`empty.pdf: ${en['upload.empty']}`, { exact: true })).toBeVisible();
    await file.setInputFiles(fixturePath('xray.jpg'));
    await fillUpload(page, { reportType: 'X-Ray', phone: '12345' });
    await rule;
    await submit(page).click();
    await expect(page.getByText(en['phone.notInCountry'], { exact: true })).toBeVisible();
    await expect(page.getByLabel(en['upload.phoneNumberLabel'])).toBeFocused();
    expect(posts).toEqual([]);
    await page.getByLabel(en['upload.phoneNumberLabel']).fill(patient.phone);
    await submit(page).click();
    await expect(page).toHaveURL('/report-submitted');
  },
);
