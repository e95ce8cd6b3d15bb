import type { Locator } from '@playwright/test';
import { formatDay } from '../../app/i18n/t.ts';
import { screens } from '../conformance/screens.ts';
import { type Screen, type Sight, settings } from '../conformance/sights.ts';
import { whole } from '../support/short-form.ts';
import { expect, type Page, phone, test } from './support/fixtures.ts';
import {
  aDoctor,
  addReview,
  aPatient,
  aPerson,
  aReport,
  call,
  codeEmailIntervals,
  createMember,
  fixtureBytes,
  type Member,
  startSession,
  theAdmin,
} from './support/people.ts';
import type { Server } from './support/server.ts';

// All tests share one clinic: first empty, then with people and reports.
test.use({ settings });
test.describe.configure({ mode: 'default' });

/** The values of the words in braces: the owner of a page, and its content. */
type Facts = Record<string, string>;
const filled = (words: string, details: Facts) =>
  words.replace(/\{(\w+)\}/g, (name, key: string) => details[key] ?? name);

const nameOf = ({ firstName, lastName }: Member) => `${firstName} ${lastName}`;
const factsOf = (person: Member): Facts => ({
  patientId: person.id,
  name: nameOf(person),
  email: person.email,
  phone: `+91${person.phone}`,
});

const places = { header: 'banner', footer: 'contentinfo', main: 'main' } as const;

function placeOf(page: Page, place: Sight['in']): Page | Locator {
  if (place === 'sidebar') return page.getByRole('complementary');
  // The sidebar is inside the main part; the page's own content comes after it.
  if (place === 'main') return page.locator('#content');
  return place ? page.getByRole(places[place]) : page;
}

const visible = (all: Locator) => all.filter({ visible: true }).first();

/** Looks for one thing on a page, as `screens.ts` describes it. */
async function see(page: Page, sight: Sight, details: Facts) {
  const at = placeOf(page, sight.in);
  const softly = expect.configure({ soft: true });
  const of = (words: string) => filled(words, details);
  const why = sight.words;
  if ('title' in sight) {
    await softly(page.getByRole('heading', { level: 1 }), why).toHaveText(of(sight.title));
  } else if ('heading' in sight) {
    await softly(
      visible(at.getByRole('heading', { name: of(sight.heading), exact: true })),
      why,
    ).toBeVisible();
  } else if ('text' in sight) {
    await softly(visible(at.getByText(of(sight.text), { exact: true })), why).toBeVisible();
  } else if ('button' in sight) {
    await softly(visible(at.getByRole('button', { name: of(sight.button), exact: true })), why).toBeVisible();
  } else if ('radio' in sight) {
    await softly(at.getByRole('radio', { name: sight.radio }), why).toBeAttached();
  } else if ('checkbox' in sight) {
    await softly(at.getByRole('checkbox', { name: sight.checkbox }), why).toBeAttached();
  } else if ('link' in sight) {
    const link = at
      .locator('a')
      .filter({ hasText: new RegExp(`^\\s*${escaped(of(sight.link)).replaceAll(' ', '\\s')}\\s*$`) });
    await softly(link.first(), why).toHaveAttribute('href', of(sight.to));
    if (sight.newTab) await softly(link.first(), why).toHaveAttribute('target', '_blank');
  } else if ('field' in sight) {
    const field = at.getByLabel(sight.field, { exact: true }).and(at.locator('input, textarea, select'));
    await softly(field, why).toBeVisible();
    if (sight.accept) await softly(field, why).toHaveAttribute('accept', sight.accept);
    if (sight.value) await softly(field, why).toHaveValue(sight.value);
  } else if ('choices' in sight) {
    const field = at.getByLabel(sight.choices, { exact: true });
    await softly(field.locator('option'), why).toHaveText([...sight.are]);
    if (sight.selectedOption) await softly(field, why).toHaveValue(sight.selectedOption);
  } else if ('columns' in sight) {
    await softly(at.getByRole('columnheader'), why).toHaveText([...sight.columns]);
  } else if ('picture' in sight) {
    await softly(at.getByRole('img', { name: of(sight.picture) }), why).toBeVisible();
  } else if ('count' in sight) {
    const { of: what } = sight;
    const all = what === 'article' || what === 'radio' ? at.getByRole(what) : named(at, what);
    await softly(all, why).toHaveCount(sight.count);
  } else {
    await softly(at.getByText(of(sight.not)).filter({ visible: true }), why).toHaveCount(0);
  }
}

const escaped = (text: string) => text.replace(/[.*+?^${}()|[\]\\]/g, '\\$&');

/** Finds buttons, links and boxes whose name begins with the given words. */
function named(at: Page | Locator, words: string) {
  const name = new RegExp(`^${escaped(words)}`);
  return at
    .getByRole('button', { name })
    .or(at.getByRole('link', { name }))
    .or(at.getByRole('textbox', { name }));
}

/**
 * Opens a screen by its path, or along the way that leads there.
 *
 * @returns the values of its words in braces.
 */
async function open(page: Page, screen: Screen, details: Facts, server: Server): Promise<Facts> {
  if (screen.walk === 'code') {
    const person = aPerson('Patient', 'Asha');
    const form = {
      accountType: 'Patient',
      firstName: person.firstName,
      lastName: person.lastName,
      email: person.email,
      contactNumber: person.phone,
      password: person.password,
      confirmPassword: person.password,
    };
    await page.request.post('/signup', { form });
    await page.goto(screen.path);
    return details;
  }
  if (screen.walk) {
    const { email } = await aPatient(server);
    // The page that confirms it is shown once.
    await page.request.post('/forgot-password', { form: { email }, maxRedirects: 0 });
    if (screen.walk === 'forgot') {
      await page.goto(screen.path);
      return { ...details, email };
    }
    let token: string | undefined;
    await expect
      .poll(
        async () => {
          token = /update-password\/([\w-]+)/.exec((await server.emails(email)).at(-1)?.text ?? '')?.[1];
          return token;
        },
        { message: 'a letter with a link', intervals: codeEmailIntervals },
      )
      .toBeDefined();
    await page.goto(filled(screen.path, { token: token ?? '' }));
    return details;
  }
  await page.goto(filled(screen.path, details));
  const folded = page.locator(
    'details:is(.report-fold, .changeable, :has(section[id])):not([open]) > summary',
  );
  while ((await folded.count()) > 0) await folded.first().click();
  return details;
}

async function lookAt(page: Page, screen: Screen, details: Facts, server: Server) {
  await test.step(screen.name, async () => {
    const here = await open(page, screen, details, server);
    for (const sight of screen.sights) await see(page, sight, here);
  });
}

const screensOf = (who: Screen['role'], isEmpty: boolean) =>
  screens.filter((screen) => screen.role === who && Boolean(screen.isEmpty) === isEmpty);

test('each list has its message in an empty clinic', whole, async ({ anotherPage, server }) => {
  const people = [
    ['admin', await theAdmin(server)],
    ['patient', await aPatient(server)],
    ['expert', null],
  ] as const;
  for (const [who, account] of people) {
    const person = account ?? (await aDoctor(server));
    const page = await anotherPage();
    await startSession(page, person);
    for (const screen of screensOf(who, true)) await lookAt(page, screen, factsOf(person), server);
    await page.context().close();
  }
});

test('a visitor sees the screens of the requirements', async ({ page, server, tolerate }) => {
  tolerate(/status of 404/);
  for (const screen of screensOf('visitor', false)) await lookAt(page, screen, {}, server);
});

test('each role sees its screens of the requirements', async ({ anotherPage, server }) => {
  const patient = await aPatient(server);
  const doctor = await aDoctor(server);
  const waiting = await createMember(server, aPerson('Expert', 'Dev'));
  const reviewed = await aReport(server, patient);
  await addReview(server, doctor, reviewed._id, 'All is well');
  // An unseen answer comes before newer reports.
  await call(server, 'POST', `report/review-seen/${reviewed._id}`, {}, patient.token);
  const pdf = await aReport(server, patient);
  await aPhoto(server, patient);
  const shared: Facts = {
    today: formatDay('en', new Date().toISOString()),
    pdf: `/files/raw/${pdf._id}`,
    pending: `/files/raw/${pdf._id}`,
    addReview: `/dashboard/add-review/${pdf._id}`,
    patientName: nameOf(patient),
    patientEmail: patient.email,
    expertId: doctor.id,
    expertName: nameOf(doctor),
    unapprovedName: nameOf(waiting),
    unapprovedEmail: waiting.email,
    unapprovedPhone: `+91${waiting.phone}`,
  };
  const people = { patient, expert: doctor, unapproved: waiting, admin: await theAdmin(server) };
  for (const [who, person] of Object.entries(people)) {
    const page = await anotherPage();
    await startSession(page, person);
    const details = { ...shared, ...factsOf(person) };
    for (const screen of screensOf(who as Screen['role'], false)) await lookAt(page, screen, details, server);
    await page.context().close();
  }
});

/** Sends a photo without a description. */
async function aPhoto(server: Server, { token, phone }: Member) {
  const form = new FormData();
  form.set('reportType', 'X-Ray');
  form.set('phoneNumber', phone);
  form.set('report', new File([new Uint8Array(fixtureBytes('xray.jpg'))], 'xray.jpg'));
  const headers = { Authorization: `Bearer ${token}` };
  const url = `${server.url}/api/v1/report/upload-report`;
  const { status } = await fetch(url, { method: 'POST', headers, body: form });
  expect(status, 'the photo was accepted').toBe(200);
}

test('a form shows that it is being sent', async ({ anotherPage, server }) => {
  const patient = await aPatient(server);
  const { _id } = await aReport(server, patient);
  const guest = await anotherPage();
  await guest.goto('/forgot-password');
  await guest.getByLabel('E-mail address').fill(patient.email);
  const doctor = await anotherPage();
  await startSession(doctor, await aDoctor(server));
  await doctor.goto(`/dashboard/add-review/${_id}`);
  await doctor.getByRole('textbox', { name: 'Your review' }).fill('All is well');
  for (const [page, button, busy, next] of [
    [guest, 'Submit', 'Submit', 'Check Your Email'],
    [doctor, 'Submit Review', 'Submitting...', 'Pending Reports'],
  ] as const) {
    let release = () => {};
    const released = new Promise<void>((resolve) => {
      release = resolve;
    });
    await page.route('**/*', async (route) => {
      if (route.request().method() === 'POST') await released;
      await route.continue();
    });
    await page.getByRole('button', { name: button, exact: true }).click();
    await expect(page.getByRole('region', { name: 'Notices' }).getByText('Loading...')).toBeVisible();
    await expect(page.getByRole('button', { name: busy, exact: true }).locator('.spin')).toBeVisible();
    release();
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(next);
  }
});

test('on a phone the sidebar is about 200 px wide', async ({ page, server }) => {
  await page.setViewportSize(phone);
  await startSession(page, await aPatient(server));
  await page.goto('/dashboard/home');
  await page.getByText('Patient Dashboard', { exact: true }).filter({ visible: true }).click();
  const panel = page.getByRole('navigation', { name: 'Dashboard' }).filter({ visible: true });
  const { width = 0 } = (await panel.locator('..').boundingBox()) ?? {};
  expect(width).toBeGreaterThan(180);
  expect(width).toBeLessThan(221);
});

test('each status has its colour', async ({ page, server }) => {
  const patient = await aPatient(server);
  const { _id } = await aReport(server, patient);
  await startSession(page, patient);
  const badge = (status: string) => page.getByRole('article').getByText(status, { exact: true });
  const hue = async (status: string) => {
    await page.goto(`/dashboard/previous-report/${patient.id}`);
    return hueOf(await badge(status).evaluate((element) => getComputedStyle(element).backgroundColor));
  };
  expect(await hue('Pending'), 'yellow').toBeGreaterThan(30);
  expect(await hue('Pending'), 'yellow').toBeLessThan(65);
  await addReview(server, await aDoctor(server), _id, 'All is well');
  expect(await hue('Reviewed'), 'green').toBeGreaterThan(90);
  expect(await hue('Reviewed'), 'green').toBeLessThan(170);
});

/** Returns the hue of a colour `rgb(r, g, b)`, in degrees. */
function hueOf(colour: string) {
  const [red = 0, green = 0, blue = 0] = (colour.match(/[\d.]+/g) ?? []).map(Number);
  const degrees = (Math.atan2(Math.sqrt(3) * (green - blue), 2 * red - green - blue) * 180) / Math.PI;
  return (degrees + 360) % 360;
}

test('a message appears centred at the top', async ({ page, server }) => {
  await startSession(page, await aPatient(server));
  // A patient on an admin's page is redirected with a message.
  await page.goto('/dashboard/pending-expert');
  const message = page
    .getByRole('region', { name: 'Notices' })
    .getByText('Your account cannot open this page');
  const { x = 0, y = 999, width = 0 } = (await message.locator('../..').boundingBox()) ?? {};
  expect(y).toBeLessThan(100);
  expect(Math.abs(x + width / 2 - 640)).toBeLessThan(20);
});
