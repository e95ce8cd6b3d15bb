import { createElement, type ReactElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { MemoryRouter } from 'react-router-dom';
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest';
import type { PublicReport } from '~/domain/report/present-report';
import { toCaseNumber } from '~/domain/report/report-constants';
import * as homePage from '~/routes/dashboard/home';
import * as pendingPage from '~/routes/dashboard/pending-report';
import * as listPage from '~/routes/dashboard/previous-report';
import * as submittedPage from '~/routes/dashboard/report-submitted';
import { PageNotes } from '~/ui/report/page-notes';
import { NextSteps } from '~/ui/report/report-actions';
import { ReportCard } from '~/ui/report/report-card';
import { ReportReview } from '~/ui/report/report-review';
import { writeMemo } from '~/web/request/cookies.server';
import { credentialFields, saveCredentials } from '../../support/accounts';
import { claimFor } from '../../support/claims';
import { a, an, type Clinic, openClinic, type Somebody } from '../../support/clinic';
import { answerTo, aReportAskedBy } from '../../support/questions';
import { aReportOf, aReviewedReportOf, takeBackOf, withdrawConsentFor } from '../../support/reports';
import { getPage } from '../../support/requests';

let clinic: Clinic;
let meera: Somebody;
let colleague: Somebody;
let admin: Somebody;
beforeAll(async () => {
  clinic = await openClinic();
  meera = await an.expert({ firstName: 'Meera' });
  colleague = await an.expert({ firstName: 'Ravi' });
  admin = await an.admin();
});
afterAll(() => clinic.close());

async function listOf({ id }: Somebody, { cookie }: Somebody) {
  const path = `/dashboard/previous-report/${id}`;
  const { data } = await getPage(listPage, { path, params: { patientId: id }, cookie });
  return (data as { data: PublicReport[] }).data;
}

/** Draws a part of a page at an address, as a browser without script shows it. */
function htmlOf(element: ReactElement) {
  // On the server, React warns about effects that only run in a browser.
  const warned = vi.spyOn(console, 'error').mockImplementation(() => undefined);
  const html = renderToStaticMarkup(createElement(MemoryRouter, null, element));
  warned.mockRestore();
  return html;
}

/** Reads the card of a patient's newest report as `viewer` sees it. */
async function cardFor(viewer: Somebody, patient: Somebody) {
  const [report] = await listOf(patient, viewer);
  if (!report) throw new Error('The patient’s report is missing');
  return htmlOf(createElement(ReportCard, { report, audience: 'staff' }));
}

const patientWords = /waiting for you\b|we will send|your consent again|please do not follow|your report/i;

describe('the card of a report, for doctors and admins', () => {
  const cases: [string, (patient: Somebody) => Promise<unknown>, string][] = [
    ['waits', (patient) => aReportOf(patient), 'Waiting for a doctor'],
    [
      'is read by a doctor',
      async (patient) => claimFor(meera, (await aReportOf(patient))._id),
      'With Meera ',
    ],
    ['has an open question', (patient) => aReportAskedBy(meera, patient), 'Waiting for the patient since '],
    [
      'has an answer for the doctor who asked',
      async (patient) => answerTo(patient, (await aReportAskedBy(meera, patient))._id, { text: 'Yes' }),
      'With Meera ',
    ],
    [
      'is held',
      (patient) => aReportAskedBy(meera, patient, { kind: 'otherPerson' }),
      'Waiting for the patient since ',
    ],
    [
      'has a review that was taken back',
      async (patient) => takeBackOf(meera, (await aReviewedReportOf(patient, meera))._id),
      'The review was taken back on ',
    ],
  ];
  test.each(cases)(
    'names the state of a report that %s, and nothing meant for the patient',
    async (...each) => {
      const [, prepare, expected] = each;
      const patient = await a.patient();
      await prepare(patient);
      for (const viewer of [colleague, admin]) {
        const card = await cardFor(viewer, patient);
        expect(card).toContain(expected);
        expect(card).not.toMatch(patientWords);
      }
    },
  );

  test('tells an admin of a withdrawn consent', async () => {
    const patient = await a.patient();
    await withdrawConsentFor(patient, (await aReportOf(patient))._id);
    const card = await cardFor(admin, patient);
    expect(card).toContain('The patient has withdrawn the consent.');
    expect(card).not.toMatch(patientWords);
  });
});

describe('the card of a report, folded', () => {
  const cardOf = (report: PublicReport, props: { isOpenAtFirst?: boolean } = {}) =>
    htmlOf(createElement(ReportCard, { report, audience: 'staff', ...props }));
  const summaryOf = (html: string) => /<summary.*?<\/summary>/s.exec(html)?.[0] ?? '';

  test('is a line with type, date, person and state', async () => {
    const patient = await a.patient();
    await aReportOf(patient, {
      reportType: 'ECG',
      personName: 'Gita',
      relation: 'parent',
      birthYear: '1950',
      sex: 'female',
    });
    const [report] = await listOf(patient, patient);
    if (!report) throw new Error('The patient’s report is missing');
    const folded = cardOf(report);
    expect(folded).toContain('<details class="report-fold group">');
    for (const words of ['ECG', 'Submitted on', 'Gita', 'Pending'])
      expect(summaryOf(folded)).toContain(words);
    expect(cardOf(report, { isOpenAtFirst: true })).toContain('<details class="report-fold group" open="">');
  });
});

test('a waiting report names the day by which an answer usually comes, while it is to come', async () => {
  const patient = await a.patient();
  await aReportOf(patient, { description: 'Since Monday' });
  const [waiting] = await listOf(patient, patient);
  if (!waiting) throw new Error('The patient’s report is missing');
  const cardAt = (loadedAt: string, usualSeconds: number | null) => {
    const report = { ...waiting, createdAt: '2026-03-05T08:30:00.000Z', queue: { before: 3, usualSeconds } };

    return htmlOf(createElement(ReportCard, { report, audience: 'patient', loadedAt }));
  };
  const twoDays = 2 * 86_400;
  const onTime = cardAt('2026-03-06T08:30:00.000Z', twoDays);
  expect(onTime).toContain('An answer usually takes 2 days. For this report, that is by 07 Mar 2026.');
  expect(onTime).toMatch(/What you wrote<\/h3><p[^>]*>Since Monday</);
  for (const other of [cardAt('2026-03-08T08:30:00.000Z', twoDays), cardAt('2026-03-06T08:30:00.000Z', null)])
    expect(other).not.toContain('that is by');
});

test('an answer names its doctor with initials, qualification and registration, and its patient reads what happens next', async () => {
  const [patient, doctor] = [await a.patient(), await an.expert({ firstName: 'Meera' })];
  await saveCredentials(doctor, credentialFields({ qualification: 'MD (Cardiology)' }));
  await aReviewedReportOf(patient, doctor);
  const [report] = await listOf(patient, patient);
  if (!report) throw new Error('The patient’s report is missing');
  const review = htmlOf(createElement(ReportReview, { report }));
  for (const words of ['>MN<', `Reviewed by Meera ${doctor.lastName}, `, 'MD (Cardiology)', 'MMC/2011/04217'])
    expect(review).toContain(words);
  expect(review).not.toContain('<img');
  const stepsOf = (helpline?: string) =>
    htmlOf(createElement(NextSteps, { report, helpline, contact: '/contact-us' }));
  expect(stepsOf()).toContain('What happens next');
  expect(stepsOf()).toContain(`the case number ${toCaseNumber(report._id).replace('-', '\u2011')}.`);
  expect(stepsOf('+91 11 4000 0000')).toContain('Call +91 11 4000 0000 or write to the clinic.');
});

describe('the progress of a report, for its patient', () => {
  const progressOf = async ({ cookie }: Somebody) =>
    (
      (await getPage(homePage, { path: '/dashboard/home', cookie })).data as {
        patient: { newest: { progress: string } };
      }
    ).patient.newest.progress;

  test('is the same on the home page and on its card', async () => {
    const patient = await a.patient();
    const { _id } = await aReportOf(patient);
    expect(await progressOf(patient)).toBe('queued');
    await claimFor(meera, _id);
    expect(await progressOf(patient)).toBe('claimed');
    const otherPatient = await a.patient();
    await aReportAskedBy(meera, otherPatient);
    expect(await progressOf(otherPatient)).toBe('question');
  });

  test('is shown after the upload, for a report of their own alone', async () => {
    const [patient, otherPatient] = [await a.patient(), await a.patient()];
    const { _id } = await aReportOf(patient);
    const memo = (await writeMemo('sent', _id, patient))[1].split(';')[0];
    const queueFor = async ({ cookie }: Somebody) =>
      (
        (await getPage(submittedPage, { path: '/report-submitted', cookie: `${cookie}; ${memo}` })).data as {
          queue: { before: number } | null;
        }
      ).queue;
    expect(await queueFor(patient)).toMatchObject({ before: expect.any(Number) });
    expect(await queueFor(otherPatient)).toBeNull();
  });
});

test('notes on pictures are shown until the review, and what a drawing may lack for good', () => {
  const notesOf = (status: 'Pending' | 'Reviewed', note: 'dark' | 'missingFont') => {
    const report = { pageNotes: [{ page: 1, note }], status, reportUrl: '/files/raw/1' };
    return htmlOf(createElement(PageNotes, { report, audience: 'staff' }));
  };
  expect(notesOf('Pending', 'dark')).toContain('Page 1 looks dark');
  expect(notesOf('Reviewed', 'dark')).toBe('');
  expect(notesOf('Reviewed', 'missingFont')).toContain('href="/files/raw/1"');
});

test('an empty queue reports that all is answered only if it is', async () => {
  await clinic.close();
  clinic = await openClinic();
  const expert = await an.expert();
  const isAllAnswered = async () =>
    (
      (await getPage(pendingPage, { path: '/dashboard/pending-report', cookie: expert.cookie })).data as {
        isAllAnswered: boolean;
      }
    ).isAllAnswered;
  expect(await isAllAnswered(), 'no report was ever sent').toBe(false);
  const patient = await a.patient();
  await aReviewedReportOf(patient, expert);
  expect(await isAllAnswered()).toBe(true);
  await aReportAskedBy(expert, patient);
  expect(await isAllAnswered(), 'one report waits for its patient').toBe(false);
});
