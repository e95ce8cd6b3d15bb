import { allLanguages } from '../../app/i18n/languages.ts';
import { sentences as en } from '../../app/i18n/translate.ts';
import { measuredIn, ways } from '../support/short-form.ts';
import { openBeside } from '../support/test-database.ts';
import { axeSource, violations } from './support/axe.ts';
import { expect, type Page, test } from './support/fixtures.ts';
import {
  aDoctor,
  addPerson,
  aPerson,
  aReport,
  createMember,
  type Member,
  setLanguageCookie,
  startSession,
} from './support/people.ts';
import { unfoldFilters } from './support/press.ts';
import { claimFor } from './support/questions.ts';
import type { Server } from './support/server.ts';

// All tests share one queue, on a server of its own.
test.describe.configure({ mode: 'default' });
test.use({ settings: { HELPLINE: '+91 11 4000 0001' } });

const queue = '/dashboard/pending-report';
const waiting = 20;
const openNames = ['Kamala', 'Fatima', 'Asha'];

let doctor: Member | undefined;

/**
 * Fills the queue as a clinic knows it: long waits, patients without an age, and a child of a
 * parent. The doctor has three reports open.
 */
async function fillQueue(server: Server): Promise<Member> {
  const reader = await aDoctor(server);
  const aPatientOf = (name: string) =>
    createMember(server, { ...aPerson('Patient', name), lastName: 'Verma' });
  const [kamala, fatima, asha, parent] = [
    await aPatientOf('Kamala'),
    await aPatientOf('Fatima'),
    await aPatientOf('Asha'),
    await aPatientOf('Gurpreet'),
  ];
  const { data: child } = await addPerson(server, parent, 'Kiran', 2018);
  const database = openBeside(server.databaseUrl);
  const send = async (patient: Member, days: number, fields: Record<string, string>) => {
    const { _id } = await aReport(server, patient, 'rash.png', fields);
    const createdAt = Date.now() - days * 24 * 3_600_000;
    await database.rows(`update reports set created_at = ${createdAt} where id = '${_id}'`);
    return _id;
  };
  const types = ['Blood Test', 'Ultrasound', 'Dental Checkup', 'ECG', 'Biopsy'];
  const self = { relation: 'self' };
  for (let at = 0; at < waiting; at += 1) {
    const senders = [
      [kamala, self],
      [fatima, {}],
      [asha, self],
      [parent, { personId: child._id }],
    ] as const;
    const [patient, about] = senders[at % senders.length] ?? [kamala, self];
    const fields = { ...about, reportType: types[at % types.length] ?? '', description: `Report ${at}` };
    await send(patient, (waiting - at) / 4, fields);
  }
  for (const patient of [kamala, fatima, asha])
    await claimFor(server, reader, await send(patient, 1, { ...self, description: 'Open' }));
  await database.close();
  return reader;
}

test.beforeEach(async ({ page, server }) => {
  doctor ??= await fillQueue(server);
  await startSession(page, doctor);
});

const strip = (page: Page) => page.getByRole('region', { name: en['claim.yours'] });

/** Measures the rows in pixels, and counts those wholly in view. */
const rowsOn = (page: Page) =>
  page.evaluate(() => {
    const rows = [...document.querySelectorAll('#content .sheet.row')].map((row) =>
      row.getBoundingClientRect(),
    );
    const inView = rows.filter(({ top, bottom }) => top >= 0 && bottom <= window.innerHeight);
    return { all: rows.length, inView: inView.length, first: Math.round(rows[0]?.top ?? 0) };
  });

for (const { width, height, language, least } of [
  { width: 1280, height: 720, language: 'en', least: 7 },
  { width: 1366, height: 768, language: 'en', least: 8 },
  { width: 1280, height: 720, language: 'ta', least: 6 },
])
  test(`${least} of the waiting reports are in view at ${width} × ${height} px in ${language}`, async ({
    page,
    server,
  }) => {
    await page.setViewportSize({ width, height });
    await setLanguageCookie(page, language, server);
    await page.goto(queue);
    const { all, inView } = await rowsOn(page);
    expect(all).toBe(waiting);
    expect(inView).toBeGreaterThanOrEqual(least);
  });

test('on a phone the first report begins on the first screen, below the open ones in one line', async ({
  page,
  server,
}) => {
  for (const language of measuredIn(allLanguages)) {
    await setLanguageCookie(page, language, server);
    await page.goto(queue);
    for (const window of [
      { width: 360, height: 640 },
      { width: 1280, height: 720 },
    ]) {
      await page.setViewportSize(window);
      const why = `${language} at ${window.width} px`;
      const box = await page.locator('#content section').first().boundingBox();
      expect.soft(box?.height, why).toBeLessThanOrEqual(52);
      // Where a machine has only a wide font for Urdu, its header takes two lines.
      const lowest = language === 'ur' ? 560 : 500;
      expect.soft((await rowsOn(page)).first, why).toBeLessThan(lowest);
    }
  }
});

test('the open reports are named in one line, equal names with age and sex', async ({ page, server }) => {
  await setLanguageCookie(page, 'en', server);
  await page.goto(queue);
  await expect(strip(page)).toHaveText(/^3 open:/);
  await expect(strip(page).getByRole('link')).toHaveText(openNames.map((name) => `Continue ${name}`));
  await expect(strip(page).getByRole('link').first()).toHaveAttribute(
    'title',
    /^Kamala Verma, Blood Test, \w{4}-\w{4}$/,
  );

  const reader = await aDoctor(server);
  const patient = await createMember(server, aPerson('Patient', 'Asha'));
  const { data: namesake } = await addPerson(server, patient, 'Asha Rao', 2018);
  const sent = [
    await aReport(server, patient, 'rash.png', { relation: 'self' }),
    await aReport(server, patient, 'rash.png', { personId: namesake._id }),
    await aReport(server, patient, 'blood-test.pdf', { personId: namesake._id }),
  ];
  for (const { _id } of sent) await claimFor(server, reader, _id);
  await startSession(page, reader);
  await page.goto(queue);
  await expect(strip(page).getByRole('link')).toHaveText([
    /^Continue Asha, 42 years, Female$/,
    /^Continue Asha, 8 years, Male, \w{4}-\w{4}$/,
    /^Continue Asha, 8 years, Male, \w{4}-\w{4}$/,
  ]);
  await strip(page).getByRole('link').first().click();
  await expect(page).toHaveURL(new RegExp(`/dashboard/add-review/${sent[0]?._id}`));
});

test('"Next report" is the one filled button, two steps behind the way past the menu', async ({ page }) => {
  await page.goto(queue);
  const next = page.getByRole('button', { name: en['claim.next'] });
  const filled = await next.evaluate((button) => {
    const { backgroundColor } = getComputedStyle(button);
    return [...document.querySelectorAll('#content :is(a, button, summary)')].filter(
      (one) => one.checkVisibility() && getComputedStyle(one).backgroundColor === backgroundColor,
    ).length;
  });
  expect(filled).toBe(1);

  await page.keyboard.press('Tab');
  await page.keyboard.press('Enter');
  let presses = 1;
  do {
    await page.keyboard.press('Tab');
    presses += 1;
  } while (presses < 3 && !(await next.evaluate((button) => button === document.activeElement)));
  await expect(next).toBeFocused();
});

for (const javaScriptEnabled of ways(true, false))
  test.describe(() => {
    test.use({ javaScriptEnabled });

    test(`the filters fold into one line that says what is set, ${javaScriptEnabled ? 'with' : 'without'} script`, async ({
      page,
    }) => {
      await page.goto(queue);
      const bar = page.getByRole('search', { name: en['filter.label'] });
      const line = bar.locator('summary');
      await expect(line).toHaveText(en['filter.fold']);
      await expect(bar.getByRole('combobox').first()).toBeHidden();
      await unfoldFilters(page);
      await bar.getByLabel(en['filter.type']).selectOption('Blood Test');
      if (!javaScriptEnabled) await bar.getByRole('button', { name: en['filter.submit'] }).click();
      await expect(line).toHaveText('Filters: Blood Test');
      await page.goto(`${queue}?reportType=Blood+Test&language=hi&waitsFor=patient&q=Kamala`);
      await expect(line).toHaveText('Filters: Blood Test, Waiting for: The patient, Hindi, Kamala');
      await bar.getByRole('link', { name: en['filter.clear'] }).click();
      await expect(line).toHaveText(en['filter.fold']);
      await expect(page).toHaveURL(new RegExp(`${queue}$`));
    });
  });

test('the queue is accessible, with open filters too', async ({ page }) => {
  await page.addInitScript(axeSource);
  for (const width of [360, 1280]) {
    await page.setViewportSize({ width, height: 720 });
    await page.goto(queue);
    expect(await violations(page), `${width} px`).toEqual([]);
    await unfoldFilters(page);
    expect(await violations(page), `${width} px, open filters`).toEqual([]);
  }
});
