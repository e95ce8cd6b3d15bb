import { eq } from 'drizzle-orm';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { toCaseNumber } from '~/domain/report/report-constants';
import { readSlip } from '~/domain/shares/open-slip.server';
import { translations } from '~/platform/db/core/tables/reports.server';
import { slips } from '~/platform/db/core/tables/slips.server';
import { db, execute } from '~/platform/db/db.server';
import { runAsRequest } from '~/platform/observability/request-context.server';
import { getSettings, setSettings } from '~/platform/settings/env.server';
import * as callBackPage from '~/routes/public/call-back';
import { a, an, type Somebody } from '../../support/clinic';
import { clinicForFile } from '../../support/clinic-for-file';
import {
  aReportSlip,
  aSenderWithoutEmail,
  identityOf,
  issueReportSlipBy,
  issueSlipBy,
  openReportSlip,
} from '../../support/desk';
import { freshLimits } from '../../support/fresh-limits';
import { rawDatabase } from '../../support/raw';
import { sendReview, takeBackOf, withdrawConsentFor } from '../../support/reports';
import { apiRoute, callApi, postPage } from '../../support/requests';

let clerk: Somebody;
let expert: Somebody;
clinicForFile();
beforeAll(async () => {
  clerk = await a.clerk();
  expert = await an.expert();
});
afterEach(() => vi.useRealTimers());

const issue = (staff: Somebody, userId: string, reportId: string) =>
  issueReportSlipBy(staff, { userId, reportId });
const open = openReportSlip;
const aSlip = () => aReportSlip(clerk);

const contextOf = {} as Parameters<typeof readSlip.run>[0]['context'];

test('opens the answer with the year of birth, and nothing else of the report', async () => {
  const { reportId, slip } = await aSlip();
  expect((await open(slip, 1962)).json.data).toMatchObject({ status: 'Pending', review: null });
  await sendReview({ reportId, token: expert.token, review: 'Drink more water' });
  const { json, text } = await open(slip, 1962);
  expect(json.data).toMatchObject({ status: 'Reviewed', review: { text: 'Drink more water' } });
  for (const hidden of ['Tired', '981234', 'Lakshmi', 'Blood', '/files/']) expect(text).not.toContain(hidden);
  expect(await rawDatabase()).not.toContain(slip);
});

test('gives one answer to an unknown slip, a wrong year, an ended slip and a withdrawn consent', async () => {
  const { owner, reportId, slip } = await aSlip();
  const wrong = await open(slip, 1963);
  expect(wrong.status).toBe(404);
  const unknown = await open('k2fZ0n1pk2fZ0n1pk2fZ0n1p', 1962);
  await withdrawConsentFor(owner, reportId);
  const withdrawn = await open(slip, 1962);
  const ended = await aSlip();
  await execute(
    db()
      .update(slips)
      .set({ expiresAt: new Date(0) })
      .where(eq(slips.reportId, ended.reportId)),
  );
  for (const answer of [unknown, withdrawn, await open(ended.slip, 1962)])
    expect([answer.status, answer.text]).toEqual([wrong.status, wrong.text]);
});

test('waits an hour after three wrong years, and ends after six', async () => {
  const { slip } = await aSlip();
  for (const year of [1960, 1961, 1963]) await open(slip, year);
  expect((await open(slip, 1962)).status).toBe(404);
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 61 * 60_000 });
  expect((await open(slip, 1962)).status).toBe(200);
  for (const year of [1960, 1961, 1963]) await open(slip, year);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  for (const year of [1960, 1961, 1963]) await open(slip, year);
  vi.setSystemTime(Date.now() + 61 * 60_000);
  expect((await open(slip, 1962)).status).toBe(404);
});

test('of fifty parallel tries none gains more than the six', async () => {
  const { slip } = await aSlip();
  const years = Array.from({ length: 50 }, (_, at) => 1930 + at);
  const answers = await Promise.all(years.filter((year) => year !== 1962).map((year) => open(slip, year)));
  expect(answers.every(({ status }) => status === 404)).toBe(true);
  expect((await open(slip, 1962)).status).toBe(404);
});

test('the pass of an opened slip reads on for a quarter of an hour, and no longer than the slip', async () => {
  const { slip, reportId } = await aSlip();
  const { openSlip } = await import('~/domain/shares/open-slip.server');
  const opened = await openSlip.run({
    viewer: null,
    input: { token: slip, birthYear: 1962 },
    context: { ...contextOf, client: '192.0.2.1' },
  });
  const read = (isMine?: 'yes') =>
    readSlip.run({ viewer: null, input: { pass: opened.pass ?? '', isMine }, context: contextOf });
  expect(await read()).toMatchObject({ data: null, person: { initial: 'L', sex: 'female' } });
  expect((await read('yes')).data?.status).toBe('Pending');
  await expect(
    readSlip.run({ viewer: null, input: { pass: `${opened.pass}x` }, context: contextOf }),
  ).rejects.toMatchObject({ kind: 'notFound' });
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 16 * 60_000 });
  await expect(read()).rejects.toMatchObject({ kind: 'notFound' });
  vi.useRealTimers();
  await execute(db().delete(slips).where(eq(slips.reportId, reportId)));
  await expect(read()).rejects.toMatchObject({ kind: 'notFound' });
});

test('shows no text of a review that was taken back, and ends with a new slip of the account', async () => {
  const { owner, reportId, slip } = await aSlip();
  await sendReview({ reportId, token: expert.token, review: 'Drink more water' });
  await takeBackOf(expert, reportId);
  expect((await open(slip, 1962)).json.data).toMatchObject({
    status: 'Pending',
    review: null,
    takenBackAt: expect.any(String),
  });
  expect((await issueSlipBy(clerk, identityOf(owner.id))).status).toBe(200);
  expect((await open(slip, 1962)).status).toBe(404);
});

test('its case number does not prove who somebody is, and a helper issues none', async () => {
  const { owner, reportId } = await aSlip();
  const byCase = { contactNumber: undefined, caseNumber: reportId.slice(0, 8) };
  expect((await issueSlipBy(clerk, identityOf(owner.id, byCase))).status).toBe(422);
  expect((await issue(await a.helper(), owner.id, reportId)).status).toBe(403);
});

test('a case number that stands in a request for a call proves nothing either', async () => {
  const { owner, reportId, slip } = await aSenderWithoutEmail(clerk, { lastName: 'Bai' });
  const byCase = {
    fullName: 'Lakshmi Bai',
    contactNumber: undefined,
    caseNumber: reportId.slice(0, 8),
    clinicNumber: slip.clinicNumber,
    reason: 'lost',
    again: 'on',
  };
  const about = `Case ${toCaseNumber(reportId)}. Please call me in Telugu.`;
  const fields = { name: 'Lakshmi', phoneNumber: '9876543210', about };
  expect((await issueSlipBy(clerk, identityOf(owner.id, byCase))).status).toBe(200);
  expect((await postPage(callBackPage, { path: '/call-back', fields })).toast?.type).toBe('success');
  expect((await issueSlipBy(clerk, identityOf(owner.id, byCase))).status).toBe(422);
});

test('twenty wrong tries of a network in an hour are the last', async () => {
  await freshLimits(1);
  for (let tries = 1; tries <= 20; tries += 1)
    expect((await open(`k2fZ0n1p${tries}`, 1962)).status).toBe(404);
  expect((await open('k2fZ0n1p', 1962)).status).toBe(429);
  await freshLimits(1000);
});

test('two hundred tries from fifty networks open nothing and get the same bytes', async () => {
  setSettings({ ...getSettings(), trustedProxies: ['127.0.0.1'] });
  await freshLimits(1);
  const { slip } = await aSlip();
  const answers = new Set<string>();
  for (let tries = 0; tries < 200; tries += 1) {
    // Every second try has the right token, and each tenth an unknown one with the right year.
    const isUnknown = tries % 2 === 1;
    const year = isUnknown && tries % 10 === 1 ? 1962 : 1920 + (tries % 40);
    const { status, text } = await open(
      isUnknown ? `${slip}x${tries}` : slip,
      year,
      `198.51.100.${tries % 50}`,
    );
    answers.add(`${status} ${text}`);
  }
  expect([...answers]).toEqual([expect.stringMatching(/^404 /)]);
  expect((await open(slip, 1962, '203.0.113.9')).status).toBe(404);
  await freshLimits(1000);
});

test('shows the next step, and the translation for the reader first', async () => {
  const { reportId, slip } = await aSlip();
  const review = 'Your blood has too little iron. Please see a doctor soon.';
  await sendReview({ reportId, token: expert.token, review, nextStep: 'seeDoctor', withinDays: 14 });
  const translator = { expertId: expert.id, expertFirstName: 'Meera', expertLastName: 'Nair' };
  for (const [id, language, text] of [
    ['01', 'hi', 'आयरन कम है।'],
    ['02', 'ta', 'இரும்புச் சத்து குறைவு. 5 mg'],
  ] as const)
    await execute(
      db()
        .insert(translations)
        .values({ ...translator, reportId, id, language, review: text, createdAt: new Date() }),
    );
  const request = { url: '/api/v1/slip/open', headers: { 'accept-language': 'ta' }, socket: {} };
  const { json } = await runAsRequest('one', () => open(slip, 1962), { request } as never);
  expect(json.data).toMatchObject({
    nextStep: {
      step: 'seeDoctor',
      sentence: expect.stringMatching(/[\u0b80-\u0bff]/),
      sentenceInEnglish: expect.stringContaining('see a doctor'),
      uncheckedNote: expect.any(String),
    },
    review: { text: review, doctor: expect.any(String) },
    translations: [
      { language: 'ta', hasUncheckedNumbers: true },
      { language: 'hi', hasUncheckedNumbers: false },
    ],
  });
});

test('the patient reads who issued the slip and that it was opened', async () => {
  const { owner, reportId, slip } = await aSlip();
  await open(slip, 1962);
  const path = { token: owner.token, params: { id: reportId } };
  const { json } = await callApi(apiRoute('report/get-openings'), path);
  expect(json.data).toMatchObject([
    { action: 'reportSlip.opened', name: null, accountType: null },
    { action: 'reportSlip.issued', name: `${clerk.firstName} ${clerk.lastName}` },
  ]);
});
