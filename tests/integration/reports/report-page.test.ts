import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { createMemoryRouter, RouterProvider } from 'react-router-dom';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { toCaseNumber } from '~/domain/report/report-constants';
import { messages } from '~/platform/db/core/tables/clinic.server';
import { db } from '~/platform/db/db.server';
import * as homePage from '~/routes/dashboard/home';
import * as listPage from '~/routes/dashboard/previous-report';
import * as reportPage from '~/routes/dashboard/report';
import * as toTellPage from '~/routes/dashboard/to-tell';
import * as callBackPage from '~/routes/public/call-back';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { queuedEmails } from '../../support/queued-emails';
import { amendReviewOf, aReportOf, aReviewedReportOf, sendReview } from '../../support/reports';
import { getPage, postPage } from '../../support/requests';

const words = 'Please go to a hospital today, and show this to a doctor there.';
const haveRead = 'I have read this';

let clinic: Clinic;
let her: Somebody;
let expert: Somebody;
let admin: Somebody;
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] });
  clinic = await openClinic({ SUPPORT_EMAIL: 'desk@clinic.test' });
  [her, expert, admin] = [await a.patient({ firstName: 'Asha' }), await an.expert(), await an.admin()];
});
afterEach(async () => {
  await clinic.close();
  vi.useRealTimers();
});

const open = ({ cookie }: Pick<Somebody, 'cookie'>, reportId: string) =>
  getPage(reportPage, { path: `/dashboard/report/${reportId}`, params: { reportId }, cookie });

/** Draws a page with its data, as a browser without script shows it. */
function draw(page: () => ReactElement, loaded: object) {
  const router = createMemoryRouter([{ id: 'drawn', path: '/', element: createElement(page) }], {
    hydrationData: { loaderData: { drawn: loaded } },
  });
  // React Router only uses the data of a route that has a loader.
  Object.assign(router.routes[0] ?? {}, { loader: () => loaded });
  // On the server, React warns about effects that only run in a browser.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const html = renderToStaticMarkup(createElement(RouterProvider, { router }));
  warned.mockRestore();
  return html;
}
const drawnFor = async (who: Somebody, reportId: string) =>
  draw(reportPage.default, (await open(who, reportId)).data as object);

const newTo = async ({ cookie }: Somebody) =>
  (
    (await getPage(homePage, { path: '/dashboard/home', cookie })).data as {
      patient: { newAnswers: { id: string }[] };
    }
  ).patient.newAnswers.map(({ id }) => id);
const toTell = async () =>
  (
    (await getPage(toTellPage, { path: '/dashboard/to-tell', cookie: admin.cookie })).data as {
      data: { reportId: string; goToday: boolean }[];
    }
  ).data.flatMap(({ reportId, goToday }) => (goToday ? reportId : []));

async function aGoToday(review = words) {
  const { _id } = await aReportOf(her);
  await sendReview({ reportId: _id, token: expert.token, review, nextStep: 'goToday' });
  return _id;
}

describe('the page of a report', () => {
  test('is for its patient and admins, who leave an opening; others get a missing report', async () => {
    const { _id } = await aReviewedReportOf(her, expert, 'All is well');
    const missing = await open(her, 'no-such-report');
    expect(missing.status).toBe(404);
    for (const who of [await a.patient(), expert, await an.unapprovedExpert()])
      expect([(await open(who, _id)).status, (await open(who, _id)).text]).toEqual([404, missing.text]);
    expect((await open({ cookie: '' }, _id)).location).toBe(`/login?next=%2Fdashboard%2Freport%2F${_id}`);
    const forAdmin = await open(admin, _id);
    expect(forAdmin.data).toMatchObject({ data: { review: 'All is well' }, own: null });
    expect(draw(reportPage.default, forAdmin.data as object)).not.toMatch(/Delete|Call me about this/);
    expect((await open(her, _id)).data).toMatchObject({
      data: { review: 'All is well' },
      own: { isNew: true, openings: [{ action: 'report.opened' }, { action: 'report.reviewed' }] },
    });
  });

  test('names whose report it is where the account has several people, and otherwise does not', async () => {
    const { _id } = await aReportOf(her, { relation: 'self' });
    const nameLine = '<bdi class="font-label">';
    expect(await drawnFor(her, _id)).not.toContain(nameLine);
    const child = {
      personName: 'Kiran',
      relation: 'child',
      birthYear: '2018',
      sex: 'male',
      reportType: 'ECG',
    };
    const ofChild = await aReportOf(her, child);
    expect(await drawnFor(her, _id)).toContain(`${nameLine}Asha`);
    expect(await drawnFor(her, ofChild._id)).toContain(`${nameLine}Kiran`);
  });

  test('asks a browser without script for a picture, which notes an answer that can wait', async () => {
    const { _id } = await aReviewedReportOf(her, expert);
    expect(await drawnFor(her, _id)).toContain(`<noscript><img src="/dashboard/review-seen/${_id}?version=1`);
    expect(await drawnFor(her, _id)).not.toContain(haveRead);
  });
});

describe('an answer that sends its patient to a doctor today', () => {
  test.each([
    ['a short text', words],
    ['a long text', `${words} `.repeat(60)],
  ])(
    'with %s stays on the list of the staff until its patient says that they have read it',
    async (...each) => {
      const id = await aGoToday(each[1]);
      expect(await toTell()).toEqual([id]);
      const page = await drawnFor(her, id);
      expect(page).not.toContain('<noscript');
      expect(page).toContain(haveRead);
      await getPage(listPage, {
        path: `/dashboard/previous-report/${her.id}`,
        params: { patientId: her.id },
        cookie: her.cookie,
      });
      expect([await toTell(), await newTo(her)]).toEqual([[id], [id]]);
      const read = await press(her, id, { readAt: new Date().toISOString() });
      expect([read.status, read.location, read.toast?.type]).toEqual([
        302,
        `/dashboard/report/${id}`,
        'success',
      ]);
      expect([await toTell(), await newTo(her)]).toEqual([[], []]);
      expect(await drawnFor(her, id)).not.toContain(haveRead);
    },
  );

  test('is read by nobody else, and not in an earlier version', async () => {
    const id = await aGoToday();
    for (const who of [await a.patient(), expert, admin])
      expect((await press(who, id)).toast?.type).toBe('error');
    vi.setSystemTime(Date.now() + 1000);
    await amendReviewOf(expert, id, { text: `${words} Now.`, nextStep: 'goToday' });
    await press(her, id);
    expect([await toTell(), await newTo(her)]).toEqual([[id], [id]]);
    await press(her, id, { version: '2' });
    expect([await toTell(), await newTo(her)]).toEqual([[], []]);
  });

  test('is not watched in the list, where other answers are', async () => {
    await aGoToday();
    const { data } = await getPage(listPage, {
      path: `/dashboard/previous-report/${her.id}`,
      params: { patientId: her.id },
      cookie: her.cookie,
    });
    const rows = draw(listPage.default, data as object);
    expect(rows).toContain('New answer');
    expect(rows).not.toContain('review-seen');
  });
});

/** Presses "I have read this". */
const press = ({ cookie }: Somebody, reportId: string, fields: Record<string, string> = {}) =>
  postPage(reportPage, {
    path: `/dashboard/report/${reportId}`,
    params: { reportId },
    cookie,
    fields: { version: '1', ...fields },
  });

describe('"Call me about this"', () => {
  const formFor = async (who: Pick<Somebody, 'cookie'>, reportId: string) =>
    (
      (await getPage(callBackPage, { path: `/call-back?report=${reportId}`, cookie: who.cookie })).data as {
        defaults?: { name: string; phoneNumber: string; about: string };
      }
    ).defaults;

  test('opens the form with name, number and case, for the patient of the report alone', async () => {
    const { _id } = await aReviewedReportOf(her, expert);
    const defaults = await formFor(her, _id);
    expect(defaults).toEqual({
      name: `Asha ${her.lastName}`,
      phoneNumber: expect.stringMatching(/^\+91\d{10}$/),
      about: `Case ${toCaseNumber(_id)}. Please call me in English.`,
    });
    for (const who of [await a.patient(), expert, admin, { cookie: '' }])
      expect(await formFor(who, _id)).toBeUndefined();

    const path = `/call-back?report=${_id}`;
    const sent = await postPage(callBackPage, { path, cookie: her.cookie, fields: defaults ?? {} });
    expect(sent.location).toBe(path);
    expect(await db().select().from(messages)).toMatchObject([{ kind: 'callback', text: defaults?.about }]);
    const letters = (await queuedEmails()).filter(({ letter }) => letter === 'messageWaits');
    expect(letters).toHaveLength(1);
    expect(JSON.stringify(letters)).not.toMatch(
      new RegExp(`${toCaseNumber(_id)}|Asha|${defaults?.phoneNumber.slice(-10)}`),
    );
  });

  test('stands below "Go now" where the patient has to go to a doctor today', async () => {
    const [urgent, other] = [await drawnFor(her, await aGoToday()), await aReviewedReportOf(her, expert)];
    expect(urgent).toMatch(/Go now\. Do not wait for our call\.<\/p><a[^>]*>.*?Call me about this/);
    const page = await drawnFor(her, other._id);
    expect(page).toContain('Call me about this');
    expect(page).not.toContain('Go now');
  });
});
